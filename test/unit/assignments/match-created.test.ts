import { expect, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { insertAttempt } from '../../../electron/db/tables/queue/operation-history.ts';
import { bind } from '../../../electron/db/tables/queue/operation-order.ts';
import { expectResult } from '../../../electron/db/tables/queue/results.ts';
import { moveOperation, readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { watchRevokedAssignment } from '../../../electron/db/tables/queue/assignments.ts';
import { matchResult } from '../../../electron/operations/assignments/match.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { createAssignmentKind } from '../../../electron/operations/queue/kinds/create-assignment.ts';
import { uninstallKind } from '../../../electron/operations/queue/kinds/uninstall.ts';
import { assignmentId, carId, type OperationId, userId } from '../../../shared/ids.ts';
import { feedResult } from '../../../shared/relay/results.ts';
import { toOperatorDateTime } from '../../../shared/time.ts';
import { BEGIN, openJobs } from '../jobs/bench.ts';

const END = BEGIN + 900_000;
const about = { carId: carId.parse(1), userId: userId.parse(2) };
const NUMBER = assignmentId.parse(501);

/** An order of the access that was sent once, with the body of that checksum. */
interface Order {
  readonly checksum: string;
  /** The number that it is known to have brought; then it is done. */
  readonly bound?: number;
  /** It makes an access again that went with a Box. */
  readonly again?: true;
}

/** Which of the orders a created access with this body is matched with; null = with none. `taken` = a Box took its number along. */
function matched(
  orders: readonly Order[],
  checksum: string,
  { taken = false, start = BEGIN, end = END } = {},
): number | null {
  const { database, parts } = openJobs();
  const ids = createIds();
  const placed = database.write((context) => {
    const move = (id: OperationId, to: 'sending' | 'awaiting-result' | 'done', change = {}) => {
      const row = readOperation(context.sqlite, id);
      if (row === undefined) throw new Error('The operation was not written.');
      moveOperation(context, row, to, BEGIN, change);
    };
    if (taken) {
      const id = ids.operation();
      const payload = {
        car: about.carId,
        carLabel: 'M BX 1042',
        productId: null,
        serialNumber: 'BX-1042',
        takesAssignments: true,
      };
      enqueue(context, parts.target, { id, kind: uninstallKind, payload, job: null }, BEGIN);
      watchRevokedAssignment(context, {
        operation_id: id,
        assignment_id: NUMBER,
        user_id: about.userId,
        start_at: BEGIN,
        end_at: END,
        ask_at: BEGIN,
        updated_at: BEGIN,
      });
    }
    return orders.map(({ checksum: body, bound, again }) => {
      const id = ids.operation();
      const payload = {
        local: ids.localAssignment(),
        car: about.carId,
        carLabel: 'M BX 1042',
        userId: about.userId,
        userName: 'Bay 3 Tester',
        period: { from: 'fixed', start: BEGIN, end: END },
        ...(again === undefined ? {} : { again }),
      } as const;
      enqueue(context, parts.target, { id, kind: createAssignmentKind, payload, job: null }, BEGIN);
      expectResult(context, id, { kind: 'created', ...about });
      move(id, 'sending', { attempt: 1, context: JSON.stringify({ start: BEGIN, end: END }) });
      const attempt = { operation_id: id, number: 1, started_at: BEGIN, checksum: body };
      insertAttempt(context, { ...attempt, start_at: BEGIN, end_at: END });
      move(id, 'awaiting-result');
      if (bound !== undefined) {
        bind(context, id, { id: bound });
        move(id, 'done', { confirmed_by: 'result' });
      }
      return id;
    });
  });
  const result = feedResult.parse({
    sequence: 7,
    environment: parts.target.environment,
    customerId: parts.target.customerId,
    receivedAt: BEGIN,
    kind: 'created',
    payload: {
      checksum,
      assignmentId: NUMBER,
      ...about,
      customerId: parts.target.customerId,
      operationSucceeded: true,
      errorMessage: null,
      start: toOperatorDateTime(start),
      end: toOperatorDateTime(end),
    },
  });
  const match = matchResult(database.sqlite, result, 'one');
  return match.match === 'found' ? placed.indexOf(match.operation.id) : null;
}

test('of two orders of the same access the one with the identical body takes the result', () => {
  expect(matched([{ checksum: 'A1' }, { checksum: 'B2' }], 'B2')).toBe(1);
  expect(matched([{ checksum: 'A1' }, { checksum: 'B2' }], 'C3')).toBeNull();
});

test('an order of the same access takes a result of another body where no other order could be meant', () => {
  expect(matched([{ checksum: 'A1' }], 'C3')).toBe(0);
});

test('an access of another body matches no order with another start or end', () => {
  expect(matched([{ checksum: 'A1' }], 'C3', { start: BEGIN + 60_000 })).toBeNull();
  expect(matched([{ checksum: 'A1' }], 'C3', { end: END + 60_000 })).toBeNull();
  // The very body says which order it is, however the operator writes its times.
  expect(matched([{ checksum: 'A1' }], 'A1', { start: BEGIN + 60_000, end: END + 60_000 })).toBe(0);
});

test('an order that created another access did not create a new one', () => {
  expect(matched([{ checksum: 'A1', bound: 500 }], 'A1')).toBeNull();
  expect(matched([{ checksum: 'A1', bound: 500 }, { checksum: 'A1' }], 'A1')).toBe(1);
  expect(matched([{ checksum: 'A1', bound: NUMBER }], 'A1')).toBe(0);
});

test('a late result about a revoked access does not match the order that recreates it', () => {
  expect(matched([{ checksum: 'A1', again: true }], 'A1', { taken: true })).toBeNull();
  expect(matched([{ checksum: 'A1', again: true }], 'A1')).toBe(0);
  expect(matched([{ checksum: 'A1' }], 'A1', { taken: true })).toBe(0);
});
