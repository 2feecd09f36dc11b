import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../../shared/parsing.ts';
import { syncFolderNow } from '../base/folder-sync.ts';
import { asFileProblem } from '../db/file-problem.ts';
import type { Log } from '../base/ports.ts';

/* Small JSON files with settings: whole documents, and values by key. */

/** A small document of settings that are not secret, one store per document. */
export interface SettingsStore {
  /**
   * The parsed JSON without validation: every reader validates. Undefined when the file does not exist. A file that
   * is not JSON is returned as its text, so that it can be set aside.
   */
  readonly read: () => unknown;
  /**
   * Replaces the document atomically and durably. ProblemErrors: `not-saved-disk-full`, `folder-read-only`,
   * `database-busy`; the previous document is then unchanged, unless the disk fails in the sync of the folder.
   */
  readonly write: (value: unknown) => void;
}

const OWNER_ONLY = 0o600;
const notThere = z.object({ code: z.literal('ENOENT') });

/** A document in a JSON file. A crash leaves the old or the new document, never a part. */
export function createSettingsFile(file: string): SettingsStore {
  return {
    read: () => {
      let text: string;
      try {
        text = readFileSync(file, 'utf8');
      } catch (cause) {
        if (notThere.safeParse(cause).success) return undefined;
        throw cause;
      }
      const value = readJson(text);
      return value === undefined ? text : value;
    },
    write: (value) => {
      const text = `${JSON.stringify(value, null, 2)}\n`;
      asFileProblem(file, () => replace(file, text));
    },
  };
}

function replace(file: string, text: string): void {
  const folder = dirname(file);
  const made = mkdirSync(folder, { recursive: true });
  if (made !== undefined) syncFolderNow(dirname(made));
  const fresh = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    writeSynced(fresh, text);
    renameSync(fresh, file);
    syncFolderNow(folder);
  } catch (cause) {
    rmSync(fresh, { force: true });
    throw cause;
  }
}

function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', OWNER_ONLY);
  try {
    // A single write may be partial when the disk is nearly full; `writeFileSync` writes everything or throws.
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * A small JSON file with values by key. Values are unknown: every reader parses. Failed writes throw ProblemError
 * `not-saved-disk-full`, `folder-read-only` or `database-busy`; the values are then unchanged.
 */
export interface KeyedSettings {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
  /** Removes all values; does not create a file. */
  readonly clear: () => void;
}

/** The settings of the window and its tray, of which nothing is secret. */
export type WindowSettings = Pick<KeyedSettings, 'get' | 'set'>;

const content = z.record(z.string(), z.unknown());

/**
 * Opens `<dataDir>/<name>.json`, which this process alone writes. An unreadable file is renamed to
 * `<name>.json.unreadable`, reported in the log, and replaced by an empty one, because the app must open. Values of
 * unknown keys, which an earlier build wrote, are removed.
 */
export function openKeyedSettings(
  dataDir: string,
  name: string,
  log: Log,
  isKnown: (key: string) => boolean = () => true,
): KeyedSettings {
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
  /** The file still has values of unknown keys; its next write removes them. */
  let hasUnknown = false;
  const write = (changed: ReadonlyMap<string, unknown>) => {
    store.write(Object.fromEntries(changed));
    values = changed;
    hasUnknown = false;
  };
  const known = new Map([...values].filter(([key]) => isKnown(key)));
  if (known.size < values.size) {
    values = known;
    hasUnknown = true;
    try {
      write(known);
    } catch {
      log('warn', 'settings.not-cleaned', `${name}.json has values of an earlier build`);
    }
  }
  return {
    get: (key) => values.get(key),
    set: (key, value) => write(new Map(values).set(key, value)),
    delete: (key) => {
      if (values.has(key)) write(new Map([...values].filter(([other]) => other !== key)));
    },
    clear: () => {
      if (values.size > 0 || hasUnknown) write(new Map());
    },
  };
}
