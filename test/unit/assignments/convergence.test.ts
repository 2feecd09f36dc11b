import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takePage } from '../../../electron/operations/assignments/take-results.ts';
import { effectOf, expectedOf } from '../../../electron/operations/assignments/effects.ts';
import type { Database } from '../../../electron/db/open.ts';
import { expectResult } from '../../../electron/db/tables/queue/results.ts';
import { readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { createAssignmentKind } from '../../../electron/operations/queue/kinds/create-assignment.ts';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import {
  createSteadyClock,
  defaultPolicy,
  nextResultQuestion,
} from '../../../electron/operations/queue/parts.ts';
import { applyIn } from '../../../electron/operations/queue/settle.ts';
import {
  assignmentId,
  carId,
  customerId,
  localAssignmentId,
  type OperationId,
  userId,
} from '../../../shared/ids.ts';
import { toOperatorDateTime } from '../../../shared/time.ts';

const now = Date.UTC(2026, 10, 21, 8);
const clock = createSteadyClock({ now: () => now, passed: () => 0, setTimer: () => () => undefined });
const target = {
  environment: 'uat',
  baseUrl: 'https://operator.example/v3',
  customerId: customerId.parse(4711),
} as const;
const ids = createIds();
const log = createInstallationLog({ ids, clock, worker: () => 'Bay 3 Tester', clockOffsetMs: () => null });
const parts = { log, clock, target };
const folder = mkdtempSync(join(tmpdir(), 'boxwright-results-'));
let database: Database;
beforeAll(() => {
  database = openQueueDatabase(join(folder, 'queue.db'), target, () => undefined);
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const given = ids.operation();
const refused = ids.operation();
const removal = ids.operation();
const all: readonly OperationId[] = [given, refused, removal];
const local = localAssignmentId.parse(ids.operation());

/** Two accesses and the removal of a third, all of them on the wire. */
function begin(): void {
  database.write((context) => {
    for (const table of [
      'incident',
      'expected_result',
      'result',
      'attempt',
      'assignment',
      'binding',
      'operation_dependency',
      'operation',
    ]) {
      context.sqlite.exec(`DELETE FROM ${table}`);
    }
    const access = { car: carId.parse(1), carLabel: 'M QX 1', userName: 'Bay 3 Tester' };
    const period = { from: 'fixed' as const, start: now, end: now + 900_000 };
    for (const [id, user] of [
      [given, 9001],
      [refused, 9002],
    ] as const) {
      const payload = { ...access, local: localAssignmentId.parse(id), userId: userId.parse(user), period };
      enqueue(context, target, { id, kind: createAssignmentKind, payload, job: null }, now);
    }
    const payload = { ...access, local, assignment: assignmentId.parse(77) };
    enqueue(context, target, { id: removal, kind: deleteAssignmentKind, payload, job: null }, now);
    const times = JSON.stringify({ start: now, end: now + 900_000 });
    context.sqlite
      .prepare<[string]>(
        `UPDATE operation SET state = 'sending', attempt = 1, context = iif(kind = 'create-assignment', ?, 'null')`,
      )
      .run(times);
    for (const id of all) {
      const row = readOperation(context.sqlite, id);
      const effect = row === undefined ? null : effectOf(context.sqlite, row);
      if (effect !== null) expectResult(context, id, expectedOf(effect));
    }
    context.sqlite
      .exec(`INSERT INTO assignment (id, assignment_id, car_id, user_id, start_at, state, updated_at)
      VALUES ('${local}', 77, 1, 9003, ${now}, 'active', ${now})`);
  });
}

const created = (user: number, assignment: number | null) => ({
  kind: 'created',
  payload: {
    checksum: 'A', assignmentId: assignment, carId: 1, userId: user, customerId: 4711,
    operationSucceeded: assignment !== null, errorMessage: assignment === null ? 'No.' : null,
    start: toOperatorDateTime(now), end: toOperatorDateTime(now + 900_000),
  },
}); // prettier-ignore
const deleted = {
  checksum: 'B',
  assignmentId: 77,
  customerId: 4711,
  operationSucceeded: true,
  errorMessage: null,
};
/** The operator's results: our own three, one of a colleague, one of another customer, one that is no result. */
const results: readonly object[] = [
  created(9001, 501),
  created(9002, null),
  { kind: 'deleted', payload: deleted },
  created(9009, 509),
  { kind: 'deleted', payload: { ...deleted, customerId: 4712 } },
  { kind: 'deleted', payload: { ...deleted, checksum: 7 } },
];

/** The possible events, in any order: a result arrives (again), or our own 204 is processed. */
type Happening = { readonly result: number } | { readonly accepted: number };
let sequence = 0;

function happens(happening: Happening): void {
  database.write((context) => {
    if ('result' in happening) {
      sequence += 1;
      const row = {
        sequence,
        environment: 'uat',
        customerId: 4711,
        receivedAt: now,
        ...results[happening.result],
      };
      takePage(context, parts, { results: [row], cursor: `00000000000000aa.${sequence}`, fetchedAt: now });
      return;
    }
    const id = all[happening.accepted];
    const row = id === undefined ? undefined : readOperation(context.sqlite, id);
    if (row?.state !== 'sending') return;
    applyIn(context, parts, row, { outcome: 'accepted', askAt: nextResultQuestion(now, 0, defaultPolicy) });
  });
}

/** Everything a person could see of it afterwards. */
function seen(): object {
  const { sqlite } = database;
  return {
    operations: sqlite.prepare('SELECT id, state, problem, confirmed_by FROM operation ORDER BY seq').all(),
    assignments: sqlite
      .prepare('SELECT id, assignment_id, state, error_message FROM assignment ORDER BY id')
      .all(),
    incidents: sqlite.prepare('SELECT operation_id, code FROM incident ORDER BY operation_id').all(),
    results: sqlite
      .prepare(
        `SELECT DISTINCT json_extract(payload, '$.payload.userId') AS user, kind, state FROM result
        WHERE state <> 'repeated' ORDER BY user, kind, state`,
      )
      .all(),
  };
}

const everything: readonly Happening[] = [
  ...results.map((_, result) => ({ result })),
  ...all.map((_, accepted) => ({ accepted })),
];

test('faults.md 30: any order of results and of our own answers, with any of them repeated, ends in the same state', () => {
  begin();
  for (const happening of everything) happens(happening);
  const expected = seen();
  expect(expected).toMatchObject({
    operations: [
      { id: given, state: 'done', confirmed_by: 'result' },
      { id: refused, state: 'failed' },
      { id: removal, state: 'done', confirmed_by: 'result' },
    ],
    incidents: [{ operation_id: refused, code: 'assignment-failed' }],
  });

  const repeated = fc.array(fc.nat(everything.length - 1), { maxLength: 6 });
  const places = fc.array(fc.nat(), { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(repeated, places, (again, place) => {
      const happenings = [...everything, ...again.flatMap((index) => everything[index] ?? [])]
        .map((happening, index) => ({ happening, at: place[index] ?? 0 }))
        .sort((one, other) => one.at - other.at);
      begin();
      for (const { happening } of happenings) happens(happening);
      expect(seen()).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
