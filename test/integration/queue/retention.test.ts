import { expect, test, vi } from 'vitest';
import { writeLogConfirmed } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { insertReview } from '../../../electron/db/tables/queue/reviews.ts';
import { keepRetention, removeSome } from '../../../electron/operations/queue/retention.ts';
import { jobId, type OperationId } from '../../../shared/ids.ts';
import { reviewId } from '../../../shared/relay/reviews.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time.ts';
import { emptyGroup, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderCar, orderMembership, orderRemoval } from './orders.ts';
import { feedOf } from './results.ts';
import { count, filled, finish, noFiles, oneJob, tidy } from './retained.ts';

const car = 20_001;

const isKept = (queue: Queue, id: OperationId) =>
  queue.database.sqlite.prepare<[OperationId]>('SELECT 1 FROM operation WHERE id = ?').get(id) !== undefined;

/** A car that was put into a group, from the Directory. */
async function oneChange() {
  const bench = await startBench();
  const queue = bench.open();
  const change = orderMembership(queue, car, emptyGroup(bench));
  await queue.comesTo(change, 'done');
  return { bench, queue, change };
}

/** An access that was given. */
async function oneAccess() {
  const bench = await startBench();
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'awaiting-result');
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  expect(queue.row(access).state).toBe('done');
  return { bench, queue, feed, access };
}

test('a change from the Directory is deleted 90 days after its end with its history, and the log stays whole', async () => {
  const { bench, queue, change } = await oneChange();
  const log = count(queue, 'log_entry');
  expect(tidy(bench, queue, 89)).toEqual([0]);
  expect(isKept(queue, change)).toBe(true);
  expect(tidy(bench, queue, 91)).toEqual([1, 0]);
  expect(filled(queue)).toEqual([]);
  expect(count(queue, 'log_entry')).toBe(log);
});

test('an access and its removal are deleted together with their results, dependants first', async () => {
  const { bench, queue, feed, access } = await oneAccess();
  const removal = orderRemoval(queue, car, access);
  await queue.comesTo(removal, 'awaiting-result');
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  expect(queue.row(removal).state).toBe('done');
  expect(tidy(bench, queue, 91)).toEqual([1, 1, 0]);
  expect(filled(queue)).toEqual([]);
});

test('an access that still stands keeps the operation that gave it', async () => {
  const { bench, queue, access } = await oneAccess();
  queue.database.write(({ sqlite }) => sqlite.exec('UPDATE assignment SET end_at = NULL'));
  expect(tidy(bench, queue, 1000)).toEqual([0]);
  expect(isKept(queue, access)).toBe(true);
});

test('an unseen incident keeps its operation', async () => {
  const { bench, queue, feed, access } = await oneAccess();
  const payload = bench.operator.webhooks.attempts[0]?.payload ?? {};
  feed.give({ kind: 'created', payload: { ...payload, operationSucceeded: false, errorMessage: 'No.' } });
  expect(tidy(bench, queue, 1000)).toEqual([0]);
  queue.commands.acknowledge(access, 1);
  expect(tidy(bench, queue, 1000)).toEqual([1, 0]);
});

test('a result with its keys that is not settled keeps an operation', async () => {
  const { bench, queue, feed, access } = await oneAccess();
  const payload = bench.operator.webhooks.attempts[0]?.payload ?? {};
  // A colleague's access for the same person and car.
  const other = { ...payload, checksum: 'F'.repeat(32), assignmentId: 555, end: '2031-01-01T00:00:00Z' };
  feed.give({ kind: 'created', payload: other });
  expect(tidy(bench, queue, 1000)).toEqual([0]);
  expect(isKept(queue, access)).toBe(true);
});

test('the dependency of an open operation is kept as long as that operation', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const made = orderCar(queue);
  await queue.comesTo(made, 'done');
  // Refused: a person must look at it, however long that takes.
  bench.operator.faults.add({
    method: 'PUT',
    path: '/groups/*/cars',
    effect: { kind: 'status', status: 400 },
  });
  const member = orderMembership(queue, made, emptyGroup(bench));
  await queue.comesTo(member, 'blocked');
  expect(tidy(bench, queue, 1000)).toEqual([0]);
  queue.commands.cancel(member);
  // Given up is an end too, but not long ago.
  expect(tidy(bench, queue, 1)).toEqual([0]);
  expect(tidy(bench, queue, 1000)).toEqual([1, 1, 0]);
});

test('where the log goes to a relay nothing goes before the relay has its entries', async () => {
  const { bench, queue, change } = await oneChange();
  expect(tidy(bench, queue, 1000, true)).toEqual([0]);
  expect(isKept(queue, change)).toBe(true);
  queue.database.write((context) => writeLogConfirmed(context, count(queue, 'log_entry')));
  expect(tidy(bench, queue, 1000, true)).toEqual([1, 0]);
});

test('the age of an operation counts by the operator’s clock, also after the laptop’s year was wrong', async () => {
  const { bench, queue, change } = await oneChange();
  queue.database.write(({ sqlite }) => {
    sqlite.exec(`UPDATE operation SET finished_at = finished_at - ${3650 * DAY}`);
    sqlite.exec(
      `UPDATE log_entry SET at = at - ${3650 * DAY}, clock_offset_ms = -${3650 * DAY} WHERE type LIKE 'operation-%'`,
    );
  });
  expect(tidy(bench, queue, 1)).toEqual([0]);
  expect(isKept(queue, change)).toBe(true);
  expect(tidy(bench, queue, 91)).toEqual([1, 0]);
});

/** Fields that do not decide about retention. */
const anyReview = {
  origin: 'relay',
  reason: null,
  pin: '{"at":"job"}',
  worker: 'Kim',
  signature: 'verified',
} as const;

test('a finished job is deleted as one unit after 400 days, with its operations, drafts and search words', async () => {
  const { bench, queue, job, ids } = await oneJob();
  queue.database.write((context) => {
    const review = {
      id: reviewId.parse(ids.job()),
      job_id: job,
      revision: 1,
      comment: '',
      reviewer: 'Office',
      ...anyReview,
    };
    insertReview(context, { ...review, verdict: 'approved', received_at: bench.clock.now() });
  });
  const log = count(queue, 'log_entry');
  expect(tidy(bench, queue, 399)).toEqual([0]);
  expect(count(queue, 'operation')).toBe(2);
  expect(tidy(bench, queue, 401)).toEqual([1, 0]);
  expect(filled(queue)).toEqual([]);
  expect(count(queue, 'log_entry')).toBe(log);
});

test('an unfinished job stays, and so does one with open rework', async () => {
  const { bench, queue, job, ids } = await oneJob(false);
  expect(tidy(bench, queue, 1000)).toEqual([0]);
  finish(queue, job, bench.clock.now());
  const review = { job_id: job, comment: 'The cable hangs.', reviewer: 'Office', ...anyReview };
  queue.database.write((context) => {
    const rework = { ...review, id: reviewId.parse(ids.job()), revision: 1, verdict: 'rework' } as const;
    insertReview(context, { ...rework, received_at: bench.clock.now() });
  });
  expect(tidy(bench, queue, 1000)).toEqual([0]);
  queue.database.write((context) => {
    const approved = { ...review, id: reviewId.parse(ids.job()), revision: 2, verdict: 'approved' } as const;
    insertReview(context, { ...approved, received_at: bench.clock.now() });
  });
  expect(tidy(bench, queue, 1000)).toEqual([1, 0]);
});

test('one operation that may not go keeps its whole job', async () => {
  const { bench, queue, job, made, member } = await oneJob();
  // A change from the Directory for the car that the job has made.
  bench.operator.faults.add({
    method: 'PUT',
    path: '/groups/*/cars',
    effect: { kind: 'status', status: 400 },
  });
  const later = orderMembership(queue, made, emptyGroup(bench));
  await queue.comesTo(later, 'blocked');
  expect(tidy(bench, queue, 1000)).toEqual([0]);
  expect([made, member].map((id) => queue.row(id).job_id)).toEqual([jobId.parse(job), jobId.parse(job)]);
});

test('at most fifty units go in one transaction, the oldest first', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const changes = queue.database.write(() =>
    Array.from({ length: 120 }, () => orderMembership(queue, car, 301)),
  );
  for (const change of changes) queue.commands.cancel(change);
  const turn = () =>
    removeSome({
      database: queue.database,
      timeToJudgeBy: () => bench.clock.now() + 91 * DAY,
      uploadsLog: false,
      attachments: noFiles,
    });
  expect(turn()).toBe(50);
  expect(changes.map((id) => isKept(queue, id))).toEqual(changes.map((_, index) => index >= 50));
  expect([turn(), turn(), turn()]).toEqual([50, 20, 0]);
});

test('nothing is deleted while a request is in flight or the time is unknown', async () => {
  const { bench, queue } = await oneChange();
  bench.operator.faults.add({ method: 'PUT', path: '/groups/*/cars', effect: { kind: 'hang' } });
  const parts = { database: queue.database, uploadsLog: false, attachments: noFiles };
  expect(removeSome({ ...parts, timeToJudgeBy: () => null })).toBe('time-unknown');
  const slow = orderMembership(queue, 20_002, emptyGroup(bench));
  await queue.comesTo(slow, 'sending');
  expect(removeSome({ ...parts, timeToJudgeBy: () => bench.clock.now() + 1000 * DAY })).toBe('busy');
  expect(count(queue, 'operation')).toBe(2);
});

test('results without an operation are deleted after 90 days; those that may still match stay', async () => {
  const { bench, queue, feed } = await oneAccess();
  const payload = bench.operator.webhooks.attempts[0]?.payload ?? {};
  feed.give(
    { kind: 'created', environment: 'prod', payload },
    { kind: 'updated', payload: { ...payload, assignmentId: 901 } },
  );
  const states = () =>
    queue.database.sqlite.prepare<[], string>('SELECT state FROM result ORDER BY sequence').pluck().all();
  expect(states()).toEqual(['applied', 'foreign', 'unresolved']);
  tidy(bench, queue, 89);
  expect(states()).toEqual(['applied', 'foreign', 'unresolved']);
  tidy(bench, queue, 91);
  expect(states()).toEqual(['unresolved']);
});

test('turns come by the clock they are given, the first when the start is long over, and end with the profile', async () => {
  const { bench, queue, change } = await oneChange();
  const before = bench.clock.waiting();
  const stop = keepRetention({
    database: queue.database,
    clock: bench.clock,
    report: (message, cause) => expect.fail(`${message}: ${String(cause)}`),
    timeToJudgeBy: () => bench.clock.now() + 91 * DAY,
    uploadsLog: false,
    attachments: noFiles,
  });
  bench.clock.advance(5 * MINUTE);
  expect(isKept(queue, change)).toBe(true);
  bench.clock.advance(HOUR);
  expect(isKept(queue, change)).toBe(false);
  await stop();
  expect(bench.clock.waiting()).toBe(before);
});
