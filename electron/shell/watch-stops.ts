import { app, type BrowserWindow } from 'electron';
import type { StopKind } from '../../shared/domain/diagnostics.ts';
import type { Log } from '../base/ports.ts';

/** Records a stop; `reason` is one of Electron's own words. */
type Keep = (kind: StopKind, reason: string) => void;

/** Reasons of an intended end. */
const ORDERLY_REASONS: ReadonlySet<string> = new Set(['clean-exit', 'normal-termination']);

/** Watches the browser's helper processes (GPU, audio, network). Electron restarts them by itself. */
export function watchHelpers(keep: Keep, log: Log): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (ORDERLY_REASONS.has(reason)) return;
    log('error', 'app.helper-gone', `${type}: ${reason}, ${exitCode}`);
    keep('helper', `${type}: ${reason}`);
  });
}

/** Reports a window that stops responding, once per time. */
export function watchHanging(window: BrowserWindow, keep: Keep, log: Log): void {
  window.on('unresponsive', () => {
    log('error', 'window.hung');
    keep('window-hung', 'unresponsive');
  });
  window.on('responsive', () => log('info', 'window.answers-again'));
}

/** Windows shuts down or the user signs out: the app is terminated without a `quit`. */
export function onSessionEnd(window: BrowserWindow, ending: () => void): void {
  window.on('session-end', ending);
}
