import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { latestCounting, latestReview, reviewsOf } from '../../../electron/db/tables/queue/reviews.ts';
import { type ReceivedReview, takeReview } from '../../../electron/log/review-inbox.ts';
import {
  reviewStateOf,
  isGivenLater,
  type ReviewTime,
  verdictsIn,
} from '../../../shared/domain/reviewing.ts';
import { customerId, jobId } from '../../../shared/ids.ts';
import { reviewId, reviewVerdict, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { dataFolder } from '../jobs/bench.ts';
import { reviewFor } from './reviewing-bench.ts';

const JOB = jobId.parse('00000000-0000-4000-8000-0000000000a1');

/** Nothing is written to it: the job is another laptop's. */
const noLog = { append: () => undefined };

function emptyDatabase() {
  const target = {
    environment: 'uat',
    baseUrl: 'https://operator.example/v3',
    customerId: customerId.parse(1),
  } as const;
  const database = openQueueDatabase(join(dataFolder(), 'queue.db'), target, () => undefined);
  onTestFinished(database.close);
  return database;
}

const said = fc
  .record({
    id: fc.uuid({ version: 4 }).map((id) => reviewId.parse(id)),
    revision: fc.integer({ min: 1, max: 6 }),
    verdict: fc.constantFrom(...reviewVerdict.options),
    receivedAt: fc.integer({ min: 1, max: 4 }),
    origin: fc.constantFrom('relay' as const, 'here' as const),
  })
  .map(({ origin, ...one }) => ({
    origin,
    review: {
      ...one,
      jobId: JOB,
      reason: null,
      comment: '',
      pin: WHOLE_JOB,
      reviewer: 'Office',
      worker: 'Kim',
      signature: 'verified',
    } satisfies ReceivedReview,
  }));

/** A relay that was never set back gives a revision once. */
const placeOf = ({
  review,
  origin,
}: {
  readonly review: ReceivedReview;
  readonly origin: 'relay' | 'here';
}) => (origin === 'relay' ? String(review.revision) : review.id);

test('whatever order reviews arrive in and however often, the same one counts', () => {
  const database = emptyDatabase();
  const arrivals = fc.uniqueArray(said, { minLength: 1, maxLength: 8, selector: placeOf }).chain((all) =>
    fc.record({
      all: fc.constant(all),
      order: fc.array(fc.nat({ max: all.length - 1 }), { maxLength: 12 }),
      rest: fc.shuffledSubarray(all, { minLength: all.length }),
    }),
  );
  fc.assert(
    fc.property(arrivals, ({ all, order, rest }) => {
      database.write((context) => {
        context.sqlite.exec('DELETE FROM review');
        const some = order.flatMap((at) => all[at] ?? []);
        for (const { review, origin } of [...some, ...rest, ...some]) {
          takeReview(context, noLog, review, origin);
        }
      });
      const when = ({ review, origin }: (typeof all)[number]): ReviewTime => ({ ...review, origin });
      const newest = all.toSorted((one, other) => (isGivenLater(when(one), when(other)) ? -1 : 1))[0];
      expect(latestReview(database.sqlite, JOB)?.id).toBe(newest?.review.id);
      expect(reviewsOf(database.sqlite, JOB)).toHaveLength(all.length);
    }),
  );
});

test('after a relay was set back its present reviews count, and none that was based on a lost one', () => {
  const database = emptyDatabase();
  const history = (letter: string, from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, at) =>
      reviewFor(JOB, {
        id: reviewId.parse(`${letter.repeat(8)}-0000-4000-8000-${String(from + at).padStart(12, '0')}`),
        revision: from + at,
        receivedAt: letter === 'a' ? 9 : 1,
      }),
    );
  const histories = fc
    .record({ kept: fc.nat({ max: 3 }), lost: fc.nat({ max: 4 }), since: fc.integer({ min: 1, max: 4 }) })
    .chain(({ kept, lost, since }) => {
      const before = history('a', 1, kept + lost);
      return fc.record({
        read: fc.shuffledSubarray(before),
        now: fc.constant([...before.slice(0, kept), ...history('b', kept + 1, kept + since)]),
        newestFirst: fc.boolean(),
      });
    });
  fc.assert(
    fc.property(histories, ({ read, now, newestFirst }) => {
      database.write((context) => {
        context.sqlite.exec('DELETE FROM review');
        const newest = newestFirst ? now.slice(-1) : [];
        for (const review of [...read, ...newest, ...now, ...now])
          takeReview(context, noLog, review, 'relay');
      });
      const most = now.at(-1)?.revision ?? 0;
      const stands = reviewsOf(database.sqlite, JOB).filter(({ revision }) => revision <= most);
      expect(stands.map(({ id }) => id)).toEqual(now.map(({ id }) => id).toReversed());
    }),
  );
});

test('a review that replaces another one must count itself', () => {
  const database = emptyDatabase();
  const [approved, forged] = [
    reviewFor(JOB, { verdict: 'approved', revision: 2 }),
    reviewFor(JOB, { revision: 2, signature: 'wrong', receivedAt: 9 }),
  ];
  database.write((context) => {
    for (const review of [approved, forged]) takeReview(context, noLog, review, 'relay');
  });
  expect(latestCounting(database.sqlite, JOB)?.id).toBe(approved.id);
});

test('which of two reviews counts is never both and never neither', () => {
  const when = said.map(({ review, origin }): ReviewTime => ({ ...review, origin }));
  fc.assert(
    fc.property(when, when, when, (one, other, third) => {
      expect(isGivenLater(one, one)).toBe(false);
      expect(isGivenLater(one, other) && isGivenLater(other, one)).toBe(false);
      expect(one.id === other.id || isGivenLater(one, other) || isGivenLater(other, one)).toBe(true);
      const inLine = isGivenLater(one, other) && isGivenLater(other, third);
      expect(!inLine || isGivenLater(one, third)).toBe(true);
    }),
  );
});

test('every review that a supervisor may write in a state leads to a state, and rework may be requested in each', () => {
  for (const verdicts of Object.values(verdictsIn)) {
    expect(verdicts).toContain('rework');
    for (const verdict of verdicts) expect(reviewStateOf(verdict, 'none')).not.toBe('unreviewed');
  }
  expect(reviewStateOf(null, 'none')).toBe('unreviewed');
  expect(reviewStateOf('rework', 'begun')).toBe('rework-begun');
  expect(reviewStateOf('rework', 'done')).toBe('rework-done');
  // The response to an earlier request says nothing about another review.
  expect(reviewStateOf('approved', 'done')).toBe('approved');
});
