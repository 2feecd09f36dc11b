import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requestOfRemoval } from '../../../electron/operations/assignments/match.ts';
import type { Database } from '../../../electron/db/open.ts';
import { insertAttempt } from '../../../electron/db/tables/queue/operation-history.ts';
import { candidatesFor, expectResult } from '../../../electron/db/tables/queue/results.ts';
import { moveOperation, readOperation } from '../../../electron/db/tables/queue/operations.ts';
import {
  endRevokedAssignment,
  watchRevokedAssignment,
} from '../../../electron/db/tables/queue/assignments.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { uninstallKind } from '../../../electron/operations/queue/kinds/uninstall.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { assignmentId, carId, customerId, type OperationId } from '../../../shared/ids.ts';
import { type FeedResult, feedResult } from '../../../shared/relay/results.ts';

const START = Date.UTC(2026, 10, 21, 8);
const target = {
  environment: 'uat',
  baseUrl: 'https://operator.example/v3',
  customerId: customerId.parse(4711),
} as const;
const access = assignmentId.parse(77);
const ids = createIds();

function open(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-removal-'));
  const database = openQueueDatabase(join(folder, 'queue.db'), target, () => undefined);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return database;
}

/** Moves an order to `sending`: one try, with that body and what it found beforehand. */
function send(database: Database, id: OperationId, checksum: string, context: string): void {
  database.write((write) => {
    const row = readOperation(write.sqlite, id);
    if (row === undefined) throw new Error('The operation was not written.');
    moveOperation(write, row, 'sending', START, { attempt: 1, context });
    insertAttempt(write, {
      operation_id: id,
      number: 1,
      started_at: START,
      checksum,
      start_at: null,
      end_at: null,
    });
  });
}

/** The removal of the access itself, on its way. */
function removeAccess(database: Database, checksum: string): void {
  const id = ids.operation();
  const payload = {
    car: carId.parse(1),
    carLabel: 'M QX 1',
    userName: 'Bay 3 Tester',
    local: ids.localAssignment(),
    assignment: access,
  };
  database.write((write) => {
    enqueue(write, target, { id, kind: deleteAssignmentKind, payload, job: null }, START);
    expectResult(write, id, { kind: 'deleted', assignmentId: access });
  });
  send(database, id, checksum, 'null');
}

/** The removal of the car's Box, which takes these accesses along. */
function removeBox(database: Database, takes: readonly number[], sent = true): OperationId {
  const id = ids.operation();
  const payload = {
    car: carId.parse(1),
    carLabel: 'M QX 1',
    productId: null,
    serialNumber: 'BX-1042',
    takesAssignments: true,
  };
  database.write((write) => {
    enqueue(write, target, { id, kind: uninstallKind, payload, job: null }, START);
  });
  const assignments = takes.map((one) => ({ id: one, userId: null, start: START, end: null }));
  if (sent) send(database, id, 'B0B0', JSON.stringify({ assignments }));
  return id;
}

function requestOf(database: Database, checksum: string): 'access' | 'box' | 'either' {
  const result: FeedResult = feedResult.parse({
    kind: 'deleted',
    sequence: 7,
    environment: 'uat',
    customerId: 4711,
    receivedAt: START,
    payload: { checksum, assignmentId: access, customerId: 4711, operationSucceeded: false },
  });
  if (result.kind !== 'deleted') throw new Error('The result is of another kind.');
  const removals = candidatesFor(database.sqlite, { kind: 'deleted', assignmentId: access });
  return requestOfRemoval(database.sqlite, removals, result);
}

test('a result without a removal of the access is of the Box', () => {
  expect(requestOf(open(), 'C0')).toBe('box');
});

test('the checksum of the sent removal identifies the access, in either case of letters', () => {
  const database = open();
  removeAccess(database, 'ACCE55');
  removeBox(database, [access]);
  expect(requestOf(database, 'acce55')).toBe('access');
});

test('the checksum of the removal of the Box identifies the Box', () => {
  const database = open();
  removeAccess(database, 'ACCE55');
  removeBox(database, [access]);
  expect(requestOf(database, 'b0b0')).toBe('box');
});

test('an unknown checksum is of the access while no Box that takes it is awaited', () => {
  const database = open();
  removeAccess(database, 'ACCE55');
  removeBox(database, [access], false);
  removeBox(database, [access + 1]);
  expect(requestOf(database, 'C0')).toBe('access');
});

test('an unknown checksum is of either while the removal of the Box that takes the access is under way', () => {
  const database = open();
  removeAccess(database, 'ACCE55');
  removeBox(database, [access + 1, access]);
  expect(requestOf(database, 'C0')).toBe('either');
});

test('an unknown checksum is of either until the access that a removed Box took is known to be gone', () => {
  const database = open();
  removeAccess(database, 'ACCE55');
  const box = removeBox(database, []);
  const taken = { operation_id: box, assignment_id: access };
  database.write((write) => {
    const watched = {
      ...taken,
      user_id: null,
      start_at: START,
      end_at: null,
      ask_at: START,
      updated_at: START,
    };
    watchRevokedAssignment(write, watched);
  });
  expect(requestOf(database, 'C0')).toBe('either');
  database.write((write) => {
    endRevokedAssignment(write, taken, {
      state: 'deleted',
      confirmed_by: 'result',
      error_message: null,
      ask_at: null,
      updated_at: START,
    });
  });
  expect(requestOf(database, 'C0')).toBe('access');
});
