import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  insertOutgoingReview,
  readOutgoingReview,
  settleOutgoingReview,
} from '../../../electron/db/tables/queue/outgoing-reviews.ts';
import { reviewsOf } from '../../../electron/db/tables/queue/reviews.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { takeReview } from '../../../electron/log/review-inbox.ts';
import type { ReviewSignatureState } from '../../../shared/domain/trust.ts';
import { reviewId, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { openJobs } from '../jobs/bench.ts';

type Arriving = Parameters<typeof takeReview>[2];

/** A review of this laptop that had arrived as the first one and was found too late after a loss at the relay. */
function tooLate(signature: ReviewSignatureState = 'verified') {
  const { database, parts, logged } = openJobs();
  const job = startJob(parts);
  const review = (id = reviewId.parse(randomUUID())): Arriving => ({
    id,
    jobId: job,
    revision: 1,
    verdict: 'approved',
    reason: null,
    comment: '',
    pin: WHOLE_JOB,
    reviewer: 'Office',
    worker: 'Kim',
    receivedAt: 1000,
    signature,
  });
  const own = review();
  const take = (arrived: Arriving) =>
    database.write((context) => takeReview(context, parts.log, arrived, 'relay'));
  database.write((context) => {
    insertOutgoingReview(context, {
      id: own.id,
      job_id: job,
      verdict: 'approved',
      reason: null,
      comment: '',
      pin: JSON.stringify(WHOLE_JOB),
      worker: 'Kim',
      based_on: 0,
      based_on_review: null,
      follows: null,
      written_at: 1000,
    });
    settleOutgoingReview(context, {
      id: own.id,
      state: 'stale',
      revision: null,
      stale_current: '{}',
      problem: null,
      confirmed_run: null,
    });
  });
  take(own);
  database.write(({ sqlite }) =>
    sqlite.exec("UPDATE outgoing_review SET state = 'stale', revision = NULL, is_doubted = 0"),
  );
  return {
    own,
    take,
    another: review(),
    outgoing: () => readOutgoingReview(database.sqlite, own.id),
    counting: () => reviewsOf(database.sqlite, job).map(({ id }) => id),
    reinstated: () => logged(job).filter((type) => type === 'review-reinstated').length,
  };
}

test('a review of this laptop that the relay has again counts as stored here, and is confirmed again', () => {
  const { own, take, another, outgoing, counting, reinstated } = tooLate();
  take(another);
  expect(counting()).toEqual([another.id]);
  const before = reinstated();
  // The key of an earlier run is not known any more.
  take({ ...own, signature: 'unknown-key', comment: 'Other words.' });
  expect(outgoing()).toMatchObject({ state: 'arrived', revision: 1, is_doubted: 1, stale_current: null });
  expect(counting()).toEqual([own.id]);
  take(own);
  expect(reinstated()).toBe(before + 1);
});

test('it does not where the relay has it under another revision', () => {
  const { own, take, another, outgoing, counting } = tooLate();
  take(another);
  take({ ...own, revision: 2, signature: 'unknown-key' });
  expect(outgoing()).toMatchObject({ state: 'stale' });
  expect(counting()).toEqual([another.id]);
});

test('nor where no valid signature of it was ever seen', () => {
  const { own, take, outgoing } = tooLate('wrong');
  take(own);
  expect(outgoing()).toMatchObject({ state: 'stale' });
});
