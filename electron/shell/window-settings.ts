import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../base/ports.ts';
import { createSettingsFile } from '../profiles/settings-store.ts';
import type { SettingsFile } from './settings-file.ts';

/** The settings of the window and its tray, of which nothing is secret. */
export type WindowSettings = Pick<SettingsFile, 'get' | 'set'>;

const values = z.record(z.string(), z.unknown());

/**
 * Opens `<dataDir>/window.json`. It is read before the window is created, so without electron-store, whose schema
 * library takes longer to load than the rest of the shell. An unreadable file is renamed to
 * `window.json.unreadable`, reported in the log, and replaced by an empty one, because the app must open.
 */
export function openWindowSettings(dataDir: string, log: Log): WindowSettings {
  const file = join(dataDir, 'window.json');
  const store = createSettingsFile(file);
  let known: Readonly<Record<string, unknown>>;
  try {
    known = values.parse(store.read() ?? {});
  } catch {
    log('error', 'settings.unreadable', 'window.json was kept aside');
    renameSync(file, `${file}.unreadable`);
    known = {};
  }
  return {
    get: (key) => known[key],
    set: (key, value) => {
      const changed = { ...known, [key]: value };
      store.write(changed);
      known = changed;
    },
  };
}
