import type { JobView } from '../../shared/domain/job.ts';
import { z } from 'zod';
import { speakerOf } from '../../shared/domain/reviewing.ts';
import { LABEL_ITEM } from '../../shared/domain/box-label.ts';
import type { LogEntryRow } from '../db/tables/queue/log-entries.ts';

const data = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** What an entry tells. */
export type HistoryFacts = Readonly<Record<string, string | number | boolean | null>>;

/** Entries that are told to the person in the "This job" list; the rest stays in the log. */
const told = new Set([
  'job-started',
  'car-chosen',
  'car-created',
  'key-chosen',
  'step-skipped',
  'checklist-chosen',
  'answer-forced',
  'photo-taken',
  'photo-removed',
  'label-read',
  'label-added',
  'signed',
  'signature-taken-back',
  'checklist-completed',
  'box-chosen',
  'box-replaced',
  'box-forced',
  'group-chosen',
  'leaving-box-chosen',
  'new-box-chosen',
  'box-leaves',
  'restore-requested',
  'access-gone-with-box',
  'access-stayed',
  'verification-started',
  'access-observed',
  'removal-requested',
  'checklist-answered',
  'job-finished',
  'review-received',
  'rework-begun',
  'rework-done',
  'job-handed-over',
  'job-taken-over',
  'operation-done',
  'operation-blocked',
  'operation-failed',
  'operation-decided',
]);

/** The log of a job as dated sentences, oldest first. */
export function historyOf(entries: readonly LogEntryRow[]): JobView['history'] {
  const read = entries
    .filter(({ type }) => isTold(type))
    .map(({ at, type, data: facts }) => ({ at, type, facts: data.parse(JSON.parse(facts)) }))
    // A first answer is no news; another one in its place is.
    .filter(({ type, facts }) => type !== 'checklist-answered' || facts['before'] !== undefined);
  const again = new Set(
    read.filter(({ type }) => type === 'restore-requested').map(({ facts }) => facts['operation']),
  );
  return read.map(({ at, type, facts }) => ({
    at,
    says: { key: historyKey(type, facts, again.has(facts['operation'])), params: textParams(facts) },
  }));
}

/** Has the entry a sentence in the list? */
export function isTold(type: string): boolean {
  return told.has(type);
}

/**
 * The key of the sentence of a told entry. `again`: the operation makes an access again that a Box took with it, so it is
 * no test access.
 */
export function historyKey(type: string, facts: HistoryFacts, again: boolean): string {
  if (type === 'operation-done' || type === 'operation-blocked' || type === 'operation-failed') {
    return `history.${type}.${String(facts['kind'])}${again ? '-again' : ''}`;
  }
  if (type === 'access-observed') {
    return `history.access-observed.${String(facts['what'])}-${facts['worked'] === true ? 'yes' : 'no'}`;
  }
  if (type === 'checklist-answered') return 'history.checklist-changed';
  if (type === 'review-received') return `history.review-received.${String(facts['verdict'])}`;
  if (facts['item'] === LABEL_ITEM && type !== 'label-added') {
    return type === 'photo-removed' ? 'history.label-removed' : 'history.label-taken';
  }
  if (type === 'step-skipped') return `history.step-skipped.${String(facts['step'])}`;
  return `history.${type}`;
}

/** What fills the sentence. */
export function textParams(facts: HistoryFacts): Record<string, string | number> {
  const entries = Object.entries(facts).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, value] as const] : [],
  );
  const { reviewer, by } = facts;
  const speaker =
    typeof reviewer === 'string' ? speakerOf({ worker: typeof by === 'string' ? by : '', reviewer }) : '';
  return { ...Object.fromEntries(entries), ...(speaker === '' ? {} : { speaker }) };
}
