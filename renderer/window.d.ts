import type { Bridge } from '../shared/ipc/bridge.ts';

declare global {
  interface Window {
    /** Put there by the preload script; everything the window may do. */
    readonly boxwright: Bridge;
  }
}
