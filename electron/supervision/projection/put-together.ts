import { HOUR } from '../../../shared/time.ts';
import { type ChainedEntry, placeOf, type ReadEntry } from './entry.ts';
import { emptyFacts, type JobFacts } from './job-facts.ts';
import { inOrder } from './order.ts';
import { operationRules } from './read-operations.ts';
import { stepRules } from './read-steps.ts';

/** A job is left alone for longer than this: that is a break, no work. */
const BREAK_MS = HOUR;

/** What happens without an installer's hands: the operator's answers come in their own time, supervisors sit elsewhere. */
const byItself = new Set([
  'operation-done',
  'operation-accepted',
  'operation-unknown',
  'operation-blocked',
  'operation-failed',
  'result-contradicts',
  'access-given-twice',
  'access-gone-with-box',
  'access-stayed',
  'review-approved',
  'review-rework',
  'review-reopened',
  'review-not-taken',
  'review-received',
]);

/**
 * What all entries of one job say of it. Pure, and the same for any order of arrival and any repetition; throws RangeError
 * for no entries.
 */
export function putTogether(entries: readonly ChainedEntry[]): {
  readonly facts: JobFacts;
  readonly ordered: readonly ReadEntry[];
} {
  const ordered = inOrder(entries);
  const [first] = ordered;
  if (first === undefined) throw new RangeError('a job has entries');
  const { at } = first;
  const job = emptyFacts({ at, worker: first.entry.worker, place: placeOf(first) });
  let before = first;
  for (const read of ordered) {
    if (job.finishedAt === null) job.workedMs += workBetween(before, read);
    hands(job, read);
    offset(job, read);
    const rule = stepRules[read.entry.type] ?? operationRules[read.entry.type];
    rule?.(job, read);
    job.lastAt = read.at;
    job.lastEntry = placeOf(read);
    before = read;
  }
  return { facts: job, ordered };
}

function workBetween(before: ReadEntry, read: ReadEntry): number {
  const gap = read.at - before.at;
  return gap > BREAK_MS ? 0 : gap;
}

function hands(job: JobFacts, read: ReadEntry): void {
  if (byItself.has(read.entry.type)) return;
  const { worker } = read.entry;
  job.installer = worker;
  job.chain = read.chain;
  const hand = job.hands.find((one) => one.worker === worker && one.chain === read.chain);
  if (hand === undefined) {
    job.hands.push({ worker, chain: read.chain, from: read.at, until: read.at, entries: 1 });
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
