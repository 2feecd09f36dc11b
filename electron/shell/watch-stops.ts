import { app, type BrowserWindow } from 'electron';
import type { StopKind } from '../../shared/domain/diagnostics.ts';
import type { Log } from '../base/ports.ts';

/** Where a stop is written down; `reason` is a word of Electron's own. */
type Keep = (kind: StopKind, reason: string) => void;

/** Processes that end as intended. */
const ORDERLY_REASONS: ReadonlySet<string> = new Set(['clean-exit', 'normal-termination']);

/** Processes of the browser beside the window's own: pictures, sound, network. Electron restarts them by itself. */
export function watchHelpers(keep: Keep, log: Log): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (ORDERLY_REASONS.has(reason)) return;
    log('error', 'app.helper-gone', `${type}: ${reason}, ${exitCode}`);
    keep('helper', `${type}: ${reason}`);
  });
}

/** A window that is there and does not answer: said once for each time. */
export function watchHanging(window: BrowserWindow, keep: Keep, log: Log): void {
  window.on('unresponsive', () => {
    log('error', 'window.hung');
    keep('window-hung', 'unresponsive');
  });
  window.on('responsive', () => log('info', 'window.answers-again'));
}

/** Windows shuts down or the person signs out: the app is ended, and not quit. */
export function onSessionEnd(window: BrowserWindow, ending: () => void): void {
  window.on('session-end', ending);
}
