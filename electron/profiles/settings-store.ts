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
import { dirname } from 'node:path';
import { z } from 'zod';
import { asFileProblem } from '../db/file-problem.ts';
import { readJson } from '../../shared/parsing.ts';

/** A small document of settings that are not secret, one store per document. */
export interface SettingsStore {
  /**
   * The parsed JSON without validation: every reader validates. Undefined when the file does not exist. A file that
   * is not JSON is returned as its text, so that it can be set aside.
   */
  readonly read: () => unknown;
  /**
   * Replaces the document atomically and durably. ProblemErrors: `not-saved-disk-full`, `folder-read-only`,
   * `database-busy`; the previous document is then unchanged.
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
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    writeSynced(fresh, text);
    renameSync(fresh, file);
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
