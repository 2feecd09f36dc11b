import { describe, expect, test } from 'vitest';
import { retestRefusal, wantsNextTest } from '../../../shared/domain/job.ts';
import { jobKind, stepsOf } from '../../../shared/domain/job-steps.ts';
import { type Proof, unprovenReason, wordOf } from '../../../shared/domain/proof.ts';
import {
  jobReview,
  jobReviews,
  reworkStepOf,
  outgoingReview,
  outgoingState,
  reasonsFor,
  reviewCounts,
  reviewState,
  type ReviewState,
  isGivenLater,
  type ReviewTime,
} from '../../../shared/domain/reviewing.ts';
import { reviewSignatureState } from '../../../shared/domain/trust.ts';
import { reviewId, reworkReason } from '../../../shared/relay/reviews.ts';
import { reviewFor } from './reviewing-bench.ts';
import { unknownJob } from '../jobs/bench.ts';

const ids = {
  lower: reviewId.parse('00000000-0000-4000-8000-000000000001'),
  higher: reviewId.parse('00000000-0000-4000-8000-000000000002'),
};

describe('of two reviews the later one counts', () => {
  const said: ReviewTime = { id: ids.lower, origin: 'relay', revision: 3, receivedAt: 30 };
  const isLater = (one: Partial<ReviewTime>, other: Partial<ReviewTime>) =>
    isGivenLater({ ...said, ...one }, { ...said, ...other });

  test.each<[string, Partial<ReviewTime>, Partial<ReviewTime>]>([
    [
      'the relay’s, whatever the revision',
      { revision: 1, receivedAt: 1 },
      { origin: 'here', id: ids.higher },
    ],
    [
      'the one of the higher revision, whatever arrived first',
      { revision: 4, receivedAt: 1 },
      { id: ids.higher },
    ],
    ['the one that was received later, under the same revision', { receivedAt: 31 }, { id: ids.higher }],
    ['the one of the higher id, where all else is the same', { id: ids.higher }, {}],
  ])('%s', (_name, later, earlier) => {
    expect(isLater(later, earlier)).toBe(true);
    expect(isLater(earlier, later)).toBe(false);
  });

  test('and a review is not later than itself', () => {
    expect(isLater({}, {})).toBe(false);
    expect(isLater({ origin: 'here' }, { origin: 'here' })).toBe(false);
  });
});

test('a review counts by a verified signature alone', () => {
  const counting = reviewSignatureState.options.filter((signature) => reviewCounts({ signature }));
  expect(counting).toEqual(['verified']);
});

describe('a job is sent back', () => {
  test('for a reason that its kind has a step to mend, and for paperwork and other matters always', () => {
    expect(reasonsFor('installation')).toEqual(reworkReason.options);
    const ofChecks = ['photo-missing', 'photo-unreadable', 'checklist-wrong'];
    expect(new Set(reasonsFor('swap'))).toEqual(
      new Set(['wrong-serial', ...ofChecks, 'access-not-proven', 'paperwork', 'other']),
    );
    expect(new Set(reasonsFor('removal'))).toEqual(new Set([...ofChecks, 'paperwork', 'other']));
  });

  test('to a step that its kind has', () => {
    for (const kind of jobKind.options) {
      const steps = reasonsFor(kind).map((reason) => reworkStepOf[reason][kind]);
      expect([kind, steps.filter((step) => step === undefined || !stepsOf[kind].includes(step))]).toEqual([
        kind,
        [],
      ]);
    }
  });

  test('to the step that corrects that reason', () => {
    const steps = Object.fromEntries(
      reworkReason.options.map((reason) => [reason, reworkStepOf[reason].installation]),
    );
    expect(steps).toEqual({
      'wrong-place': 'fitting',
      'wrong-serial': 'box',
      'photo-missing': 'fitting',
      'photo-unreadable': 'fitting',
      'checklist-wrong': 'fitting',
      'access-not-proven': 'verify',
      paperwork: 'finish',
      other: 'finish',
    });
    expect([reworkStepOf['wrong-serial'].swap, reworkStepOf['access-not-proven'].swap]).toEqual([
      'box',
      'verify',
    ]);
    for (const reason of ['paperwork', 'other'] as const)
      expect([reworkStepOf[reason].swap, reworkStepOf[reason].removal]).toEqual(['finish', 'finish']);
  });
});

const proofs: readonly Proof[] = [
  { state: 'not-needed' },
  { state: 'not-tested' },
  { state: 'under-way' },
  { state: 'to-try', until: 1 },
  { state: 'to-remove' },
  { state: 'proven' },
];
const unproven = (why: (typeof unprovenReason.options)[number], handedOver: string | null = null): Proof => ({
  state: 'unproven',
  why,
  handedOver,
});

describe('a finished job', () => {
  const finished = { proof: unproven('not-opened'), handedOver: false, discardedAt: null, review: null };
  const reviewed = (state: ReviewState) => ({
    ...finished,
    review: jobReview.parse({ ...reviewFor(unknownJob), at: 1, state }),
  });

  test('is opened for another test where no test proved its car', () => {
    for (const why of unprovenReason.options) {
      expect([why, retestRefusal({ ...finished, proof: unproven(why) })]).toEqual([why, null]);
      // A customer who got the car as not working gets it repaired later.
      expect([why, retestRefusal({ ...finished, proof: unproven(why, 'As agreed') })]).toEqual([why, null]);
    }
  });

  test('stays closed without such a test, after a failed one, and at another laptop', () => {
    for (const proof of proofs)
      expect([wordOf(proof), retestRefusal({ ...finished, proof })]).toEqual([wordOf(proof), 'job-finished']);
    expect(retestRefusal({ ...finished, handedOver: true })).toBe('job-finished');
    expect(retestRefusal({ ...finished, discardedAt: 0 })).toBe('job-finished');
    expect(retestRefusal({ ...reviewed('approved'), handedOver: true })).toBe('job-finished');
  });

  test('that a supervisor approved is opened by a supervisor alone', () => {
    for (const state of reviewState.exclude(['unreviewed']).options)
      expect([state, retestRefusal(reviewed(state))]).toEqual([
        state,
        state === 'approved' ? 'job-approved' : null,
      ]);
  });
});

test('the next test is offered while the job is open, and nothing was decided about the one that failed', () => {
  const open = { finishedAt: null, proof: unproven('not-opened') };
  expect(wantsNextTest(open)).toBe(true);
  expect(wantsNextTest({ ...open, finishedAt: 0 })).toBe(false);
  expect(wantsNextTest({ ...open, proof: unproven('not-opened', '') })).toBe(false);
  for (const proof of proofs)
    expect([wordOf(proof), wantsNextTest({ ...open, proof })]).toEqual([wordOf(proof), false]);
});

describe('the reviews of a job reach the window whole', () => {
  const { receivedAt: _receivedAt, jobId: _jobId, ...said } = { ...reviewFor(unknownJob), at: 7 };
  const own = {
    id: ids.lower,
    jobId: unknownJob,
    verdict: 'rework',
    reason: 'photo-missing',
    comment: 'The label is missing.',
    pin: { at: 'step', step: 'fitting' },
    worker: 'Kim',
    basedOn: 1,
    writtenAt: 8,
    state: 'stale',
    current: said,
    problem: { code: 'review-not-taken', params: {}, raw: null },
  };

  test('those that arrived, and those that were written here', () => {
    const reviews = { jobId: unknownJob, state: 'rework-asked', revision: 1, said: [said], own: [own] };
    expect(jobReviews.parse(reviews)).toEqual(reviews);
    expect(jobReviews.safeParse({ ...reviews, revision: -1 }).success).toBe(false);
    expect(jobReview.parse({ ...said, state: 'rework-done' })).toEqual({ ...said, state: 'rework-done' });
    expect(jobReview.safeParse({ ...said, state: 'unreviewed' }).success).toBe(false);
  });

  test('each in its state on the way to the relay', () => {
    expect(outgoingState.options).toEqual(['waiting', 'arrived', 'stale', 'refused']);
    for (const state of outgoingState.options)
      expect(outgoingReview.parse({ ...own, state }).state).toBe(state);
  });
});
