import { mkdtempSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { createInstallationLog, entryOf, rowOf } from '../../../electron/log/append.ts';
import { redactEntries, type Ordering, logRemoval, withdrawOrder } from '../../../electron/log/redact.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { createSigner, makeKeyPair } from '../../../electron/trust/signatures.ts';
import { customerId, jobId, plannedJobId } from '../../../shared/ids.ts';
import { logEntry } from '../../../shared/relay/log.ts';
import { redactionsIn, type RedactedField, removalIn } from '../../../shared/relay/removals.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { reviewId } from '../../../shared/relay/reviews.ts';

const target = {
  environment: 'uat',
  baseUrl: 'https://operator.example/v3',
  customerId: customerId.parse(4711),
} as const;
const ids = createIds();
const ordering: Ordering = { owner: target, ids, sign: createSigner(makeKeyPair()).sign };
const why = { reason: 'Left the company', request: 'the-person', at: 1000 };
const nothing = { jobs: [], reviews: [], photos: [], plans: [] };

/** A log of its own, and the topics of its last commit. */
function laptop() {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-removal-'));
  let topics: readonly string[] = [];
  const database = openQueueDatabase(join(folder, 'queue.db'), target, (changed) => {
    topics = [...changed];
  });
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const clock = { now: () => 1000, passed: () => 0, setTimer: () => () => undefined };
  const log = createInstallationLog({ ids, clock, worker: () => 'Kim', clockOffsetMs: () => null });
  const entries = () => logFrom(database.sqlite, 1, 1000).map(entryOf);
  return {
    log,
    database,
    entries,
    orders: () => entries().map(removalIn),
    topics: () => topics,
  };
}

test('a removal names its jobs, reviews and photos, each under its own word', () => {
  const { database, log, orders, topics } = laptop();
  const [job, review] = [jobId.parse(randomUUID()), reviewId.parse(randomUUID())];
  const photo = attachmentDigest.parse('a'.repeat(64));
  const plan = plannedJobId.parse(randomUUID());
  database.write((context) =>
    logRemoval(
      context,
      log,
      { jobs: [job], reviews: [review], photos: [photo], plans: [plan] },
      why,
      ordering,
    ),
  );
  expect(orders()).toMatchObject([
    {
      jobs: [job],
      reviews: [review],
      photos: [photo],
      plans: [plan],
      reason: why.reason,
      request: why.request,
      orderedAt: 1000,
      withdraws: null,
    },
  ]);
  expect(topics()).toContain('status');
});

test('a removal names only the removed things', () => {
  const { database, log, orders } = laptop();
  const [job, review] = [jobId.parse(randomUUID()), reviewId.parse(randomUUID())];
  database.write((context) => {
    logRemoval(context, log, { ...nothing, jobs: [job] }, why, ordering);
    logRemoval(context, log, { ...nothing, reviews: [review] }, why, ordering);
  });
  expect(orders()).toMatchObject([
    { ...nothing, jobs: [job] },
    { ...nothing, reviews: [review] },
  ]);
});

test('an entry is the same after it was kept as a row, redacted or not', () => {
  const entry = logEntry.parse({
    number: 7,
    id: randomUUID(),
    at: 1000,
    clockOffsetMs: -20,
    worker: 'Kim',
    jobId: randomUUID(),
    type: 'box-chosen',
    data: '{}',
    previousHash: 'a'.repeat(64),
    hash: 'b'.repeat(64),
  });
  for (const one of [entry, { ...entry, redacted: true as const, worker: '' }])
    expect(entryOf(rowOf(one))).toEqual(one);
});

test('names that fill an entry go on in a further one, each with an order of its own', () => {
  const { database, log, orders } = laptop();
  const [jobs, reviews] = [
    Array.from({ length: 150 }, () => jobId.parse(randomUUID())),
    Array.from({ length: 2 }, () => reviewId.parse(randomUUID())),
  ];
  database.write((context) => logRemoval(context, log, { ...nothing, jobs }, why, ordering));
  expect(orders()).toMatchObject([{ jobs, reviews: [], photos: [] }]);
  database.write((context) => logRemoval(context, log, { ...nothing, jobs, reviews }, why, ordering));
  expect(orders().slice(1)).toMatchObject([
    { jobs, reviews: [], photos: [] },
    { jobs: [], reviews, photos: [] },
  ]);
  expect(new Set(orders().map((order) => order?.order)).size).toBe(3);
});

test('a removal of nothing writes no entry, and publishes no change', () => {
  const { database, log, orders, topics } = laptop();
  database.write((context) => logRemoval(context, log, nothing, why, ordering));
  expect(orders()).toEqual([]);
  expect(topics()).toEqual([]);
});

test('an order is taken back by its own name, and names nothing itself', () => {
  const { database, log, orders, topics } = laptop();
  const order = ids.removalOrder();
  database.write((context) => withdrawOrder(context, log, order, why, ordering));
  expect(orders()).toMatchObject([{ ...nothing, withdraws: order }]);
  expect(topics().toSorted()).toEqual(['log', 'status']);
});

/** A log of so many entries by Jo, of which these fields were removed. */
function redactedLog(length: number, fields: readonly RedactedField[], numbers?: readonly number[]) {
  const opened = laptop();
  const { database, entries } = opened;
  const jo = createInstallationLog({
    ids,
    clock: { now: () => 1000, passed: () => 0, setTimer: () => () => undefined },
    worker: () => 'Jo',
    clockOffsetMs: () => null,
  });
  database.write((context) => {
    for (let count = 1; count <= length; count += 1) {
      const data = { serial: `S${count}`, checks: 'label', reason: 'for Jo' };
      jo.append(context, { job: null, type: 'box-forced', data });
    }
  });
  const wanted = numbers ?? Array.from({ length }, (_, index) => index + 1);
  database.write((context) =>
    redactEntries(
      context,
      opened.log,
      wanted.map((number) => ({ number, fields })),
      { reason: why.reason, request: why.request },
    ),
  );
  return { ...opened, said: entries().slice(length).map(redactionsIn) };
}

test.each([
  ['worker', ['', '{"checks":"label","reason":"for Jo","serial":"S1"}']],
  ['data.reason', ['Jo', '{"checks":"label","reason":"","serial":"S1"}']],
] as const)(
  'of two entries %s alone can be removed, and one entry vouches for the remainder',
  (field, left) => {
    const { entries, said, topics } = redactedLog(2, [field]);
    const [one] = entries();
    expect([one?.worker, one?.data]).toEqual(left);
    expect(said).toMatchObject([
      [
        { number: 1, fields: [field] },
        { number: 2, fields: [field] },
      ],
    ]);
    expect(topics()).toContain('status');
  },
);

test('an entry without the words is not marked, and a missing one is refused by its number', () => {
  const { entries, said } = redactedLog(2, ['data.nothing']);
  expect(said).toEqual([]);
  expect(entries().map(({ redacted }) => redacted === true)).toEqual([false, false]);
  expect(() => redactedLog(2, ['worker'], [3])).toThrow('entry 3 has no words to remove');
});
