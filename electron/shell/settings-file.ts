import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../base/ports.ts';
import { createSettingsFile } from '../profiles/settings-store.ts';

/**
 * A small JSON file of the shell. Values are unknown: every reader parses. Failed writes throw ProblemError
 * `not-saved-disk-full`, `folder-read-only` or `database-busy`; the values are then unchanged.
 */
export interface SettingsFile {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
  /** Removes all values; does not create a file. */
  readonly clear: () => void;
}

/** The settings of the window and its tray, of which nothing is secret. */
export type WindowSettings = Pick<SettingsFile, 'get' | 'set'>;

const content = z.record(z.string(), z.unknown());

/**
 * Opens `<dataDir>/<name>.json`, which this process alone writes. An unreadable file is renamed to
 * `<name>.json.unreadable`, reported in the log, and replaced by an empty one, because the app must open.
 */
export function openSettingsFile(dataDir: string, name: string, log: Log): SettingsFile {
  const file = join(dataDir, `${name}.json`);
  const store = createSettingsFile(file);
  let values: ReadonlyMap<string, unknown>;
  try {
    values = new Map(Object.entries(content.parse(store.read() ?? {})));
  } catch {
    log('error', 'settings.unreadable', `${name}.json was kept aside`);
    renameSync(file, `${file}.unreadable`);
    values = new Map();
  }
  const write = (changed: ReadonlyMap<string, unknown>) => {
    store.write(Object.fromEntries(changed));
    values = changed;
  };
  return {
    get: (key) => values.get(key),
    set: (key, value) => write(new Map(values).set(key, value)),
    delete: (key) => {
      if (values.has(key)) write(new Map([...values].filter(([known]) => known !== key)));
    },
    clear: () => {
      if (values.size > 0) write(new Map());
    },
  };
}
