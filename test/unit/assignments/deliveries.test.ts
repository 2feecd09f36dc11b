import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Delivery, deliveryOf } from '../../../electron/operations/assignments/kept-failure.ts';
import { moveOperation, readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { createGroupKind } from '../../../electron/operations/queue/kinds/create-group.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { createSteadyClock } from '../../../electron/operations/queue/parts.ts';
import { customerId } from '../../../shared/ids.ts';
import { type FeedResult, feedResult, type ResultDeliveries } from '../../../shared/relay/results.ts';

const START = Date.UTC(2026, 10, 21, 8);
/** The relay's clock is an hour ahead of the laptop's: only spans of one clock may be compared. */
const RELAY_NOW = START + 3_600_000;
const target = {
  environment: 'uat',
  baseUrl: 'https://operator.example/v3',
  customerId: customerId.parse(4711),
} as const;

const deleted = (errorMessage: string): FeedResult =>
  feedResult.parse({
    kind: 'deleted',
    sequence: 7,
    environment: 'uat',
    customerId: 4711,
    receivedAt: START,
    payload: { checksum: 'B', assignmentId: 77, customerId: 4711, operationSucceeded: false, errorMessage },
  });
const known = deleted('No.');

/** An operation whose last request left 10 s ago, and a relay that takes `answerMs` to answer. */
async function delivery(
  answer: ((sequence: number) => ResultDeliveries | null) | undefined,
  answerMs = 0,
): Promise<Delivery | null> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-deliveries-'));
  const database = openQueueDatabase(join(folder, 'queue.db'), target, () => undefined);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let passed = 0;
  const clock = createSteadyClock({
    now: () => START + passed,
    passed: () => passed,
    setTimer: () => () => undefined,
  });
  const id = createIds().operation();
  database.write((context) => {
    enqueue(context, target, { id, kind: createGroupKind, payload: { name: 'Bay 3' }, job: null }, START);
    const row = readOperation(context.sqlite, id);
    if (row === undefined) throw new Error('The operation was not written.');
    moveOperation(context, row, 'sending', START, { attempt: 1, context: '{}', claimed_at: START - 10_000 });
  });
  const ask = {
    askRelay: async (sequence: number) => {
      passed += answerMs;
      return answer?.(sequence) ?? null;
    },
  };
  const parts = { database, clock, ...(answer === undefined ? {} : ask) };
  return await deliveryOf(parts, id, known, new AbortController().signal);
}

const cameBefore = (agoMs: number, result: unknown = known): ResultDeliveries => ({
  result,
  deliveries: 2,
  lastReceivedAt: RELAY_NOW - agoMs,
  now: RELAY_NOW,
});

test('a result that came after the last request had left is later', async () => {
  expect(await delivery(() => cameBefore(9_999))).toEqual({ times: 2, isLater: true, isEarlier: false });
});

test('a result that came when the last request left, or before, is not later', async () => {
  expect(await delivery(() => cameBefore(10_000))).toEqual({ times: 2, isLater: false, isEarlier: true });
  expect(await delivery(() => cameBefore(10_001))).toEqual({ times: 2, isLater: false, isEarlier: true });
});

test('the time that the answer took counts against both', async () => {
  expect(await delivery(() => cameBefore(9_000), 999)).toMatchObject({ isLater: true });
  expect(await delivery(() => cameBefore(9_000), 1_000)).toMatchObject({ isLater: false, isEarlier: false });
  expect(await delivery(() => cameBefore(11_000), 1_001)).toMatchObject({ isLater: false, isEarlier: false });
  expect(await delivery(() => cameBefore(11_000), 1_000)).toMatchObject({ isEarlier: true });
});

test('the relay is asked for the sequence of the result', async () => {
  const asked: number[] = [];
  await delivery((sequence) => {
    asked.push(sequence);
    return null;
  });
  expect(asked).toEqual([7]);
});

test.each<[string, ((sequence: number) => ResultDeliveries | null) | undefined]>([
  ['there is no relay', undefined],
  ['the relay has no answer', () => null],
  ['the answer is no result', () => cameBefore(1, { kind: 'deleted' })],
  ['the number now stands for a result of other words', () => cameBefore(1, deleted('Not found.'))],
  ['the number now stands for a result of another kind', () => cameBefore(1, { ...known, kind: 'updated' })],
])('nothing is known where %s', async (_, answer) => {
  expect(await delivery(answer)).toBeNull();
});
