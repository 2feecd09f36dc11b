import { app, type BrowserWindow } from 'electron';
import { GO_CHANNEL } from '../../shared/ipc/bridge.ts';
import type { Place } from '../../shared/ipc/messages.ts';
import type { StopKind } from '../../shared/domain/diagnostics.ts';
import type { Log } from '../base/ports.ts';

/*
 * The life of the process and of its window: one instance, files that the system opens, the question at closing, the end,
 * and unexpected stops.
 */

/** `appId` of electron-builder.yml. Windows identifies the app by it for notifications and pinned taskbar buttons. */
const APP_ID = 'org.boxwright.desktop';

/** Call before the first window is made. */
export function identifyApp(platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
}

/**
 * True if this process holds the single-instance lock. A process that gets false must not open anything: even a
 * short-lived second process would be a second writer to the databases (faults.md scenario 20). `onSecond` receives
 * the arguments and the working folder of the other process; both are untrusted.
 */
export function claimSingleInstance(onSecond: (args: readonly string[], from: string) => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, args, from) => onSecond(args, from));
  return true;
}

/** macOS reports an opened file by an event, at a first start even before the app is ready; so listen at once. */
export function listenForOpenedFiles(onFile: (path: string) => void): void {
  app.on('open-file', (event, path) => {
    event.preventDefault();
    onFile(path);
  });
}

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

/**
 * Deadline in milliseconds for closing the core. After it the process exits, which loses nothing, because every
 * commit is on disk. The windows are closed by then, so a slow disk delays nothing that a person sees.
 */
const CLOSE_DEADLINE_MS = 20_000;

/** Quits with the last window, and lets the core close its databases before the process exits. */
export function closeBeforeQuit(close: () => Promise<void>): void {
  let closing = false;
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    void exitAfter(close);
  });
}

async function exitAfter(close: () => Promise<void>): Promise<void> {
  const deadline = setTimeout(() => app.exit(1), CLOSE_DEADLINE_MS);
  let code = 0;
  try {
    await close();
  } catch {
    code = 1;
  }
  clearTimeout(deadline);
  app.exit(code);
}

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
