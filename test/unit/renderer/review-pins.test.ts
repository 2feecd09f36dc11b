import { jobKind, stepsOf } from '../../../shared/domain/job-steps.ts';
import { reworkStepOf, reasonsFor, type JobReview, jobReview } from '../../../shared/domain/reviewing.ts';
import { reworkReason } from '../../../shared/relay/reviews.ts';
import { expect, test } from 'vitest';
import { openRequest, pinnedItem, pinnedStep } from '../../../renderer/components/review-pins.ts';
import { removalView } from '../../../shared/domain/job.ts';
import { exampleJob } from '../report/example-job.ts';

const DIGEST = 'a'.repeat(64);

function review(changes: Readonly<Record<string, unknown>> = {}): JobReview {
  return jobReview.parse({
    id: '019ab000-0000-7000-8000-000000000001',
    revision: 1,
    verdict: 'rework',
    reason: 'photo-unreadable',
    comment: 'The label is blurred.',
    pin: { at: 'job' },
    reviewer: 'Office',
    worker: 'Kim',
    at: 1,
    state: 'rework-asked',
    signature: 'verified',
    ...changes,
  });
}

const { template } = exampleJob().checklist;
const [first] = template.items;
if (first === undefined) throw new Error('the template has items');
const withPhoto = exampleJob({
  checklist: {
    template,
    kept: true,
    carried: [],
    toExplain: [],
    complete: true,
    answers: { [first.id]: { photos: [DIGEST] } },
  },
});
const removal = removalView.parse({
  ...exampleJob(),
  kind: 'removal',
  steps: Object.fromEntries(
    ['car', 'old-box', 'losses', 'take-out', 'checks', 'finish'].map((name) => [
      name,
      { state: 'confirmed', says: null },
    ]),
  ),
  removal: { box: null, losses: null, reason: null, operation: null, accesses: [] },
});

test('a rework request is open until it is sent back; every other review asks for nothing', () => {
  for (const state of ['rework-asked', 'rework-begun'] as const) {
    expect(openRequest({ review: review({ state }) })?.state).toBe(state);
  }
  for (const state of ['rework-done', 'approved', 'reopened'] as const) {
    expect(openRequest({ review: review({ state }) })).toBeNull();
  }
  expect(openRequest({ review: null })).toBeNull();
});

test('a request leads to the step that it is about, where this kind of job has it', () => {
  const job = exampleJob();
  expect(pinnedStep(job, review({ pin: { at: 'step', step: 'box' } }))).toBe('box');
  expect(pinnedStep(removal, review({ pin: { at: 'step', step: 'box' } }))).toBeNull();
  expect(pinnedStep(job, review({ pin: { at: 'item', item: first.id } }))).toBe('fitting');
  expect(pinnedStep(job, review({ pin: { at: 'photo', digest: DIGEST, item: null } }))).toBe('fitting');
  expect(pinnedStep(removal, review({ pin: { at: 'item', item: first.id } }))).toBe('checks');
});

test.each([
  ['wrong-place', 'fitting', null],
  ['wrong-serial', 'box', null],
  ['photo-missing', 'fitting', 'checks'],
  ['photo-unreadable', 'fitting', 'checks'],
  ['checklist-wrong', 'fitting', 'checks'],
  ['access-not-proven', 'verify', null],
  ['paperwork', 'finish', 'finish'],
  ['other', 'finish', 'finish'],
] as const)(
  'a request about the whole job for %s is corrected at %s, in a removal at %s',
  (reason, step, inRemoval) => {
    expect(pinnedStep(exampleJob(), review({ reason }))).toBe(step);
    expect(pinnedStep(removal, review({ reason }))).toBe(inRemoval);
  },
);

test('a request leads to its item, by the item’s own name or by the photo that was given for it', () => {
  expect(pinnedItem(withPhoto, review({ pin: { at: 'item', item: first.id } }))?.id).toBe(first.id);
  expect(pinnedItem(withPhoto, review({ pin: { at: 'photo', digest: DIGEST, item: null } }))?.id).toBe(
    first.id,
  );
  expect(pinnedItem(withPhoto, review({ pin: { at: 'photo', digest: DIGEST, item: first.id } }))?.id).toBe(
    first.id,
  );
});

test('a request about another photo, an item that is not here, a step or the whole job leads to no item', () => {
  const other = review({ pin: { at: 'photo', digest: 'b'.repeat(64), item: null } });
  expect(pinnedItem(withPhoto, other)).toBeNull();
  expect(pinnedItem(withPhoto, review({ pin: { at: 'item', item: 'no-such-item' } }))).toBeNull();
  expect(pinnedItem(withPhoto, review({ pin: { at: 'step', step: 'fitting' } }))).toBeNull();
  expect(pinnedItem(withPhoto, review())).toBeNull();
});

test.each(jobKind.options)('every reason for which a %s can be sent back leads to a step of it', (kind) => {
  const steps: readonly string[] = stepsOf[kind];
  const reasons = reasonsFor(kind);
  expect(reasons).toContain('other');
  expect(reasons.map((reason) => steps.includes(reworkStepOf[reason][kind] ?? ''))).toEqual(
    reasons.map(() => true),
  );
});

test('a removal cannot be sent back for a test that it does not have', () => {
  const reasons = ['photo-missing', 'photo-unreadable', 'checklist-wrong', 'paperwork', 'other'];
  expect(reasonsFor('removal')).toEqual(reasons);
  expect(reasonsFor('installation')).toEqual(reworkReason.options);
});
