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
import { readJson } from '../../shared/json-text.ts';

/** A small document of settings that are not secret, one store per document. */
export interface SettingsStore {
  /**
   * The document as it was written, unparsed: every reader parses. Undefined when there is none yet. A text that is not
   * JSON comes back as that text, so that it can be kept aside.
   */
  readonly read: () => unknown;
  /**
   * Replaces the document; once returned it is on disk, whole. ProblemErrors: `not-saved-disk-full`, `folder-read-only`,
   * `database-busy`; then the one before is there.
   */
  readonly write: (value: unknown) => void;
}

const OWNER_ONLY = 0o600;
const notThere = z.object({ code: z.literal('ENOENT') });

/** Keeps a document as a JSON file. A crash leaves the old one or the new one, never half of either. */
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
    // Where the disk is nearly full, a single write may be partial: half a document would replace a whole one.
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
