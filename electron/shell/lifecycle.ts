import { app } from 'electron';

/**
 * `appId` of electron-builder.yml. Windows shows the app's name and icon on its notifications and keeps a pinned taskbar button by it.
 */
const APP_ID = 'org.boxwright.desktop';

/** Call before the first window is made. */
export function identifyApp(platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
}

/**
 * True when this process is the one that may run. The caller that gets false must start nothing at all: a loser that
 * opens the databases for a moment is a second writer (faults.md scenario 20). `onSecond` gets the loser's arguments and
 * the folder it was started in: both are of another process, and mean nothing until they are looked at.
 */
export function claimSingleInstance(onSecond: (args: readonly string[], from: string) => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, args, from) => onSecond(args, from));
  return true;
}

/** macOS tells of an opened file by an event, at the first start before the app is ready: listen at once. */
export function listenForOpenedFiles(onFile: (path: string) => void): void {
  app.on('open-file', (event, path) => {
    event.preventDefault();
    onFile(path);
  });
}

/**
 * Deadline in milliseconds for closing the core; after it the process exits, because every commit is on disk. The
 * windows are closed by then, so a slow disk may take its time.
 */
const CLOSE_DEADLINE_MS = 20_000;

/** Ends with the last window, and lets the core close its databases before the process goes. */
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
