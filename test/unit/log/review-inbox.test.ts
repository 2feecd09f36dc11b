import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { unreadRelayNotes } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { reviewsOf } from '../../../electron/db/tables/queue/reviews.ts';
import { keepRemoved } from '../../../electron/db/tables/queue/word-rows.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { createReviewInbox } from '../../../electron/log/review-inbox.ts';
import { customerId, type JobId } from '../../../shared/ids.ts';
import { type Review, reviewId, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { openJobs } from '../jobs/bench.ts';

function opened() {
  const bench = openJobs();
  const { database, parts } = bench;
  return { bench, inbox: createReviewInbox({ database, clock: parts.clock, log: parts.log }) };
}

const review = (jobId: JobId, revision: number): Review => ({
  id: reviewId.parse(randomUUID()),
  sequence: revision,
  environment: 'uat',
  customerId: customerId.parse(4711),
  jobId,
  verdict: 'approved',
  reason: null,
  comment: '',
  basedOn: null,
  pin: WHOLE_JOB,
  worker: 'Kim',
  revision,
  reviewer: 'Office',
  receivedAt: 1000,
});

test('reviews and the place up to which they were read are kept together', () => {
  const { bench, inbox } = opened();
  const job = startJob(bench.parts);
  expect(inbox.place()).toBeNull();
  const [one, two] = [review(job, 1), review(job, 2)];
  inbox.take([one, two], { sequence: 2, id: two.id, run: '00000000000000aa' });
  expect(inbox.place()).toEqual({ sequence: 2, id: two.id, run: '00000000000000aa' });
  expect(reviewsOf(bench.database.sqlite, job)).toMatchObject([
    { id: two.id, origin: 'relay', signature: 'unsigned' },
    { id: one.id, origin: 'relay' },
  ]);
  expect(bench.logged(job).filter((type) => type === 'review-received')).toHaveLength(2);
  inbox.take([], null);
  expect(inbox.place()).toBeNull();
});

test.each(['job', 'review'] as const)(
  'a review whose %s was removed on request comes without its words',
  (what) => {
    const { bench, inbox } = opened();
    const job = startJob(bench.parts);
    const given = { ...review(job, 1), comment: 'Thank Ann', reviewer: 'Office', worker: 'Ann' };
    bench.database.write((context) => keepRemoved(context, what, what === 'job' ? job : given.id));
    inbox.take([given, review(job, 2)], { sequence: 2, id: given.id, run: null });
    const none = { comment: '', reviewer: '', worker: '' };
    const other = { reviewer: 'Office', worker: 'Kim' };
    expect(reviewsOf(bench.database.sqlite, job)).toMatchObject([
      { revision: 2, ...(what === 'job' ? none : other) },
      { id: given.id, revision: 1, verdict: 'approved', ...none },
    ]);
    const logged = bench.database.sqlite
      .prepare<[], string>('SELECT data FROM log_entry')
      .pluck()
      .all()
      .join();
    expect(logged).not.toContain('Ann');
  },
);

/** The notes of a person after the relay has said these numbers of dropped reviews, one after the other. */
function notes(withJob: boolean, ...said: readonly number[]): readonly (readonly [string, number])[] {
  const { bench, inbox } = opened();
  if (withJob) startJob(bench.parts);
  for (const reviews of said) {
    inbox.missed(reviews);
    bench.later(1000);
  }
  return unreadRelayNotes(bench.database.sqlite).map(({ matter, count }) => [matter, count]);
}

test('reviews that the relay dropped unread are reported once, and afterwards only further ones', () => {
  expect(notes(true, 3)).toEqual([['reviews-missed', 3]]);
  expect(notes(true, 3, 3)).toEqual([['reviews-missed', 3]]);
  expect(notes(true, 3, 5)).toEqual([['reviews-missed', 5]]);
  expect(notes(true, 0)).toEqual([]);
});

test('a relay that was set back is no loss, and counts again from there', () => {
  expect(notes(true, 3, 1)).toEqual([['reviews-missed', 3]]);
  expect(notes(true, 3, 1, 2)).toEqual([['reviews-missed', 4]]);
});

test('a laptop that starts again has no job whose review it could have missed', () => {
  expect(notes(false, 3)).toEqual([]);
  // From then on it would have read them.
  expect(notes(false, 3, 4)).toEqual([['reviews-missed', 1]]);
});
