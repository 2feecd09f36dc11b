import { createSigner, makeKeyPair } from '../../../electron/trust/signatures.ts';
import { expect, onTestFinished, test } from 'vitest';
import { relayError, type RelayError } from '../../../electron/relay/relay-error.ts';
import type { ReviewAnswer } from '../../../electron/relay/queries-and-answers.ts';
import { outgoing } from '../../../electron/supervision/reviewing/job-reviews.ts';
import { createReviewSender } from '../../../electron/supervision/reviewing/settle.ts';
import { writeReview } from '../../../electron/supervision/reviewing/reviewing.ts';
import { customerId } from '../../../shared/ids.ts';
import { type NewReview, review, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { MINUTE } from '../../../shared/time.ts';
import { openJobs } from '../jobs/bench.ts';
import { eventually } from '../relay-client/eventually.ts';
import { manualClock } from '../relay-client/manual-clock.ts';
import { finishedJob, reviewingOf } from './reviewing-bench.ts';

const kept = (brought: NewReview): Result<ReviewAnswer, RelayError> =>
  ok({
    kind: 'kept',
    run: 'a'.repeat(16),
    review: review.parse({ ...brought, sequence: 1, revision: 1, reviewer: 'Office', receivedAt: 9 }),
  });

/** A sender whose relay answers as the test says; `faults` is what could not be noted. */
function sending(answer: (brought: NewReview) => Result<ReviewAnswer, RelayError>) {
  const bench = openJobs();
  const parts = reviewingOf(bench, true);
  const clock = manualClock();
  const brought: NewReview[] = [];
  const faults: unknown[] = [];
  const sender = createReviewSender({
    client: {
      sendReview: (one) => {
        brought.push(one);
        return Promise.resolve(answer(one));
      },
    },
    parts,
    environment: 'uat',
    customerId: customerId.parse(4711),
    keys: {
      sign: createSigner(makeKeyPair()).sign,
      register: () => Promise.resolve(ok(undefined)),
      doubt: () => undefined,
    },
    clock,
    random: () => 0.5,
    onFault: (cause) => faults.push(cause),
  });
  onTestFinished(sender.stop);
  const job = finishedJob(bench);
  const write = () =>
    writeReview(parts, {
      jobId: job,
      verdict: 'approved',
      reason: null,
      comment: '',
      pin: WHOLE_JOB,
      basedOn: 0,
    });
  return { bench, clock, sender, brought, faults, write, left: () => outgoing(bench.database.sqlite) };
}

test('a review is brought as soon as it is reported, and once its answer is on disk never again', async () => {
  const { clock, sender, brought, write, left } = sending(kept);
  sender.start();
  await eventually(() => expect(clock.pending()).toHaveLength(1));
  write();
  sender.wakeIfIdle();
  await eventually(() => expect(left()).toEqual([]));
  await eventually(() => expect(clock.pending()).toHaveLength(1));
  clock.advance(60 * MINUTE);
  await eventually(() => expect(clock.pending()).toHaveLength(1));
  expect(brought).toHaveLength(1);
});

test('a token that is not let in is left alone for minutes, whatever else is written, and tried at once when woken', async () => {
  const { clock, sender, brought, write } = sending(() => err(relayError('refused', 'no', { status: 401 })));
  write();
  sender.start();
  await eventually(() => expect(clock.pending()).toEqual([5 * MINUTE]));
  sender.wakeIfIdle();
  await eventually(() => expect(clock.pending()).toEqual([5 * MINUTE]));
  expect(brought).toHaveLength(1);
  sender.wake();
  await eventually(() => expect(brought).toHaveLength(2));
});

test('an answer that cannot be stored is requested again, and the review is not lost', async () => {
  const { bench, clock, sender, brought, faults, write, left } = sending(kept);
  bench.refuseToLog('review-received');
  write();
  sender.start();
  await eventually(() => expect(faults).toHaveLength(1));
  expect(left()).toMatchObject([{ state: 'waiting' }]);
  // Nothing writes this one here: the log takes everything again.
  bench.refuseToLog('log-continued');
  clock.advance(MINUTE);
  await eventually(() => expect(left()).toEqual([]));
  expect(brought.map(({ id }) => id)).toEqual([brought[0]?.id, brought[0]?.id]);
});

test('stopped, it leaves no timer behind', async () => {
  const { clock, sender, write } = sending(() => err(relayError('unreachable', 'away')));
  write();
  sender.start();
  await eventually(() => expect(clock.pending()).toHaveLength(1));
  await sender.stop();
  expect(clock.pending()).toEqual([]);
});
