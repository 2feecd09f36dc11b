import type { JobId } from '../../shared/ids.ts';
import type { LogEntry } from '../../shared/relay/log.ts';
import { REDACTION, redactionsIn, REMOVAL, removalIn } from '../../shared/relay/removals.ts';

/**
 * Upper bound of files indexed per entry, above the number a checklist asks for. Further files are not found by their
 * digest.
 */
const DIGESTS_OF_ENTRY = 32;
/** Upper bound of names per batch. An entry of the largest size has fewer, so one entry always fits. */
const NAMES_OF_BATCH = 512;

/** The files that an entry names, as its data writes them; none for an entry about removing words or files. */
export function digestsIn({ type, data }: Pick<LogEntry, 'type' | 'data'>): readonly string[] {
  if (type === REDACTION || type === REMOVAL) return [];
  // Words of exactly 64 hex digits. The pattern is unambiguous, so it cannot backtrack.
  const found = new Set<string>();
  for (const [word] of data.matchAll(/[0-9a-f]+/g)) {
    if (word.length === 64) found.add(word);
    if (found.size === DIGESTS_OF_ENTRY) break;
  }
  return [...found];
}

/** Entry types that a reviewer's laptop writes about a job of another laptop. */
const OF_REVIEWERS: ReadonlySet<string> = new Set([
  'review-approved',
  'review-rework',
  'review-reopened',
  'review-not-taken',
  'review-reinstated',
]);

/**
 * The job that an entry assigns to its token, as work of that laptop; null = none. A reviewer's entries do not assign
 * it: a review is withheld from laptops that did not do the job, and after a loss the reviewer's log may come back
 * first.
 */
export const ownJobIn = ({ jobId, type }: Pick<LogEntry, 'jobId' | 'type'>): JobId | null =>
  OF_REVIEWERS.has(type) ? null : jobId;

/**
 * Tests whether one write would redact or remove more items than allowed: each costs the writing thread several
 * look-ups.
 */
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
