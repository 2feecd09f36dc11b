import { GO_CHANNEL } from '../../shared/ipc/bridge.ts';
import type { Place } from '../../shared/ipc/pushed.ts';

/** A second close within this time in milliseconds is deliberate, so the question is not repeated. */
const CONFIRM_WITHIN_MS = 60_000;

/** The part of a BrowserWindow that the question needs. */
interface Closing {
  on(event: 'close', listener: (event: { readonly preventDefault: () => void }) => void): unknown;
  readonly webContents: { readonly send: (channel: string, message: unknown) => void };
}

/**
 * Intercepts the closing of the window. If the app stays in the tray, the window is only hidden. Otherwise
 * unfinished work leads to the end-of-shift screen first. Quitting (by that screen, or by a system shutdown) is not
 * stopped, because everything is saved on disk.
 */
export function askBeforeClosing(
  window: Closing,
  parts: {
    readonly hasOpenWork: () => boolean;
    readonly isQuitting: () => boolean;
    /** Whether closing leaves the app running in the tray. */
    readonly staysInTray: () => boolean;
    readonly hide: () => void;
    /** Monotonic milliseconds. */
    readonly passed: () => number;
  },
): void {
  const place: Place = { screen: 'shift' };
  let askedAt: number | null = null;
  window.on('close', (event) => {
    if (!parts.isQuitting() && parts.staysInTray()) {
      event.preventDefault();
      parts.hide();
      return;
    }
    const meant = askedAt !== null && parts.passed() - askedAt < CONFIRM_WITHIN_MS;
    if (meant || parts.isQuitting() || !parts.hasOpenWork()) return;
    event.preventDefault();
    askedAt = parts.passed();
    window.webContents.send(GO_CHANNEL, place);
  });
}
