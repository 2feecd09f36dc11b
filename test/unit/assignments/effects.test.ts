import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  effectOf,
  expectedOf,
  applyAssignmentTransition,
  type AssignmentTransition,
} from '../../../electron/operations/assignments/effects.ts';
import type { Database } from '../../../electron/db/open.ts';
import { readLocalAssignment } from '../../../electron/db/tables/queue/assignments.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createAssignmentKind } from '../../../electron/operations/queue/kinds/create-assignment.ts';
import type { AssignmentEffect } from '../../../electron/operations/queue/kinds/kind.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { assignmentId, carId, customerId, localAssignmentId, userId } from '../../../shared/ids.ts';

const START = Date.UTC(2026, 10, 21, 8);
const END = START + 900_000;
const target = {
  environment: 'uat',
  baseUrl: 'https://operator.example/v3',
  customerId: customerId.parse(4711),
} as const;
const ids = createIds();
const local = ids.localAssignment();
const other = ids.localAssignment();

function open(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-effects-'));
  const database = openQueueDatabase(join(folder, 'queue.db'), target, () => undefined);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return database;
}

function turn(
  database: Database,
  effect: AssignmentEffect,
  happened: AssignmentTransition,
  facts: { readonly id?: number; readonly message?: string } = {},
): void {
  const { id, message = null } = facts;
  const bindings = id === undefined ? {} : { id };
  database.write((context) => {
    applyAssignmentTransition(context, effect, happened, { bindings, message, at: START });
  });
}

const creation = (of = local): AssignmentEffect => ({
  effect: 'create',
  local: of,
  carId: carId.parse(1),
  userId: userId.parse(2),
  start: START,
  end: END,
});
const change: AssignmentEffect = {
  effect: 'update',
  local,
  assignmentId: assignmentId.parse(501),
  patch: { end: END + 60_000 },
};
const removal: AssignmentEffect = { effect: 'delete', local, assignmentId: assignmentId.parse(501) };

test('a created access has the number that the operator gave', () => {
  const database = open();
  turn(database, creation(), 'succeeded', { id: 501 });
  expect(readLocalAssignment(database.sqlite, local)).toMatchObject({
    assignment_id: 501,
    state: 'active',
    start_at: START,
    end_at: END,
  });
});

test('an access that was only ordered has no number', () => {
  const database = open();
  turn(database, creation(), 'accepted');
  expect(readLocalAssignment(database.sqlite, local)).toMatchObject({
    assignment_id: null,
    state: 'pending',
  });
});

test('a number that the operator uses again leaves the access that had it before', () => {
  const database = open();
  turn(database, creation(other), 'succeeded', { id: 501 });
  turn(database, creation(), 'succeeded', { id: 501 });
  expect(readLocalAssignment(database.sqlite, other)).toMatchObject({ assignment_id: null });
  expect(readLocalAssignment(database.sqlite, local)).toMatchObject({ assignment_id: 501 });
});

test('a change moves the times when it has succeeded, and only those that it names', () => {
  const database = open();
  turn(database, creation(), 'succeeded', { id: 501 });
  turn(database, change, 'accepted');
  expect(readLocalAssignment(database.sqlite, local)).toMatchObject({
    state: 'pending update',
    end_at: END,
  });
  turn(database, change, 'failed', { message: 'No.' });
  expect(readLocalAssignment(database.sqlite, local)).toMatchObject({
    state: 'update failed',
    error_message: 'No.',
    end_at: END,
  });
  turn(database, change, 'succeeded');
  expect(readLocalAssignment(database.sqlite, local)).toMatchObject({
    state: 'update successful',
    start_at: START,
    end_at: END + 60_000,
  });
});

test('a removed access stays removed after a late result', () => {
  const database = open();
  turn(database, creation(), 'succeeded', { id: 501 });
  turn(database, removal, 'succeeded');
  turn(database, change, 'succeeded');
  expect(readLocalAssignment(database.sqlite, local)).toMatchObject({ state: 'deleted', end_at: END });
});

test('a removal does not move the times', () => {
  const database = open();
  turn(database, creation(), 'succeeded', { id: 501 });
  turn(database, removal, 'accepted');
  expect(readLocalAssignment(database.sqlite, local)).toMatchObject({
    state: 'pending deletion',
    start_at: START,
    end_at: END,
  });
});

test('an access of another laptop leaves nothing here', () => {
  const database = open();
  turn(database, { ...removal, local: null }, 'succeeded');
  const unknown = localAssignmentId.parse(ids.operation());
  turn(database, { ...removal, local: unknown }, 'succeeded');
  expect(readLocalAssignment(database.sqlite, unknown)).toBeUndefined();
});

test('an operation that has not left, or that cannot be read, has no effect', () => {
  const { sqlite } = open();
  const id = ids.operation();
  const row = {
    id,
    kind: createAssignmentKind.kind,
    payload_version: 1,
    payload: '{}',
    context: '{}',
    unknown_tries: 0,
  } as const;
  expect(effectOf(sqlite, { ...row, context: null })).toBeNull();
  expect(effectOf(sqlite, row)).toBeNull();
});

test('a result names a new access by car and user, every other by its number', () => {
  expect(expectedOf(creation())).toEqual({ kind: 'created', carId: 1, userId: 2 });
  expect(expectedOf(change)).toEqual({ kind: 'updated', assignmentId: 501 });
  expect(expectedOf(removal)).toEqual({ kind: 'deleted', assignmentId: 501 });
});
