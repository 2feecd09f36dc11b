import { createHash } from 'node:crypto';
import { canonicalLogEntry, type LogBroken, type LogEntry, type LogHead } from '../../shared/relay/log.ts';

export type BadEntry = { readonly reason: LogBroken['reason']; readonly entry: LogEntry };

/** SHA-256 of the canonical form, hex. */
export function logEntryHash(entry: Omit<LogEntry, 'hash'>): string {
  return createHash('sha256').update(canonicalLogEntry(entry), 'utf8').digest('hex');
}

/** The first entry that is not what it says, or does not follow the one before it in the batch; null when all do. */
export function firstBadEntry(entries: readonly LogEntry[]): BadEntry | null {
  let before: LogEntry | null = null;
  for (const entry of entries) {
    if (logEntryHash(entry) !== entry.hash) return { reason: 'hash', entry };
    if (before !== null && entry.number !== before.number + 1) return { reason: 'order', entry };
    if (before !== null && entry.previousHash !== before.hash) return { reason: 'link', entry };
    before = entry;
  }
  return null;
}

/** What a batch that is sound in itself means to a chain that has come to `head`. */
export type AppendPlan =
  | { readonly kind: 'append'; readonly fresh: readonly LogEntry[] }
  | { readonly kind: 'gap' }
  | ({ readonly kind: 'broken' } & BadEntry);

/** @param known the hashes the chain has, by number, at least for the numbers of the batch up to the head. */
export function planAppend(
  head: LogHead,
  known: ReadonlyMap<number, string>,
  entries: readonly LogEntry[],
): AppendPlan {
  const rewritten = entries.find(({ number, hash }) => {
    if (number === head.number) return hash !== head.hash;
    // One that is not known any more was dropped by age, and cannot be compared.
    return number < head.number && (known.get(number) ?? hash) !== hash;
  });
  if (rewritten !== undefined) return { kind: 'broken', reason: 'rewritten', entry: rewritten };
  const fresh = entries.filter((entry) => entry.number > head.number);
  const [first] = fresh;
  if (first === undefined) return { kind: 'append', fresh };
  if (first.number > head.number + 1) return { kind: 'gap' };
  if (first.previousHash !== head.hash) return { kind: 'broken', reason: 'link', entry: first };
  return { kind: 'append', fresh };
}
