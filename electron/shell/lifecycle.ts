import { app } from 'electron';

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
