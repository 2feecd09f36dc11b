import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { ipcMain } from 'electron';
import Store from 'electron-store';
import { asFileProblem } from '../db/file-problem.ts';
import type { Log } from '../base/ports.ts';

/**
 * A small JSON file of the shell. Values are unknown: every reader parses. Failed writes throw ProblemError
 * `not-saved-disk-full`, `folder-read-only` or `database-busy`.
 */
export interface SettingsFile {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
  /** Removes all values; does not create a file. */
  readonly clear: () => void;
}

/**
 * Opens `<dataDir>/<name>.json`. An unreadable file is renamed to `<name>.json.unreadable`, reported in the log,
 * and replaced by an empty one, because the app must open.
 */
export function openSettingsFile(dataDir: string, name: string, log: Log): SettingsFile {
  const open = (): SettingsFile => {
    const store = new Store({ cwd: dataDir, name });
    // electron-store would answer any window with this folder's path; calls.ts must stay the only receiver.
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
