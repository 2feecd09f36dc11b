import type { AnswerOrigin } from '../../../shared/domain/checklist.ts';
import type { EarlierAnswer } from '../../../shared/domain/supervision-job.ts';
import { type FactsOf, type ReadEntry, wordsOf } from './entry.ts';
import type { AnswerFacts, JobFacts } from './job-facts.ts';

/* The answers to the items of a job's checklist. */

/** Upper bound of the earlier answers that are kept for one item. */
const MOST_EARLIER = 10;

/** Records an answer; null = the entry names no item. */
export function answerOf(
  job: JobFacts,
  facts: FactsOf<'signature-taken-back'>,
  { at, entry }: ReadEntry,
  answer: string | number | boolean | null,
): AnswerFacts | null {
  const item = wordsOf(facts.item);
  if (item === null) return null;
  const words = wordsOf(facts.text) ?? item;
  const given: AnswerFacts = {
    item, words, answer, at, worker: entry.worker, notApplicable: null, origin: null, forced: null,
    earlier: job.answers.get(item)?.earlier ?? [],
  }; // prettier-ignore
  job.answers.set(item, given);
  if (facts.phase === 'before') job.beforeOpen = true;
  else if (job.checklist !== null) job.checklist.afterAt = null;
  return given;
}

/**
 * The answers that an answer replaces. After a withdrawal the log names no replaced answer, so the earlier ones are
 * used.
 */
export function earlierOf(
  former: AnswerFacts | undefined,
  { before }: FactsOf<'checklist-answered'>,
): EarlierAnswer[] {
  if (former === undefined) return [];
  const { answer, notApplicable, at, worker, earlier } = former;
  if (answer === null && notApplicable === null) return earlier;
  return before === undefined ? [] : [...earlier, { answer, notApplicable, at, worker }].slice(-MOST_EARLIER);
}

/** How the answer was given; null = by itself. */
export function originOf({ together, asLastCar }: FactsOf<'checklist-answered'>): AnswerOrigin | null {
  if (asLastCar === true) return 'as-last-car';
  return together === true ? 'together' : null;
}

/** The permitted values of a forced answer. */
export function limitOf({ expected, min, max, unit = '' }: FactsOf<'answer-forced'>): string | null {
  if (expected !== undefined) return expected;
  if (min === undefined || max === undefined) return null;
  return `${min}–${max}${unit === '' ? '' : ` ${unit}`}`;
}
