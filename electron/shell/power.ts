import { powerMonitor } from 'electron';
import type { PowerEvents } from '../ports.ts';

/** Tells when the laptop woke up. Call after the app is ready. */
export function createPowerEvents(): PowerEvents {
  return {
    onResume: (listener) => {
      const heard = () => listener();
      powerMonitor.on('resume', heard);
      return () => {
        powerMonitor.off('resume', heard);
      };
    },
  };
}
