import type { Database } from '../../../electron/db/open.ts';

/** Remembers the newest entry of the log after each commit: what was written once must be there for ever. */
export interface LogWitness {
  /** To be called after each commit. */
  readonly look: (database: Database) => void;
  /** The disk was set back to a log of so many entries. */
  readonly forgetAfter: (number: number) => void;
  /** Hashes of entries that were seen, by number. */
  readonly seen: ReadonlyMap<number, string>;
}

/** Has seen nothing yet. */
export function createLogWitness(): LogWitness {
  const seen = new Map<number, string>();
  return {
    seen,
    forgetAfter: (last) => {
      for (const number of seen.keys()) if (number > last) seen.delete(number);
    },
    look: ({ sqlite }) => {
      // Most commits bring no entry, and reading the hash as well takes twice the time.
      const number = sqlite.prepare<[], number | null>('SELECT max(number) FROM log_entry').pluck().get();
      if (number === null || number === undefined || seen.has(number)) return;
      const hash = sqlite
        .prepare<[number], string>('SELECT hash FROM log_entry WHERE number = ?')
        .pluck()
        .get(number);
      if (hash !== undefined) seen.set(number, hash);
    },
  };
}
