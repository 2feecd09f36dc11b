import { GO_CHANNEL } from '../../shared/ipc/bridge.ts';
import type { Place } from '../../shared/ipc/pushed.ts';

/** Interval in milliseconds: a second close within it is deliberate, and the question is not repeated. */
const CONFIRM_WITHIN_MS = 60_000;

/** The part of a BrowserWindow that the question needs. */
interface Closing {
  on(event: 'close', listener: (event: { readonly preventDefault: () => void }) => void): unknown;
  readonly webContents: { readonly send: (channel: string, message: unknown) => void };
}

/**
 * Closing the window hides it where the app stays in the tray. Elsewhere, closing it while something is unsent, unconfirmed or open leads to the end-of-shift screen first. Quitting by
 * any other way (the screen's own button, the system shutting down) is not stopped: everything is on disk.
 */
export function askBeforeClosing(
  window: Closing,
  parts: {
    readonly hasOpenWork: () => boolean;
    readonly isQuitting: () => boolean;
    /** Closing leaves the app in the tray: the work goes on. */
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
