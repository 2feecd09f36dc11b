import type { LogFaultKind } from '../../shared/domain/trust.ts';
import { LOG_CHAIN_START, type LogEntry, type LogHead } from '../../shared/relay/log.ts';
import { REDACTION, redactionsIn } from '../../shared/relay/removals.ts';
import { entryHash } from './append.ts';

/** The fault, reported for the first bad entry, or for the first that is missing. */
interface LogFault {
  readonly kind: LogFaultKind;
  readonly number: number;
  /** Null where it is missing. */
  readonly entry: LogEntry | null;
}

/**
 * `sound`: every entry is as it was written, but for `redacted` of them of which later entries say what was removed, and none is
 * missing up to `head`. `trusted`: up to there all is sound.
 */
export type LogFindings =
  | { readonly kind: 'sound'; readonly head: LogHead; readonly redacted: number }
  | { readonly kind: 'broken'; readonly trusted: LogHead; readonly fault: LogFault };

/**
 * Reads a log once, in the order it is kept, and names its first bad entry. What a chain cannot know of itself (its end was
 * cut off, or all of it was rewritten) is found by heads known from elsewhere: the relay's, or one printed on a report.
 *
 * @param known heads that this log had at some time, in any order.
 * @param start where the chain begins: number 0, or the entry of another chain that it continues.
 * @param vouching who vouches for redacted entries; left out: the entries that are read.
 */
export async function verifyLog(
  entries: AsyncIterable<LogEntry> | Iterable<LogEntry>,
  known: readonly LogHead[] = [],
  start: LogHead = { number: 0, hash: LOG_CHAIN_START },
  vouching: Vouching = createVouching(),
): Promise<LogFindings> {
  let trusted = start;
  let fault: LogFault | null = null;
  for await (const entry of entries) {
    if (fault === null) {
      if (entry.redacted === true) vouching.await(entry, trusted);
      fault = faultOf(entry, trusted, known);
      if (fault === null) trusted = { number: entry.number, hash: entry.hash };
    } else if (fault.kind === 'removed' && entry.number === fault.number) {
      fault = { kind: 'reordered', number: fault.number, entry };
    }
    vouching.hear(entry);
    // A missing entry may be somewhere behind, and so may the one that vouches for entries read already.
    if (fault !== null && fault.kind !== 'removed' && vouching.awaited() === 0) break;
  }
  const unvouched = vouching.firstUnvouched();
  if (unvouched !== null) {
    const { entry, before } = unvouched;
    return broken(before, { kind: 'changed', number: entry.number, entry });
  }
  if (fault !== null) return broken(vouching.withoutLaterWord(trusted), fault);
  const next = trusted.number + 1;
  return known.some(({ number }) => number >= next)
    ? broken(vouching.withoutLaterWord(trusted), { kind: 'truncated', number: next, entry: null })
    : { kind: 'sound', head: trusted, redacted: vouching.awaited() };
}

const broken = (trusted: LogHead, fault: LogFault): LogFindings => ({ kind: 'broken', trusted, fault });

function faultOf(entry: LogEntry, before: LogHead, known: readonly LogHead[]): LogFault | null {
  const { number } = entry;
  const is = (kind: LogFaultKind): LogFault => ({ kind, number, entry });
  if (entry.redacted !== true && entryHash(entry) !== entry.hash) return is('changed');
  if (number <= before.number) return is('inserted');
  if (number > before.number + 1) return { kind: 'removed', number: before.number + 1, entry: null };
  if (entry.previousHash !== before.hash) return is('unlinked');
  return known.some((head) => head.number === number && head.hash !== entry.hash) ? is('other-log') : null;
}

/** An entry that cannot be hashed any more, until a later one vouches for what is left of it. */
interface Awaiting {
  readonly entry: LogEntry;
  /** The last sound entry before it. */
  readonly before: LogHead;
  /** The number of the entry that vouches for it. */
  readonly by: number | null;
}

/** The vouchers for redacted entries, as a log is read in its order. The last that names an entry is the one that counts. */
interface Vouching {
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
