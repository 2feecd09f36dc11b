import { expect, test } from 'vitest';
import { lastLogEntry } from '../../../electron/db/tables/queue/log-entries.ts';
import { writeLogConfirmed } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { writeReviewPosition } from '../../../electron/db/tables/queue/reviews.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { createReviewInbox } from '../../../electron/log/review-inbox.ts';
import { pullReviews, type ReviewPlace } from '../../../electron/relay/exchange.ts';
import { customerId } from '../../../shared/ids.ts';
import { reviewId } from '../../../shared/relay/reviews.ts';
import { ok } from '../../../shared/result.ts';
import { openJobs } from '../jobs/bench.ts';

const id = (number: number) => reviewId.parse(`019ab000-0000-7000-8000-00000000000${number}`);

test.each<readonly [string, ReviewPlace | null, readonly number[]]>([
  ['with reviews', { sequence: 5, id: id(5), run: null }, [5, 0]],
  ['that never had a review', null, [0, 0]],
])(
  'on a laptop %s, a read from the beginning that is asked for during a read is not lost',
  async (_, known, pages) => {
    const { database, parts } = openJobs();
    const { clock, log } = parts;
    const job = startJob(parts);
    database.write((context) => writeReviewPosition(context, known));
    const inbox = createReviewInbox({ database, clock, log });
    /** The relay confirms the entry of a take-over, as the upload records it. */
    const takeOver = () =>
      database.write((context) => {
        log.append(context, { job, type: 'job-taken-over', data: { turn: 1, by: 'Ann', reason: null } });
        writeLogConfirmed(context, lastLogEntry(context.sqlite)?.number ?? 0);
        writeReviewPosition(context, null);
      });
    const asked: number[] = [];
    await pullReviews(
      {
        client: {
          reviews: ({ after }) => {
            asked.push(after?.sequence ?? 0);
            if (asked.length === 1) takeOver();
            return Promise.resolve(
              ok({ reviews: [], missed: 0, cursor: 9, last: id(9), upToDate: true, run: null }),
            );
          },
        },
        inbox,
        environment: 'uat',
        customerId: customerId.parse(1),
        refreshKeys: () => Promise.resolve(ok(undefined)),
        run: null,
      },
      new AbortController().signal,
    );
    expect(asked).toEqual(pages);
    expect(inbox.place()).toMatchObject({ sequence: 9 });
  },
);
