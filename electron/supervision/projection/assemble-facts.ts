import type { otherEntries } from '../../../shared/log/entries-of-log.ts';
import { type KnownEntryOf, type LogType, placingOf } from '../../../shared/log/entries.ts';
import { REDACTION, REMOVAL } from '../../../shared/relay/removals.ts';
import { HOUR } from '../../../shared/time.ts';
import { type ChainedEntry, type EntryRules, placeOf, type ReadEntry, inOrder } from './entry.ts';
import { emptyFacts, type Hand, type JobFacts } from './job-facts.ts';
import { operationRules } from './read-operations.ts';
import { stepRules } from './read-steps.ts';

/** A longer gap between entries counts as a break, not as work. */
const BREAK_MS = HOUR;

/**
 * Derives the facts of one job from all its entries. Pure; independent of the order of arrival and of duplicates.
 * Throws RangeError for an empty list.
 */
export function assembleFacts(entries: readonly ChainedEntry[]): {
  readonly facts: JobFacts;
  readonly ordered: readonly ReadEntry[];
} {
  const ordered = inOrder(entries);
  const [first] = ordered;
  if (first === undefined) throw new RangeError('a job has entries');
  const { at } = first;
  const job = emptyFacts({ at, worker: first.entry.worker, place: placeOf(first) });
  const known = new Map<string, Hand>();
  let before = first;
  for (const read of ordered) {
    if (job.finishedAt === null) job.workedMs += workBetween(before, read);
    hands(job, known, read);
    offset(job, read);
    if (read.known !== null) follow(job, read, read.known.type, read.known.facts);
    job.lastAt = read.at;
    job.lastEntry = placeOf(read);
    before = read;
  }
  return { facts: job, ordered };
}

/** Reviews are read from their own table, and entries about the log itself do not affect a job. */
const otherRules: EntryRules<(typeof otherEntries)[number]['type']> = {
  'review-approved': null,
  'review-rework': null,
  'review-reopened': null,
  'job-planned': null,
  'box-moved': null,
  'box-marked': null,
  'instruction-published': null,
  'instruction-withdrawn': null,
  'publication-published': null,
  'publication-taken': null,
  'publisher-accepted': null,
  'review-not-taken': null,
  'review-reinstated': null,
  'review-received': null,
  'log-continued': null,
  'data-restored': null,
  'data-set-back': null,
  'device-key-accepted': null,
  'removal-received': null,
  'removal-decided': null,
  'removal-carried-out': null,
  'removal-withdrawn': null,
  [REDACTION]: null,
  [REMOVAL]: null,
};

const rules: EntryRules<LogType> = { ...stepRules, ...operationRules, ...otherRules };

function follow<Type extends LogType>(
  job: JobFacts,
  read: ReadEntry,
  type: Type,
  facts: KnownEntryOf<Type>['facts'],
): void {
  rules[type]?.(job, facts, read);
}

function workBetween(before: ReadEntry, read: ReadEntry): number {
  const gap = read.at - before.at;
  return gap > BREAK_MS ? 0 : gap;
}

/**
 * `known` indexes the job's workers by log and name, because a forged log can name as many workers as it has entries.
 */
function hands(job: JobFacts, known: Map<string, Hand>, read: ReadEntry): void {
  // Excluded from working time: the operator answers at any time, and supervisors work elsewhere.
  if (placingOf(read.entry.type)?.work === false) return;
  const { worker } = read.entry;
  job.installer = worker;
  job.chain = read.chain;
  // Chain ids all have the same length, so the key is unambiguous.
  const key = read.chain + worker;
  const hand = known.get(key);
  if (hand === undefined) {
    const made: Hand = { worker, chain: read.chain, from: read.at, until: read.at, entries: 1 };
    known.set(key, made);
    job.hands.push(made);
    return;
  }
  hand.until = read.at;
  hand.entries += 1;
}

function offset(job: JobFacts, read: ReadEntry): void {
  const ms = read.entry.clockOffsetMs;
  if (ms === null || Math.abs(ms) <= Math.abs(job.worstOffset?.ms ?? 0)) return;
  job.worstOffset = { ms, place: placeOf(read) };
}
