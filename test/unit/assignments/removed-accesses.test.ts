import { expect, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { insertAttempt, type Tick } from '../../../electron/db/tables/queue/operation-history.ts';
import { expectResult } from '../../../electron/db/tables/queue/results.ts';
import { moveOperation, readOperation } from '../../../electron/db/tables/queue/operations.ts';
import {
  endRevokedAssignment,
  revokedAssignmentsOf,
  type RevokedAssignmentRow,
  watchRevokedAssignment,
} from '../../../electron/db/tables/queue/assignments.ts';
import { settleResultRow } from '../../../electron/operations/assignments/settle-result.ts';
import { settleRevoked } from '../../../electron/operations/assignments/revoked-assignments.ts';
import { hasStayed, isLeaving } from '../../../electron/operations/assignments/effects.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { uninstallKind } from '../../../electron/operations/queue/kinds/uninstall.ts';
import { createSteadyClock } from '../../../electron/operations/queue/parts.ts';
import { assignmentId, carId, customerId, type OperationId } from '../../../shared/ids.ts';
import { feedResult } from '../../../shared/relay/results.ts';
import { BEGIN, openJobs } from '../jobs/bench.ts';

const SENT_AT = BEGIN - 60_000;
/** A result that came before all that is sent here, and one that came after it. */
const [BEFORE, LATER] = [0, 1000] satisfies [Tick, Tick];
const access = assignmentId.parse(77);
const ids = createIds();

function word(operationSucceeded = true) {
  const result = feedResult.parse({
    kind: 'deleted',
    sequence: 7,
    environment: 'uat',
    customerId: 4711,
    receivedAt: BEGIN,
    payload: { checksum: 'C0', assignmentId: access, customerId: 4711, operationSucceeded },
  });
  if (result.kind !== 'deleted') throw new Error('The result is of another kind.');
  return result;
}

/** Removals of one access, each sent at `SENT_AT`, over the real database of a laptop. */
function openRemovals() {
  const { database, parts } = openJobs();
  const target = { ...parts.target, customerId: customerId.parse(4711) };
  const settleParts = { log: parts.log, clock: createSteadyClock(parts.clock), target };
  const rowOf = (id: OperationId) => {
    const row = readOperation(database.sqlite, id);
    if (row === undefined) throw new Error('The operation was not written.');
    return row;
  };
  const sent = (id: OperationId) =>
    database.write((context) => {
      moveOperation(context, rowOf(id), 'sending', SENT_AT, {
        attempt: 1,
        context: 'null',
        claimed_at: SENT_AT,
      });
      const attempt = { operation_id: id, number: 1, started_at: SENT_AT, checksum: 'D1' };
      insertAttempt(context, { ...attempt, start_at: null, end_at: null });
    });
  return {
    rowOf,
    /** The removal of a Box that took the access along; the one that was watched first is the oldest. */
    box: (watchedAt = SENT_AT) => {
      const id = ids.operation();
      const payload = {
        car: carId.parse(1),
        carLabel: 'M QX 1',
        productId: null,
        serialNumber: 'BX-1042',
        takesAssignments: true,
      };
      database.write((context) => {
        enqueue(context, target, { id, kind: uninstallKind, payload, job: null }, SENT_AT);
        watchRevokedAssignment(context, {
          operation_id: id,
          assignment_id: access,
          user_id: null,
          start_at: SENT_AT,
          end_at: null,
          ask_at: BEGIN + 60_000,
          updated_at: watchedAt,
        });
      });
      sent(id);
      return id;
    },
    /** The removal of the access itself, which the operator has accepted. */
    own: () => {
      const id = ids.operation();
      const payload = {
        car: carId.parse(1),
        carLabel: 'M QX 1',
        userName: 'Bay 3 Tester',
        local: ids.localAssignment(),
        assignment: access,
      };
      database.write((context) => {
        enqueue(context, target, { id, kind: deleteAssignmentKind, payload, job: null }, SENT_AT);
        expectResult(context, id, { kind: 'deleted', assignmentId: access });
      });
      sent(id);
      database.write((context) =>
        moveOperation(context, rowOf(id), 'awaiting-result', SENT_AT, { not_before: BEGIN + 60_000 }),
      );
      return id;
    },
    ended: (id: OperationId, state: 'deleted' | 'deletion failed', by: 'result' | 'query') =>
      database.write((context) =>
        endRevokedAssignment(
          context,
          { operation_id: id, assignment_id: access },
          { state, confirmed_by: by, error_message: null, ask_at: null, updated_at: SENT_AT },
        ),
      ),
    settle: (succeeded: boolean, { ofAnother = false, tick = LATER } = {}) =>
      database.write((context) =>
        settleRevoked(context, settleParts, word(succeeded), {
          ofAnother,
          row: { epoch: 'one', sequence: 7, tick },
        }),
      ),
    settleTakenAt: (tick: Tick) =>
      database.write((context) =>
        settleResultRow(context, settleParts, { epoch: 'one', sequence: 7, tick }, word()),
      ),
    state: (id: OperationId) => revokedAssignmentsOf(database.sqlite, id).map((row) => row.state),
    askAt: (id: OperationId) => revokedAssignmentsOf(database.sqlite, id).map((row) => row.ask_at),
  };
}

test('that an access is gone ends it for each removed Box that took it, and is news once', () => {
  const removals = openRemovals();
  const [first, second] = [removals.box(), removals.box(SENT_AT + 1)];
  expect(removals.settle(true)).toEqual({ operation: first, isNew: true });
  expect([first, second].map(removals.state)).toEqual([['deleted'], ['deleted']]);
  expect(removals.settle(true)).toMatchObject({ isNew: false });
});

test('the news is of the removal that did not know', () => {
  const removals = openRemovals();
  const [first, second] = [removals.box(), removals.box(SENT_AT + 1)];
  removals.ended(first, 'deleted', 'result');
  expect(removals.settle(true)).toEqual({ operation: second, isNew: true });
});

test('that an access could not be removed ends nothing: the access is read at once', () => {
  const removals = openRemovals();
  const box = removals.box();
  expect(removals.settle(false)).toBeNull();
  expect(removals.state(box)).toEqual(['pending deletion']);
  expect(removals.askAt(box)).toEqual([BEGIN]);
});

test('that an access is gone, fetched before the Box was removed, may be of an earlier access of that number', () => {
  const removals = openRemovals();
  const box = removals.box();
  expect(removals.settle(true, { tick: BEFORE })).toBeNull();
  expect(removals.state(box)).toEqual(['pending deletion']);
  expect(removals.settle(true, { tick: LATER })).toMatchObject({ isNew: true });
});

test('a result fetched before the removal of the Box does not count against a later read that found the access', () => {
  const removals = openRemovals();
  const box = removals.box();
  removals.ended(box, 'deletion failed', 'query');
  expect(removals.settle(true, { tick: BEFORE })).toBeNull();
  expect(removals.state(box)).toEqual(['deletion failed']);
});

test('a result of a separate removal does not end an access that stayed with a removed Box', () => {
  const removals = openRemovals();
  const box = removals.box();
  removals.ended(box, 'deletion failed', 'query');
  expect(removals.settle(true, { ofAnother: true })).toEqual({ operation: box, isNew: false });
  expect(removals.state(box)).toEqual(['deletion failed']);
  expect(removals.settle(true)).toEqual({ operation: box, isNew: true });
  expect(removals.state(box)).toEqual(['deleted']);
});

test('a result of an access that no removed Box took is not theirs', () => {
  expect(openRemovals().settle(true)).toBeNull();
});

test('a result fetched before a removal was sent does not end it: the access is read', () => {
  const removals = openRemovals();
  const own = removals.own();
  expect(removals.settleTakenAt(BEFORE)).toBeNull();
  expect(removals.rowOf(own)).toMatchObject({ state: 'awaiting-result', not_before: BEGIN });
  expect(removals.settleTakenAt(LATER)).toBe(own);
  expect(removals.rowOf(own)).toMatchObject({ state: 'done', confirmed_by: 'result' });
});

test('a revoked access is leaving while it is read, and has stayed once no more reads are due', () => {
  const facts = (state: RevokedAssignmentRow['state'], askAt: number | null) => {
    const row = { state, ask_at: askAt };
    return [isLeaving(row), hasStayed(row)];
  };
  expect(facts('pending deletion', BEGIN)).toEqual([true, false]);
  expect(facts('pending deletion', null)).toEqual([false, true]);
  expect(facts('deletion failed', null)).toEqual([false, true]);
  expect(facts('deletion failed', BEGIN)).toEqual([false, true]);
  expect(facts('deleted', null)).toEqual([false, false]);
});
