import { app } from 'electron';

/**
 * A core that cannot close in this time is left: every commit is already on disk. The windows are gone by then, so that a slow disk
 * or a busy machine may take its time.
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
