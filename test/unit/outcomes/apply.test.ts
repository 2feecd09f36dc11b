import { expect, test } from 'vitest';
import { z } from 'zod';
import { readLocalAssignment } from '../../../electron/db/tables/queue/assignments.ts';
import { boundValue, removeDependency } from '../../../electron/db/tables/queue/operation-order.ts';
import { unseenIncidents } from '../../../electron/db/tables/queue/operation-history.ts';
import { moveOperation, type OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import { logOfOperation } from '../../../electron/db/tables/queue/log-entries.ts';
import { applyOutcome } from '../../../electron/operations/outcomes/apply.ts';
import type { Outcome } from '../../../electron/operations/outcomes/classify.ts';
import type { OperationKind, OperationState } from '../../../shared/domain/operation.ts';
import { type JobId, localAssignmentId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { removeTestAccess, startVerification } from '../../../electron/jobs/steps/verify.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { type JobBench, known, openJobs } from '../jobs/bench.ts';

const ordered = z.object({ local: localAssignmentId });

/** A new car, its Box and a test access: three operations, each waiting on the one before. */
function orders(bench: JobBench = openJobs()) {
  const job = startJob(bench.parts);
  createCar(bench.parts, job, {
    licensePlate: 'M XY 1',
    vin: '',
    brand: 'Ford',
    model: '',
    name: '',
  });
  installBox(bench.parts, job, known.box);
  startVerification(bench.parts, job, known.user, 15);
  return { bench, job };
}

function rowOf(bench: JobBench, job: JobId, kind: OperationKind): OperationRow {
  const row = bench.operations(job).find((operation) => operation.kind === kind);
  if (row === undefined) throw new Error(`no ${kind}`);
  return row;
}

/** Applies an outcome to an operation that stands in `state`. */
function apply(bench: JobBench, row: OperationRow, state: OperationState, outcome: Outcome): boolean {
  bench.becomes(row.id, state);
  return bench.database.write((context) =>
    applyOutcome(context, bench.parts, { ...row, state }, outcome, bench.parts.clock.now()),
  );
}

const problem = makeProblem('operator-timeout', {}, 'no answer');
const at = 5000;
const done = (bindings = {}): Outcome => ({ outcome: 'done', confirmedBy: 'answer', bindings });

for (const [outcome, type, state, data] of [
  [done({ id: 77 }), 'operation-done', 'done', { confirmedBy: 'answer', bound: 77 }],
  [done(), 'operation-done', 'done', { confirmedBy: 'answer' }],
  [{ outcome: 'accepted', askAt: at }, 'operation-accepted', 'awaiting-result', {}],
  [
    { outcome: 'unknown', readAt: at, problem },
    'operation-unknown',
    'unknown',
    { problem: 'operator-timeout', said: 'no answer' },
  ],
  [
    { outcome: 'blocked', problem },
    'operation-blocked',
    'blocked',
    { problem: 'operator-timeout', said: 'no answer' },
  ],
] as const satisfies readonly (readonly [Outcome, string, OperationState, object])[]) {
  test(`the outcome ${outcome.outcome}${'bound' in data ? ' with a number' : ''} is logged as ${type}`, () => {
    const { bench, job } = orders();
    const row = rowOf(bench, job, 'create-car');
    expect(apply(bench, row, 'sending', outcome)).toBe(true);
    expect(rowOf(bench, job, 'create-car').state).toBe(state);
    const entries = logOfOperation(bench.database.sqlite, row.id);
    expect(entries.map((entry) => entry.type)).toEqual([type]);
    expect(JSON.parse(entries[0]?.data ?? '')).toEqual({
      operation: row.id,
      kind: 'create-car',
      ...data,
    });
  });
}

test('a failure and a later order that replaces it are logged with the operator’s words', () => {
  for (const [outcome, type, state] of [
    [{ outcome: 'failed', problem }, 'operation-failed', 'failed'],
    [{ outcome: 'overtaken', problem }, 'operation-cancelled', 'cancelled'],
  ] as const) {
    const { bench, job } = orders();
    const row = rowOf(bench, job, 'create-car');
    expect(apply(bench, row, 'awaiting-result', outcome)).toBe(true);
    expect(rowOf(bench, job, 'create-car')).toMatchObject({
      state,
      finished_at: bench.parts.clock.now(),
      not_before: null,
      problem: JSON.stringify(problem),
    });
    const [entry] = logOfOperation(bench.database.sqlite, row.id);
    expect(entry?.type).toBe(type);
    expect(JSON.parse(entry?.data ?? '')).toMatchObject({
      problem: 'operator-timeout',
      said: 'no answer',
    });
  }
});

test('a delay is not logged', () => {
  const { bench, job } = orders();
  const row = rowOf(bench, job, 'create-car');
  expect(apply(bench, row, 'sending', { outcome: 'later', notBefore: at, problem })).toBe(true);
  expect(logOfOperation(bench.database.sqlite, row.id)).toEqual([]);
});

test('a delay counts for the backoff unless the connection is closed for all', () => {
  const { bench, job } = orders();
  const row = { ...rowOf(bench, job, 'create-car'), delays: 2, context: '{}' };
  apply(bench, row, 'sending', { outcome: 'later', notBefore: at, problem });
  expect(rowOf(bench, job, 'create-car')).toMatchObject({
    state: 'ready',
    delays: 3,
    not_before: at,
    context: '{}',
    problem: JSON.stringify(problem),
  });
  apply(bench, { ...row, delays: 3 }, 'sending', { outcome: 'later', notBefore: null, problem });
  expect(rowOf(bench, job, 'create-car')).toMatchObject({ delays: 3, not_before: null });
});

test('an operation in doubt is read at its time; the quarantine and the count of negative reads start again', () => {
  const { bench, job } = orders();
  const row = rowOf(bench, job, 'create-car');
  bench.database.write(({ sqlite }) =>
    sqlite.prepare<[string]>('UPDATE operation SET negative_reads = 3, delays = 4 WHERE id = ?').run(row.id),
  );
  apply(bench, row, 'sending', { outcome: 'unknown', readAt: at, problem });
  expect(rowOf(bench, job, 'create-car')).toMatchObject({
    not_before: at,
    maybe_sent_at: bench.parts.clock.now(),
    negative_reads: 0,
    delays: 0,
    problem: JSON.stringify(problem),
  });
});

test('an accepted operation asks for its result at its time, without the trouble that stood before', () => {
  const { bench, job } = orders();
  const row = rowOf(bench, job, 'create-car');
  bench.database.write(({ sqlite }) =>
    sqlite.prepare<[string]>(`UPDATE operation SET problem = '{}', delays = 4 WHERE id = ?`).run(row.id),
  );
  apply(bench, row, 'sending', { outcome: 'accepted', askAt: at });
  expect(rowOf(bench, job, 'create-car')).toMatchObject({
    accepted_at: bench.parts.clock.now(),
    not_before: at,
    problem: null,
    delays: 0,
  });
});

test('a blocked operation has no next time, and nothing confirms it', () => {
  const { bench, job } = orders();
  const row = rowOf(bench, job, 'create-car');
  bench.database.write(({ sqlite }) =>
    sqlite
      .prepare<[string]>(`UPDATE operation SET not_before = 9, confirmed_by = 'query' WHERE id = ?`)
      .run(row.id),
  );
  apply(bench, row, 'sending', { outcome: 'blocked', problem });
  expect(rowOf(bench, job, 'create-car')).toMatchObject({ not_before: null, confirmed_by: null });
});

for (const [what, stale] of [
  ['an earlier attempt', { attempt: -1 }],
  ['another revision', { revision: 7 }],
  ['a state that it has left', { state: 'awaiting-result' }],
] as const) {
  test(`an outcome for ${what} changes nothing`, () => {
    const { bench, job } = orders();
    const row = rowOf(bench, job, 'create-car');
    bench.becomes(row.id, 'sending');
    const before = bench.queued(job);
    const applied = bench.database.write((context) =>
      applyOutcome(
        context,
        bench.parts,
        { ...row, state: 'sending', ...stale },
        done({ id: 77 }),
        bench.parts.clock.now(),
      ),
    );
    expect(applied).toBe(false);
    expect(bench.queued(job)).toEqual(before);
    expect(boundValue(bench.database.sqlite, row.id, 'id')).toBeUndefined();
    expect(logOfOperation(bench.database.sqlite, row.id)).toEqual([]);
  });
}

test('a way that the table of transitions does not have is refused by its name', () => {
  const { bench, job } = orders();
  const row = rowOf(bench, job, 'create-car');
  expect(() =>
    bench.database.write((context) => moveOperation(context, { ...row, state: 'done' }, 'ready', at, {})),
  ).toThrow(`operation ${row.id} cannot go from done to ready`);
});

test('a created car gives its id to its dependants, and its lane to everything queued for it', () => {
  const { bench, job } = orders();
  expect(bench.queued(job)).toEqual(['create-car ready', 'install waiting', 'create-assignment waiting']);
  const car = rowOf(bench, job, 'create-car');
  apply(bench, car, 'sending', done({ id: 40_001 }));
  expect(bench.queued(job)).toEqual(['create-car done', 'install ready', 'create-assignment waiting']);
  expect(boundValue(bench.database.sqlite, car.id, 'id')).toBe(40_001);
  expect(rowOf(bench, job, 'install').lane).toBe('car:40001');
  expect(rowOf(bench, job, 'create-assignment').lane).toBe('car:40001');
});

test('a car that was found without its number keeps its lane: nothing is queued for a car without a number', () => {
  const { bench, job } = orders();
  const car = rowOf(bench, job, 'create-car');
  apply(bench, car, 'sending', done());
  expect(rowOf(bench, job, 'install').lane).toBe(car.lane);
});

test('a sent operation that waits again is reconciled when due, never just sent', () => {
  const { bench, job } = orders();
  const install = rowOf(bench, job, 'install');
  bench.database.write(({ sqlite }) =>
    sqlite
      .prepare<[string]>('UPDATE operation SET maybe_sent_at = 9, not_before = 9 WHERE id = ?')
      .run(install.id),
  );
  apply(bench, rowOf(bench, job, 'create-car'), 'sending', done({ id: 40_001 }));
  expect(rowOf(bench, job, 'install')).toMatchObject({ state: 'unknown', not_before: null });
});

test('an operation that does not wait is unaffected by the end of its dependency', () => {
  const { bench, job } = orders();
  bench.becomes(rowOf(bench, job, 'install').id, 'blocked');
  apply(bench, rowOf(bench, job, 'create-car'), 'sending', done({ id: 40_001 }));
  expect(bench.queued(job)).toEqual(['create-car done', 'install blocked', 'create-assignment waiting']);
});

test('a failure opens one incident and holds all that builds on it, however far', () => {
  const { bench, job } = orders();
  const car = rowOf(bench, job, 'create-car');
  apply(bench, car, 'awaiting-result', { outcome: 'failed', problem });
  expect(bench.queued(job)).toEqual(['create-car failed', 'install held', 'create-assignment held']);
  expect(unseenIncidents(bench.database.sqlite, car.id)).toMatchObject([
    { code: 'operator-timeout', message: 'no answer' },
  ]);
  for (const kind of ['install', 'create-assignment'] as const) {
    expect(JSON.parse(rowOf(bench, job, kind).problem ?? '')).toMatchObject({ code: 'dependency-ended' });
  }
});

test('a failure holds only operations that depend on nothing else but it', () => {
  const { bench, job } = orders();
  const car = rowOf(bench, job, 'create-car');
  bench.database.write((context) =>
    removeDependency(context, rowOf(bench, job, 'create-assignment').id, car.id),
  );
  apply(bench, car, 'awaiting-result', { outcome: 'failed', problem });
  expect(bench.queued(job)).toEqual(['create-car failed', 'install held', 'create-assignment held']);
});

test('a failure does not hold an operation that does not wait', () => {
  const { bench, job } = orders();
  bench.becomes(rowOf(bench, job, 'install').id, 'blocked');
  apply(bench, rowOf(bench, job, 'create-car'), 'awaiting-result', { outcome: 'failed', problem });
  expect(bench.queued(job)).toEqual(['create-car failed', 'install blocked', 'create-assignment held']);
});

test('the local access follows its operation: pending, active with its number, or failed with the operator’s message', () => {
  const times = JSON.stringify({ start: 1000, end: 2000 });
  const localOf = (bench: JobBench, job: JobId) => {
    const payload: unknown = JSON.parse(rowOf(bench, job, 'create-assignment').payload);
    return readLocalAssignment(bench.database.sqlite, ordered.parse(payload).local);
  };
  for (const [from, outcome, expected] of [
    ['sending', { outcome: 'accepted', askAt: at }, { state: 'pending', assignment_id: null }],
    ['awaiting-result', done({ id: 501 }), { state: 'active', assignment_id: 501, error_message: null }],
    ['awaiting-result', { outcome: 'failed', problem }, { state: 'failed', error_message: 'no answer' }],
  ] as const) {
    const { bench, job } = orders();
    apply(bench, rowOf(bench, job, 'create-car'), 'sending', done({ id: 40_001 }));
    const access = { ...rowOf(bench, job, 'create-assignment'), context: times };
    apply(bench, access, from, outcome);
    expect(localOf(bench, job)).toMatchObject(expected);
  }
  const { bench, job } = orders();
  apply(bench, rowOf(bench, job, 'create-car'), 'sending', done({ id: 40_001 }));
  // Without a context it has never left: there is no access to tell of.
  apply(bench, rowOf(bench, job, 'create-assignment'), 'awaiting-result', done({ id: 501 }));
  expect(localOf(bench, job)).toBeUndefined();
});

/** The topics that are looked at again after an outcome of the new car. */
function topicsAfter(outcome: Outcome, jobOf: (job: JobId) => JobId | null = (job) => job) {
  const { bench, job } = orders();
  const row = rowOf(bench, job, 'create-car');
  bench.becomes(row.id, 'awaiting-result');
  const changed: string[] = [];
  bench.database.write((context) =>
    applyOutcome(
      { ...context, changed: (...topics) => changed.push(...topics) },
      { log: { append: () => undefined } },
      { ...row, state: 'awaiting-result', job_id: jobOf(job) },
      outcome,
      bench.parts.clock.now(),
    ),
  );
  return { changed, job };
}

test('everybody who shows the operation is asked to look again', () => {
  const { changed, job } = topicsAfter({ outcome: 'blocked', problem });
  expect(changed).toEqual(['queue', 'status', 'jobs', `job:${job}`]);
});

test('an operation without a job changes the lists alone', () => {
  expect(topicsAfter({ outcome: 'blocked', problem }, () => null).changed).toEqual([
    'queue',
    'status',
    'jobs',
  ]);
});

test('jobs of released or held operations are published even where the operation itself has none', () => {
  const released = topicsAfter(done({ id: 40_001 }), () => null);
  expect(released.changed).toContain(`job:${released.job}`);
  const held = topicsAfter({ outcome: 'failed', problem }, () => null);
  expect(held.changed).toContain(`job:${held.job}`);
});

test('a removal of an access ends it here with the operator’s message', () => {
  const { bench, job } = orders();
  apply(bench, rowOf(bench, job, 'create-car'), 'sending', done({ id: 40_001 }));
  apply(bench, rowOf(bench, job, 'install'), 'sending', done());
  const times = JSON.stringify({ start: 1000, end: 2000 });
  const access = { ...rowOf(bench, job, 'create-assignment'), context: times };
  apply(bench, access, 'awaiting-result', done({ id: 501 }));
  removeTestAccess(bench.parts, job);
  const removal = rowOf(bench, job, 'delete-assignment');
  expect(removal.state).toBe('ready');
  apply(bench, { ...removal, context: 'null' }, 'awaiting-result', done());
  expect(bench.database.sqlite.prepare('SELECT state FROM assignment').pluck().all()).toEqual(['deleted']);
});
