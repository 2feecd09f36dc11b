import { expect, test } from 'vitest';
import { pullReviews, type ReviewPlace } from '../../../electron/relay/exchange.ts';
import { customerId } from '../../../shared/ids.ts';
import { reviewId } from '../../../shared/relay/reviews.ts';
import { ok } from '../../../shared/result.ts';

const id = (number: number) => reviewId.parse(`019ab000-0000-7000-8000-00000000000${number}`);

test('a read from the beginning that is asked for during a read is not lost', async () => {
  let place: ReviewPlace | null = { sequence: 5, id: id(5), run: null };
  const asked: number[] = [];
  await pullReviews(
    {
      client: {
        reviews: ({ after }) => {
          asked.push(after?.sequence ?? 0);
          // A job was taken over while the page was on its way.
          if (asked.length === 1) place = null;
          return Promise.resolve(
            ok({ reviews: [], missed: 0, cursor: 9, last: id(9), upToDate: true, run: null }),
          );
        },
      },
      inbox: {
        place: () => place,
        take: (_reviews, next) => {
          place = next;
        },
        missed: () => undefined,
      },
      environment: 'uat',
      customerId: customerId.parse(1),
      refreshKeys: () => Promise.resolve(ok(undefined)),
      run: null,
    },
    new AbortController().signal,
  );
  expect(asked).toEqual([5, 0]);
  expect(place).toMatchObject({ sequence: 9 });
});
