import { expect, test } from 'vitest';
import { openIncident, unseenIncidents } from '../../../electron/db/tables/queue/operation-history.ts';
import { logOfOperation } from '../../../electron/db/tables/queue/log-entries.ts';
import { type OperationRow, readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { startVerification } from '../../../electron/jobs/steps/verify.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { viewDetail } from '../../../electron/operations/queue/detail.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import type { QueueCommands } from '../../../electron/operations/queue/commands.ts';
import { type OperationState, operationState } from '../../../shared/domain/operation.ts';
import { carId, type OperationId } from '../../../shared/ids.ts';
import { makeProblem, type ProblemCode, ProblemError } from '../../../shared/problem.ts';
import { HOUR, MINUTE } from '../../../shared/time.ts';
import { known, openJobs } from '../jobs/bench.ts';

/** A new car, its Box and a test access: three orders, each waiting for the one before. */
function ordered() {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, { licensePlate: 'M XY 1', vin: '', brand: '', model: '', name: '' });
  installBox(bench.parts, job, known.box);
  startVerification(bench.parts, job, known.user, 15);
  const [car, box, access] = bench.operations(job);
  if (car === undefined || box === undefined || access === undefined) throw new Error('three orders');
  const row = (id: OperationId): OperationRow => {
    const found = readOperation(bench.database.sqlite, id);
    if (found === undefined) throw new Error(`no operation ${id}`);
    return found;
  };
  const set = (id: OperationId, state: OperationState, change: Partial<OperationRow> = {}) => {
    const names = Object.keys(change).map((name) => `, ${name} = ?`);
    bench.database.write(({ sqlite }) =>
      sqlite
        .prepare(`UPDATE operation SET state = ?${names.join('')} WHERE id = ?`)
        .run(state, ...Object.values(change), id),
    );
  };
  const logged = (id: OperationId) => logOfOperation(bench.database.sqlite, id).map(({ type }) => type);
  return {
    bench,
    car,
    box,
    access,
    row,
    set,
    logged,
    states: () => [car, box, access].map(({ id }) => row(id).state),
  };
}

/** The code of what an act is refused with; null = it is not. */
function refusal(act: () => void): ProblemCode | null {
  try {
    act();
    return null;
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.problem.code;
    throw cause;
  }
}

type Act = (commands: QueueCommands, id: OperationId) => void;
const acts: readonly (readonly [string, Act, Partial<Record<OperationState, OperationState>>, string])[] = [
  ['hold', (commands, id) => commands.hold(id), { ready: 'held', waiting: 'held' }, 'operation-held'],
  ['release', (commands, id) => commands.release(id), { held: 'ready' }, 'operation-released'],
  [
    'retry a blocked one',
    (commands, id) => commands.retry(id),
    { blocked: 'ready', held: 'ready' },
    'operation-',
  ],
  [
    'give up',
    (commands, id) => commands.cancel(id),
    { waiting: 'cancelled', ready: 'cancelled', held: 'cancelled', blocked: 'cancelled' },
    'operation-cancelled',
  ],
  [
    'say that it was not done',
    (commands, id) => commands.decide(id, false),
    { blocked: 'ready', unknown: 'ready' },
    'operation-decided',
  ],
  [
    'say that it was done',
    (commands, id) => commands.decide(id, true),
    { blocked: 'unknown', unknown: 'unknown' },
    'operation-decided',
  ],
];

test.each(acts)(
  'a person may %s only in the states that allow it, and the log says so',
  (_what, act, allowed, type) => {
    const { bench, car, set, row, logged } = ordered();
    const result = operationState.options.map((state) => {
      set(car.id, state, { maybe_sent_at: null, updated_at: 0 });
      bench.later(HOUR);
      const before = logged(car.id).length;
      const code = refusal(() => act(bench.commands, car.id));
      const entries = logged(car.id).slice(before);
      if (code !== null) return [state, code, entries.length];
      return [state, row(car.id).state, entries.length === 1 && entries[0]?.startsWith(type)];
    });
    expect(result).toEqual(
      operationState.options.map((state) => {
        const to = allowed[state];
        return to === undefined ? [state, 'step-not-ready', 0] : [state, to, true];
      }),
    );
  },
);

test('a cancelled operation cancels its dependants, with the reason', () => {
  const { bench, car, box, row, states } = ordered();
  bench.commands.cancel(car.id);
  expect(states()).toEqual(['cancelled', 'held', 'held']);
  expect(row(box.id).problem).toBe(JSON.stringify(makeProblem('dependency-ended')));
  expect(row(car.id)).toMatchObject({ finished_at: bench.parts.clock.now(), not_before: null });
});

test('all dependants of an order are cancelled with it, or none when one of them has left', () => {
  for (const state of ['waiting', 'held', 'blocked'] as const) {
    const { bench, car, access, set, states } = ordered();
    set(access.id, state);
    bench.commands.cancelAll(car.id);
    expect(states()).toEqual(['cancelled', 'cancelled', 'cancelled']);
  }
  for (const state of ['sending', 'awaiting-result', 'unknown'] as const) {
    const { bench, car, access, set, states } = ordered();
    set(access.id, state);
    expect(refusal(() => bench.commands.cancelAll(car.id))).toBe('step-not-ready');
    expect(states()).toEqual(['ready', 'waiting', state]);
  }
});

test('no dependant is cancelled that the person did not see', () => {
  const { bench, car, box, access, states } = ordered();
  const giveUp = (shown: readonly OperationId[]) => () => bench.commands.cancelAll(car.id, undefined, shown);
  expect(refusal(giveUp([box.id]))).toBe('changed-since-shown');
  expect(states()).toEqual(['ready', 'waiting', 'waiting']);
  expect(refusal(giveUp([box.id, access.id]))).toBeNull();
  expect(states()).toEqual(['cancelled', 'cancelled', 'cancelled']);
});

test('a dependant says that it may be at the operator, and from when it may be given up', () => {
  const { bench, car, box, access, set, row } = ordered();
  const dependants = () => {
    const now = bench.parts.clock.now();
    const rules = { sqlite: bench.database.sqlite, now, policy: defaultPolicy };
    return viewDetail(rules, row(car.id), () => null).dependants;
  };
  const begin = bench.parts.clock.now();
  set(box.id, 'held', { maybe_sent_at: begin });
  expect(dependants()).toMatchObject([
    { id: box.id, inDoubt: true, giveUpFrom: null },
    { id: access.id, inDoubt: false, giveUpFrom: null },
  ]);
  set(box.id, 'held', { maybe_sent_at: null });
  set(access.id, 'blocked', { maybe_sent_at: begin });
  const [, left] = dependants();
  expect(left).toMatchObject({ inDoubt: true, giveUpFrom: begin + 15 * MINUTE });
  expect(refusal(() => bench.commands.cancelAll(car.id))).toBe('test-access-left');
});

test('giving up a failed order cancels its dependants, and without any there is nothing to cancel', () => {
  const { bench, car, access, set, states } = ordered();
  set(car.id, 'failed');
  bench.commands.cancelAll(car.id);
  expect(states()).toEqual(['failed', 'cancelled', 'cancelled']);
  set(access.id, 'failed');
  expect(refusal(() => bench.commands.cancelAll(access.id))).toBe('step-not-ready');
});

test('an order that the operator may have applied is reconciled when a person releases it, never just sent', () => {
  for (const change of [{ maybe_sent_at: 1 }, { accepted_at: 1 }]) {
    const { bench, car, set, row } = ordered();
    set(car.id, 'blocked', change);
    bench.commands.retry(car.id);
    expect(row(car.id).state).toBe('unknown');
  }
});

test('a blocked order is decided only where its problem asks for that, as its actions say', () => {
  for (const wasDone of [false, true]) {
    for (const left of [{ maybe_sent_at: null }, { maybe_sent_at: 1 }, { accepted_at: 1 }]) {
      const { bench, car, set, row } = ordered();
      set(car.id, 'blocked', { ...left, problem: JSON.stringify(makeProblem('unexpected')) });
      expect(refusal(() => bench.commands.decide(car.id, wasDone))).toBe('step-not-ready');
      expect(row(car.id)).toMatchObject({ state: 'blocked', ...left });
      set(car.id, 'blocked', { ...left, problem: JSON.stringify(makeProblem('crashed-repeatedly')) });
      expect(refusal(() => bench.commands.decide(car.id, wasDone))).toBeNull();
    }
  }
});

test('an order goes on when its dependency is done, waits while that is open, and is held once that has ended', () => {
  const goesOn = (before: OperationState) => {
    const { bench, car, box, set, row } = ordered();
    set(box.id, 'held', { problem: JSON.stringify(makeProblem('dependency-ended')) });
    set(car.id, before);
    return refusal(() => bench.commands.release(box.id)) ?? row(box.id).state;
  };
  expect(goesOn('done')).toBe('ready');
  expect(goesOn('ready')).toBe('waiting');
  expect(goesOn('unknown')).toBe('waiting');
  expect(goesOn('failed')).toBe('dependency-ended');
  expect(goesOn('cancelled')).toBe('dependency-ended');
});

test('operations held for one order go on with it; those held by a person do not', () => {
  const { bench, car, box, access, set, states } = ordered();
  const ended = JSON.stringify(makeProblem('dependency-ended'));
  set(car.id, 'blocked');
  set(box.id, 'held', { problem: ended });
  set(access.id, 'held', { problem: ended });
  bench.commands.retry(car.id);
  expect(states()).toEqual(['ready', 'waiting', 'waiting']);

  set(car.id, 'blocked');
  set(box.id, 'held', { problem: JSON.stringify(makeProblem('held-by-person')) });
  set(access.id, 'held', { problem: ended });
  bench.commands.retry(car.id);
  // An operation that builds on both waits for the one that is kept back.
  expect(states()).toEqual(['ready', 'held', 'waiting']);
});

test('a command clears the obstacle of an order and resets its tries', () => {
  const worn = {
    not_before: 99,
    crashes: 2,
    delays: 3,
    negative_reads: 4,
  };
  const acts: readonly (readonly [ProblemCode, Act])[] = [
    ['operator-rejected', (commands, id) => commands.retry(id)],
    ['outcome-not-reported', (commands, id) => commands.decide(id, false)],
  ];
  for (const [problem, act] of acts) {
    const { bench, car, set, row } = ordered();
    set(car.id, 'blocked', { ...worn, problem: JSON.stringify(makeProblem(problem)) });
    const { revision } = row(car.id);
    act(bench.commands, car.id);
    expect(row(car.id)).toMatchObject({
      problem: null,
      not_before: null,
      crashes: 0,
      delays: 0,
      negative_reads: 0,
      confirmed_by: null,
      revision: revision + 1,
    });
  }
});

test('"it was done" with an id binds it, and refuses an id that another order has created', () => {
  const { bench, car, box, set, states } = ordered();
  set(car.id, 'unknown');
  bench.commands.decide(car.id, true, 77);
  expect(states()).toEqual(['done', 'ready', 'waiting']);
  const other = startJob(bench.parts);
  createCar(bench.parts, other, { licensePlate: 'M XY 2', vin: '', brand: '', model: '', name: '' });
  const [second] = bench.operations(other);
  if (second === undefined) throw new Error('a second car was ordered');
  set(second.id, 'unknown');
  expect(refusal(() => bench.commands.decide(second.id, true, 77))).toBe('adopted-already');
  expect(refusal(() => bench.commands.decide(second.id, true, 78))).toBeNull();
  // A Box brings no number that others need: the word is enough.
  set(box.id, 'unknown');
  bench.commands.decide(box.id, true);
  expect(states()).toEqual(['done', 'done', 'ready']);
});

test('a command on an operation that has moved since it was seen is refused', () => {
  const { bench, car, row } = ordered();
  const { state, attempt: attempts, revision } = row(car.id);
  const seen = { state, attempts, revision };
  for (const change of [
    { state: 'blocked' },
    { attempts: attempts + 1 },
    { revision: revision + 1 },
  ] as const)
    expect(refusal(() => bench.commands.hold(car.id, { ...seen, ...change }))).toBe('changed-since-shown');
  expect(refusal(() => bench.commands.hold(car.id, seen))).toBeNull();
  expect(refusal(() => bench.commands.hold(bench.parts.ids.operation()))).toBe('not-found');
});

test('incidents are seen as many as were shown, and stay seen', () => {
  const { bench, car, logged } = ordered();
  expect(refusal(() => bench.commands.acknowledge(car.id, 0))).toBe('step-not-ready');
  bench.database.write((context) =>
    openIncident(context, { operation: car.id, code: 'outcome-contradicts', message: null, at: 1 }),
  );
  expect(refusal(() => bench.commands.acknowledge(car.id, 2))).toBe('changed-since-shown');
  expect(unseenIncidents(bench.database.sqlite, car.id)).toHaveLength(1);
  bench.commands.acknowledge(car.id, 1);
  expect(unseenIncidents(bench.database.sqlite, car.id)).toEqual([]);
  expect(logged(car.id)).toContain('operation-seen');
});

test('the work that hangs on a lost car moves to another one, and is logged with both names', () => {
  const { bench, car, box, row, states } = ordered();
  expect(refusal(() => bench.commands.moveToCar(car.id, { car: known.car, label: 'B AL 209' }))).toBe(
    'step-not-ready',
  );
  bench.commands.cancel(car.id);
  bench.commands.moveToCar(car.id, { car: carId.parse(20_001), label: 'B AL 209' });
  expect(states()).toEqual(['cancelled', 'ready', 'waiting']);
  expect(JSON.parse(row(box.id).payload)).toMatchObject({ car: 20_001, carLabel: 'B AL 209' });
  const moved = logOfOperation(bench.database.sqlite, box.id).find(({ type }) => type === 'operation-moved');
  expect(JSON.parse(moved?.data ?? '')).toMatchObject({ 'car before': 'M XY 1', 'car after': 'B AL 209' });
});
