import type { LogFaultKind } from '../../shared/domain/trust.ts';
import { LOG_CHAIN_START, type LogEntry, type LogHead } from '../../shared/relay/log.ts';
import { entryHash } from './append.ts';
import { createVouching, type Vouching } from './vouching.ts';

/** The fault, reported for the first bad entry, or for the first that is missing. */
export interface LogFault {
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
