import {
  nextTick,
  finishAttempt,
  insertAttempt,
} from '../../../electron/db/tables/queue/operation-history.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keptFailureOf } from '../../../electron/operations/assignments/kept-failure.ts';
import { expectResult, insertResult } from '../../../electron/db/tables/queue/results.ts';
import { moveOperation, readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { createAssignmentKind } from '../../../electron/operations/queue/kinds/create-assignment.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { carId, customerId, type OperationId, userId } from '../../../shared/ids.ts';
import { toOperatorDateTime } from '../../../shared/time.ts';

const START = Date.UTC(2026, 10, 21, 8);
const END = START + 900_000;
const about = { carId: carId.parse(1), userId: userId.parse(2) };
const target = {
  environment: 'uat',
  baseUrl: 'https://operator.example/v3',
  customerId: customerId.parse(4711),
} as const;
type State = 'awaiting-result' | 'unknown';

/**
 * Orders of the same access, each by its state and the checksum of the body that it sent, and a kept result of another body with
 * the same times. Answers the sequence of the failure that is kept for the first order; null = none.
 */
function keptFor(
  orders: readonly (readonly [State, string])[],
  changes: Readonly<Record<string, unknown>> = {},
): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-kept-'));
  const database = openQueueDatabase(join(folder, 'queue.db'), target, () => undefined);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ids = createIds();
  const placed = database.write((context) => {
    const read = (id: OperationId) => {
      const row = readOperation(context.sqlite, id);
      if (row === undefined) throw new Error('it was not written');
      return row;
    };
    const made = orders.map(([state, checksum]) => {
      const id = ids.operation();
      const payload = {
        local: ids.localAssignment(),
        car: about.carId,
        carLabel: 'M BX 1042',
        userId: about.userId,
        userName: 'Bay 3 Tester',
        period: { from: 'fixed', start: START, end: END },
      } as const;
      enqueue(context, target, { id, kind: createAssignmentKind, payload, job: null }, START);
      expectResult(context, id, { kind: 'created', ...about });
      const sent = JSON.stringify({ start: START, end: END });
      moveOperation(context, read(id), 'sending', START, { attempt: 1, context: sent });
      insertAttempt(context, {
        operation_id: id,
        number: 1,
        started_at: START,
        checksum,
        start_at: START,
        end_at: END,
      });
      finishAttempt(context, id, 1, {
        finished_at: START,
        sent: 'answered',
        status: 204,
        code: null,
        message: null,
      });
      moveOperation(context, read(id), state, START, {});
      return id;
    });
    insertResult(context, {
      epoch: 'one',
      sequence: 7,
      kind: 'created',
      assignment_id: null,
      car_id: about.carId,
      user_id: about.userId,
      payload: JSON.stringify({
        sequence: 7,
        environment: 'uat',
        customerId: 4711,
        receivedAt: START,
        kind: 'created',
        payload: {
          checksum: 'c',
          assignmentId: null,
          ...about,
          customerId: 4711,
          operationSucceeded: false,
          errorMessage: 'No',
          start: toOperatorDateTime(START),
          end: toOperatorDateTime(END),
          ...changes,
        },
      }),
      state: 'unresolved',
      operation_id: null,
      received_at: START,
      fetched_at: START,
      tick: nextTick(context),
    });
    return made.map(read);
  });
  const [first] = placed;
  if (first === undefined) throw new Error('no order');
  return keptFailureOf(database.sqlite, first)?.row.sequence ?? null;
}

describe('a kept failure', () => {
  it.each(['awaiting-result', 'unknown'] as const)('is that of the only order, which is %s', (state) => {
    expect(keptFor([[state, 'A']])).toBe(7);
  });

  it('is that of an accepted order among those that sent the same body', () => {
    expect(
      keptFor([
        ['awaiting-result', 'A'],
        ['awaiting-result', 'A'],
      ]),
    ).toBe(7);
  });

  it('is not that of an order in doubt while another one sent the same body', () => {
    expect(
      keptFor([
        ['unknown', 'A'],
        ['awaiting-result', 'A'],
      ]),
    ).toBeNull();
  });

  it('is not that of any order while another one sent another body', () => {
    expect(
      keptFor([
        ['awaiting-result', 'A'],
        ['awaiting-result', 'B'],
      ]),
    ).toBeNull();
  });

  it('is of no order when it names other times', () => {
    expect(keptFor([['awaiting-result', 'A']], { end: toOperatorDateTime(END + 60_000) })).toBeNull();
  });

  it('differs from a result that succeeded', () => {
    expect(keptFor([['awaiting-result', 'A']], { operationSucceeded: true, assignmentId: 501 })).toBeNull();
  });
});
