import { powerMonitor, session } from 'electron';
import type { PowerEvents, ResolveProxy } from '../base/ports.ts';

/** Reports when the laptop sleeps, is locked, or wakes up. Must be called after the app is ready. */
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

/**
 * Chromium's proxy result for an address: system settings, PAC script or WPAD. Must be called after the app is
 * ready.
 */
export const resolveSystemProxy: ResolveProxy = (url) => session.defaultSession.resolveProxy(url);
