import { powerMonitor } from 'electron';
import type { PowerEvents } from '../base/ports.ts';

/** Tells when the laptop falls asleep, is locked, or woke up. Call after the app is ready. */
export function createPowerEvents(): PowerEvents {
  return {
    onAway: (listener) => {
      const heard = () => listener();
      powerMonitor.on('suspend', heard);
      powerMonitor.on('lock-screen', heard);
      return () => {
        powerMonitor.off('suspend', heard);
        powerMonitor.off('lock-screen', heard);
      };
    },
    onResume: (listener) => {
      const heard = () => listener();
      powerMonitor.on('resume', heard);
      return () => {
        powerMonitor.off('resume', heard);
      };
    },
  };
}
