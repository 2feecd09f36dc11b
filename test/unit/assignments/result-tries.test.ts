import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasAskedFor, instantOf, timesOf, triesOfResult } from '../../../electron/operations/queue/tries.ts';
import {
  type AttemptEnd,
  type AttemptStart,
  finishAttempt,
  insertAttempt,
} from '../../../electron/db/tables/queue/operation-history.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { createGroupKind } from '../../../electron/operations/queue/kinds/create-group.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { customerId } from '../../../shared/ids.ts';
import { type FeedResult, feedResult } from '../../../shared/relay/results.ts';
import { toOperatorDateTime } from '../../../shared/time.ts';

const START = Date.UTC(2026, 10, 21, 8);
const END = START + 900_000;
const OTHER = START + 60_000;
const target = {
  environment: 'uat',
  baseUrl: 'https://operator.example/v3',
  customerId: customerId.parse(4711),
} as const;

/** Tries of one operation, given by their bodies and the times that they asked for; each was answered unless said. */
function tries(...given: readonly (Partial<AttemptStart> & Partial<AttemptEnd>)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-tries-'));
  const database = openQueueDatabase(join(folder, 'queue.db'), target, () => undefined);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const id = createIds().operation();
  database.write((context) => {
    enqueue(context, target, { id, kind: createGroupKind, payload: { name: 'Bay 3' }, job: null }, START);
    given.forEach(({ checksum = 'A', start_at = null, end_at = null, ...end }, index) => {
      const number = index + 1;
      insertAttempt(context, { operation_id: id, number, started_at: START, checksum, start_at, end_at });
      finishAttempt(context, id, number, {
        finished_at: START,
        sent: 'answered',
        status: 204,
        code: null,
        message: null,
        ...end,
      });
    });
  });
  return {
    of: (result: FeedResult) => triesOfResult(database.sqlite, id, result).map(({ number }) => number),
    asked: (result: FeedResult) => hasAskedFor(database.sqlite, id, result),
  };
}

const created = (changes: Readonly<Record<string, unknown>> = {}): FeedResult =>
  feedResult.parse({
    sequence: 1,
    environment: 'uat',
    customerId: 4711,
    receivedAt: START,
    kind: 'created',
    payload: {
      checksum: 'b',
      assignmentId: 501,
      carId: 1,
      userId: 2,
      customerId: 4711,
      operationSucceeded: true,
      errorMessage: null,
      start: toOperatorDateTime(START),
      end: toOperatorDateTime(END),
      ...changes,
    },
  });

test('the tries that sent the very body of a result are its tries, and no other one is', () => {
  const { of, asked } = tries(
    { checksum: 'A', start_at: START, end_at: END },
    { checksum: 'B', start_at: OTHER, end_at: OTHER },
    { checksum: 'B', start_at: START, end_at: END },
  );
  expect(of(created())).toEqual([2, 3]);
  expect(asked(created())).toBe(true);
});

test('without its body the tries with its times match; both start and end count', () => {
  const { of } = tries(
    { start_at: START, end_at: END },
    { start_at: START, end_at: OTHER },
    { start_at: OTHER, end_at: END },
    { start_at: START, end_at: null },
  );
  expect(of(created())).toEqual([1]);
  expect(of(created({ end: null }))).toEqual([4]);
  expect(of(created({ end: toOperatorDateTime(OTHER) }))).toEqual([2]);
});

test('a try whose times were not kept can be that of any result', () => {
  const { of } = tries({ start_at: null }, { start_at: OTHER, end_at: END });
  expect(of(created())).toEqual([1]);
});

test('a result with unreadable times can match any try, and proves no times', () => {
  const { of, asked } = tries({ start_at: START, end_at: END }, { start_at: OTHER, end_at: END });
  expect(of(created({ start: 'tomorrow' }))).toEqual([1, 2]);
  expect(of(created({ end: 'tomorrow' }))).toEqual([1, 2]);
  expect(asked(created({ start: 'tomorrow' }))).toBe(false);
});

test('an operation matches an access if one try has exactly that start and end', () => {
  expect(tries({ start_at: OTHER, end_at: END }, { start_at: START, end_at: END }).asked(created())).toBe(
    true,
  );
  expect(tries({ start_at: START, end_at: OTHER }).asked(created())).toBe(false);
  expect(tries({ start_at: OTHER, end_at: END }).asked(created())).toBe(false);
  expect(tries({ start_at: null }).asked(created())).toBe(false);
});

test('a try that certainly never left the laptop does not count', () => {
  const { of, asked } = tries({ checksum: 'B', start_at: START, end_at: END, sent: 'no', status: null });
  expect(of(created())).toEqual([]);
  expect(asked(created())).toBe(false);
});

test('only a created-result names times; an access without an end is open', () => {
  expect(timesOf(created())).toEqual({ start: START, end: END });
  expect(timesOf(created({ end: null }))).toEqual({ start: START, end: null });
  expect(timesOf(created({ end: undefined }))).toEqual({ start: START, end: null });
  expect(timesOf(created({ start: '' }))).toBeNull();
  const removed = feedResult.parse({ ...created(), kind: 'deleted' });
  expect(timesOf(removed)).toBeNull();
  expect(instantOf(null)).toBeNull();
  expect(instantOf('tomorrow')).toBeUndefined();
});
