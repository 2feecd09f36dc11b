import { powerMonitor, session } from 'electron';
import type { PowerEvents, ResolveProxy } from '../base/ports.ts';

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

/** Chromium's answer for this address: the system's settings, a PAC script, WPAD. Call after the app is ready. */
export const resolveSystemProxy: ResolveProxy = (url) => session.defaultSession.resolveProxy(url);
