import type { LogEntry, LogHead } from '../../shared/relay/log.ts';
import { REDACTION, redactionsIn } from '../../shared/relay/removals.ts';
import { entryHash } from './append.ts';

/** An entry that cannot be hashed any more, until a later one vouches for what is left of it. */
interface Awaiting {
  readonly entry: LogEntry;
  /** The last sound entry before it. */
  readonly before: LogHead;
  /** The number of the entry that vouches for it. */
  readonly by: number | null;
}

/** The vouchers for redacted entries, as a log is read in its order. The last that names an entry is the one that counts. */
export interface Vouching {
  /** A redacted entry was met. */
  readonly await: (entry: LogEntry, before: LogHead) => void;
  /** Takes what an entry says of those before it, where the entry is what it says. */
  readonly hear: (entry: LogEntry) => void;
  /** How many redacted entries were met. */
  readonly awaited: () => number;
  readonly firstUnvouched: () => Pick<Awaiting, 'entry' | 'before'> | null;
  /** Where a log is sound up to `trusted` only, and nothing that lies behind it may vouch for anything. */
  readonly withoutLaterWord: (trusted: LogHead) => LogHead;
}

export function createVouching(): Vouching {
  const awaiting: Awaiting[] = [];
  const placesOf = new Map<number, readonly number[]>();
  return {
    await: (entry, before) => {
      placesOf.set(entry.number, [...(placesOf.get(entry.number) ?? []), awaiting.length]);
      awaiting.push({ entry, before, by: null });
    },
    hear: (entry) => {
      if (awaiting.length === 0 || entry.type !== REDACTION || entry.redacted === true) return;
      if (entryHash(entry) !== entry.hash) return;
      for (const { number, hash, rest } of redactionsIn(entry)) {
        for (const place of placesOf.get(number) ?? []) {
          const one = awaiting[place];
          if (one === undefined) continue;
          const isIt = one.entry.hash === hash && entryHash(one.entry) === rest;
          awaiting[place] = { ...one, by: isIt ? entry.number : null };
        }
      }
    },
    awaited: () => awaiting.length,
    firstUnvouched: () => awaiting.find(({ by }) => by === null) ?? null,
    withoutLaterWord: (trusted) =>
      awaiting.find(({ by }) => by === null || by > trusted.number)?.before ?? trusted,
  };
}

/** For a log that is read in pieces: the reader asks for all redactions of an entry, wherever they stand. */
export const elsewhereVouched: Vouching = {
  await: () => undefined,
  hear: () => undefined,
  awaited: () => 0,
  firstUnvouched: () => null,
  withoutLaterWord: (trusted) => trusted,
};
