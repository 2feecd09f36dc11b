import type { LogFaultKind } from '../../shared/domain/trust.ts';
import { LOG_CHAIN_START, type LogEntry, type LogHead } from '../../shared/relay/log.ts';
import { REDACTION, redactionsIn } from '../../shared/relay/removals.ts';
import { entryHash } from './append.ts';

/** A fault of the first bad or missing entry. */
interface LogFault {
  readonly kind: LogFaultKind;
  readonly number: number;
  /** Null when the entry is missing. */
  readonly entry: LogEntry | null;
}

/**
 * `sound`: all entries up to `head` are present and unchanged, except for `redacted` ones for which later entries
 * vouch. `trusted`: the log is verified up to there.
 */
export type LogFindings =
  | { readonly kind: 'sound'; readonly head: LogHead; readonly redacted: number }
  | { readonly kind: 'broken'; readonly trusted: LogHead; readonly fault: LogFault };

/**
 * Reads a log once in order and returns its first bad entry. A hash chain cannot detect that its end was cut off or
 * that all of it was rewritten. Heads from another source detect that: the relay's, or one printed on a report.
 *
 * @param known earlier heads of this log, in any order.
 * @param start the start of the chain: number 0, or the entry of another chain that it continues.
 * @param vouching the vouchers for redacted entries; left out: the entries that are read.
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
    vouching.onEntry(entry);
    // A missing entry may follow later in the log, and so may the redaction that vouches for entries read already.
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

/** A redacted entry: its hash cannot be verified until a later entry vouches for what is left. */
interface Awaiting {
  readonly entry: LogEntry;
  /** The last verified entry before it. */
  readonly before: LogHead;
  /** The number of the entry that vouches for it; null = none so far. */
  readonly by: number | null;
}

/**
 * Collects the redactions that vouch for redacted entries while a log is read in order. The last redaction of an entry
 * counts.
 */
interface Vouching {
  /** Called for a redacted entry. */
  readonly await: (entry: LogEntry, before: LogHead) => void;
  /** Reads an entry's redactions of earlier entries, if the entry's own hash is valid. */
  readonly onEntry: (entry: LogEntry) => void;
  /** Number of redacted entries so far. */
  readonly awaited: () => number;
  readonly firstUnvouched: () => Pick<Awaiting, 'entry' | 'before'> | null;
  /** The last verified head if redactions after `trusted` do not count. */
  readonly withoutLaterWord: (trusted: LogHead) => LogHead;
}

/** Creates an empty collection, for a log that is read once from its start. */
export function createVouching(): Vouching {
  const awaiting: Awaiting[] = [];
  const placesOf = new Map<number, readonly number[]>();
  return {
    await: (entry, before) => {
      placesOf.set(entry.number, [...(placesOf.get(entry.number) ?? []), awaiting.length]);
      awaiting.push({ entry, before, by: null });
    },
    onEntry: (entry) => {
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

/** For a log that is verified in parts: the reader queries the redactions of an entry itself, in any part. */
export const vouchedByCopies: Vouching = {
  await: () => undefined,
  onEntry: () => undefined,
  awaited: () => 0,
  firstUnvouched: () => null,
  withoutLaterWord: (trusted) => trusted,
};
