import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { latestReview, reviewsOf } from '../../../electron/db/tables/queue/reviews.ts';
import { type TakenReview, takeReview } from '../../../electron/log/take-review.ts';
import { reviewStateOf, saidLater, type SaidWhen, verdictsIn } from '../../../shared/domain/reviewing.ts';
import { customerId, jobId } from '../../../shared/ids.ts';
import { reviewId, reviewVerdict, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { dataFolder } from '../jobs/bench.ts';

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

/** Revisions repeat, as after a relay that was set back. */
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
    } satisfies TakenReview,
  }));

test('whatever order reviews arrive in and however often, the same one counts', () => {
  const database = emptyDatabase();
  const arrivals = fc
    .uniqueArray(said, { minLength: 1, maxLength: 8, selector: ({ review }) => review.id })
    .chain((all) =>
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
      const when = ({ review, origin }: (typeof all)[number]): SaidWhen => ({ ...review, origin });
      const newest = all.toSorted((one, other) => (saidLater(when(one), when(other)) ? -1 : 1))[0];
      expect(latestReview(database.sqlite, JOB)?.id).toBe(newest?.review.id);
      expect(reviewsOf(database.sqlite, JOB)).toHaveLength(all.length);
    }),
  );
});

test('which of two reviews counts is never both and never neither', () => {
  const when = said.map(({ review, origin }): SaidWhen => ({ ...review, origin }));
  fc.assert(
    fc.property(when, when, when, (one, other, third) => {
      expect(saidLater(one, one)).toBe(false);
      expect(saidLater(one, other) && saidLater(other, one)).toBe(false);
      expect(one.id === other.id || saidLater(one, other) || saidLater(other, one)).toBe(true);
      const inLine = saidLater(one, other) && saidLater(other, third);
      expect(!inLine || saidLater(one, third)).toBe(true);
    }),
  );
});

test('every word a supervisor may say in a state leads to a state, and rework may be asked for in each', () => {
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
