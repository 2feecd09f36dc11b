import type { JobId } from '../../shared/ids.ts';
import type { LogEntry } from '../../shared/relay/log.ts';
import { REDACTION, redactionsIn, REMOVAL, removalIn } from '../../shared/relay/removals.ts';

/** More files than a checklist asks for; what an entry names beyond that is not found by its digest. */
const DIGESTS_OF_ENTRY = 32;
/** An entry of the largest size names fewer: one entry alone always fits. */
const NAMES_OF_BATCH = 512;

/** The files that an entry names, as its data writes them. An entry about removing words or files names none. */
export function digestsIn({ type, data }: Pick<LogEntry, 'type' | 'data'>): readonly string[] {
  if (type === REDACTION || type === REMOVAL) return [];
  // Words of exactly 64 hex digits. The pattern has no part that could be matched in two ways.
  const found = new Set<string>();
  for (const [word] of data.matchAll(/[0-9a-f]+/g)) {
    if (word.length === 64) found.add(word);
    if (found.size === DIGESTS_OF_ENTRY) break;
  }
  return [...found];
}

/** Entries that a reviewer's laptop writes of a job of another laptop. */
const OF_REVIEWERS: ReadonlySet<string> = new Set([
  'review-approved',
  'review-rework',
  'review-reopened',
  'review-not-taken',
]);

/**
 * The job that an entry makes its token's own, as the entry of a laptop that works on it; null = none. A reviewer's words do not: a
 * review is withheld from the laptops that did not do the job, and after a loss the reviewer's log may come back first.
 */
export const ownJobIn = ({ jobId, type }: Pick<LogEntry, 'jobId' | 'type'>): JobId | null =>
  OF_REVIEWERS.has(type) ? null : jobId;

/** Whether one write would redact or remove more things than it may: each of them costs the writer several look-ups. */
export function namesTooMuch(entries: readonly LogEntry[]): boolean {
  let names = 0;
  for (const entry of entries) {
    names += redactionsIn(entry).length;
    const removal = removalIn(entry);
    if (removal !== null)
      names += removal.jobs.length + removal.reviews.length + removal.photos.length + removal.plans.length;
    if (names > NAMES_OF_BATCH) return true;
  }
  return false;
}
