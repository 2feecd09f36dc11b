import type { Bridge } from '../shared/ipc/bridge.ts';

declare global {
  interface Window {
    /** Set by the preload script: the complete API of the window. */
    readonly boxwright: Bridge;
  }
}
