import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { ipcMain } from 'electron';
import Store from 'electron-store';
import { asFileProblem } from '../db/file-problem.ts';
import type { Log } from '../base/ports.ts';

/**
 * A small JSON file of the shell's own. Values are unknown on purpose: every reader parses. What cannot be written is a ProblemError
 * `not-saved-disk-full`, `folder-read-only` or `database-busy`.
 */
export interface SettingsFile {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
  /** Forgets everything; writes nothing where nothing is kept. */
  readonly clear: () => void;
}

/**
 * Opens `<dataDir>/<name>.json`. A file that cannot be read is kept aside as `<name>.json.unreadable`, said in the log,
 * and started again: the app must open.
 */
export function openSettingsFile(dataDir: string, name: string, log: Log): SettingsFile {
  const open = (): SettingsFile => {
    const store = new Store({ cwd: dataDir, name });
    // It offers the window this folder's path, for any caller; the one way in is calls.ts.
    ipcMain.removeAllListeners('electron-store-get-data');
    return {
      get: (key) => store.get(key),
      set: (key, value) => asFileProblem(store.path, () => store.set(key, value)),
      delete: (key) => asFileProblem(store.path, () => store.delete(key)),
      clear: () => {
        if (store.size > 0) asFileProblem(store.path, () => store.clear());
      },
    };
  };
  try {
    return open();
  } catch {
    const file = join(dataDir, `${name}.json`);
    log('error', 'settings.unreadable', `${name}.json was kept aside`);
    renameSync(file, `${file}.unreadable`);
    return open();
  }
}
