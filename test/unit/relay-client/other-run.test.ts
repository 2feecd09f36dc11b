import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createPuller } from '../../../electron/relay/puller.ts';
import type { ReviewPlace } from '../../../electron/relay/exchange.ts';
import { customerId, jobId, logEntryId } from '../../../shared/ids.ts';
import { type Review, reviewId, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { err, ok } from '../../../shared/result.ts';
import { relayError } from '../../../electron/relay/relay-error.ts';
import { eventually } from './eventually.ts';
import { manualClock } from './manual-clock.ts';
import { onlyResults } from './pulling.ts';
import { EPOCH } from './scripted-relay.ts';

const [FIRST, SECOND_RUN] = ['00000000000000aa', '00000000000000bb'];
const NEWEST = reviewId.parse(randomUUID());
const REMOVAL = logEntryId.parse(randomUUID());

const review = (sequence: number, id = reviewId.parse(randomUUID())): Review => ({
  id,
  sequence,
  environment: 'uat',
  customerId: customerId.parse(4711),
  jobId: jobId.parse(randomUUID()),
  verdict: 'approved',
  reason: null,
  comment: '',
  basedOn: null,
  pin: WHOLE_JOB,
  worker: 'Kim',
  revision: 1,
  reviewer: 'Office',
  receivedAt: 1000,
});

/** A puller over a relay whose newest review, removal and plan stay the same through a restart of its store. */
function followed(kept: ReviewPlace | null) {
  const clock = manualClock();
  const asked: (number | null)[] = [];
  let [removals, plans, place, run, fails] = [0, 0, kept, FIRST, false];
  const reviews = [review(1), review(2, NEWEST)];
  const puller = createPuller({
    ...onlyResults,
    client: {
      results: () =>
        Promise.resolve(
          fails
            ? err(relayError('unreachable', 'down'))
            : ok({
                kind: 'page',
                page: {
                  results: [],
                  cursor: `${EPOCH}.1`,
                  upToDate: true,
                  lastReceivedAt: null,
                  run,
                  newestReview: NEWEST,
                  newestRemoval: REMOVAL,
                },
              }),
        ),
      reviews: ({ after }) => {
        asked.push(after?.sequence ?? null);
        const rest = reviews.filter(({ sequence }) => sequence > (after?.sequence ?? 0));
        return Promise.resolve(ok({ reviews: rest, cursor: 2, last: NEWEST, upToDate: true, missed: 0 }));
      },
      removals: () => {
        removals += 1;
        return Promise.resolve(ok({ removals: [], cursor: 0, upToDate: true }));
      },
      plannedJobs: () => Promise.reject(new Error('not asked')),
    },
    environment: 'uat',
    customerId: customerId.parse(4711),
    clock,
    random: () => 0.5,
    readCursor: () => `${EPOCH}.1`,
    takePage: () => undefined,
    takeReset: () => undefined,
    reviews: {
      place: () => place,
      watchResets: () => () => false,
      take: (_, next) => void (place = next),
      missed: () => undefined,
    },
    removals: { newest: () => REMOVAL, take: () => undefined },
    plans: { ...onlyResults.plans, reread: () => void (plans += 1) },
    onOtherRun: () => undefined,
    onState: () => undefined,
  });
  onTestFinished(puller.stop);
  const round = async () => {
    const delay = await eventually(() => {
      const [first] = clock.pending();
      if (first === undefined) throw new Error('awake');
      return first;
    });
    clock.advance(delay);
  };
  return {
    asked,
    rounds: async (count: number) => {
      for (let done = 0; done < count; done += 1) await round();
    },
    start: puller.start,
    restarts: () => void (run = SECOND_RUN),
    fail: (now: boolean) => void (fails = now),
    again: () => ({ removals, plans }),
    place: () => place,
  };
}

test('reviews are read from the beginning where the store was restarted, also when the newest one is the same', async () => {
  const { start, rounds, asked, restarts, place } = followed({ sequence: 2, id: NEWEST, run: FIRST });
  start();
  await rounds(3);
  // Once after the start, from the place.
  expect(asked).toEqual([2]);
  restarts();
  await rounds(3);
  expect(asked).toEqual([2, null]);
  expect(place()).toEqual({ sequence: 2, id: NEWEST, run: SECOND_RUN });
});

test('so they are after a start, where the store was restarted meanwhile', async () => {
  const { start, rounds, asked } = followed({ sequence: 2, id: NEWEST, run: SECOND_RUN });
  start();
  await rounds(3);
  expect(asked).toEqual([null]);
});

test('removals and plans are read again as well, also where the relay was away in between', async () => {
  const { start, rounds, restarts, fail, again } = followed({ sequence: 2, id: NEWEST, run: FIRST });
  start();
  await rounds(3);
  const before = again();
  fail(true);
  await rounds(2);
  restarts();
  fail(false);
  await rounds(3);
  expect(again()).toEqual({ removals: before.removals + 1, plans: before.plans + 1 });
});
