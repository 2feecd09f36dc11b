import { expect, test } from 'vitest';
import { insertAttempt, openIncident } from '../../../electron/db/tables/queue/operation-history.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import {
  actionsFor,
  bringsId,
  hasEnded,
  isEarlierAccess,
  isOfAnotherOrder,
  mayCorrect,
  notDoneFrom,
  overwritesColleague,
} from '../../../electron/operations/queue/actions.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { operationKind, operationState, type OperationState } from '../../../shared/domain/operation.ts';
import { makeProblem, problemCode, type ProblemCode } from '../../../shared/problem.ts';
import { known, openJobs } from '../jobs/bench.ts';

const problem = (code: ProblemCode) => JSON.stringify(makeProblem(code));

/** An order of a new car, with its Box waiting for it. */
function ordered() {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, { licensePlate: 'M XY 1', vin: '', brand: '', model: '', name: '' });
  installBox(bench.parts, job, known.box);
  const [car, box] = bench.operations(job);
  if (car === undefined || box === undefined) throw new Error('a car and its Box were ordered');
  const now = bench.parts.clock.now();
  const rules = { sqlite: bench.database.sqlite, now, policy: defaultPolicy };
  return {
    bench,
    car,
    box,
    rules,
    now,
    actions: (changes: Partial<OperationRow>, of: OperationRow = car) =>
      actionsFor(rules, { ...of, ...changes }),
  };
}

test('each state of a new car offers its own acts and no other', () => {
  const { actions, now } = ordered();
  const offered = Object.fromEntries(
    operationState.options.map((state) => [state, actions({ state, maybe_sent_at: now }).join(' ')]),
  );
  expect(offered).toEqual({
    waiting: 'hold cancel',
    ready: 'hold cancel',
    sending: '',
    'awaiting-result': '',
    unknown: 'decide-done',
    blocked: 'retry cancel',
    held: 'release cancel',
    done: '',
    failed: 'move-to-car cancel-dependants',
    cancelled: 'move-to-car cancel-dependants',
  });
});

test('an order that the operator may have applied is decided by a person, and not just sent again', () => {
  const { actions } = ordered();
  for (const code of [
    'event-may-be-recorded',
    'several-cars-match',
    'outcome-not-reported',
    'group-exists-unlisted',
    'outcome-contradicts',
    'result-missing',
    'crashed-repeatedly',
  ] as const) {
    const offered = actions({ state: 'blocked', problem: problem(code), maybe_sent_at: 1 });
    expect([code, ...offered]).toEqual([code, 'decide-done', 'decide-not-done', 'cancel']);
  }
  expect(actions({ state: 'blocked', problem: problem('operator-rejected'), maybe_sent_at: 1 })).toEqual([
    'retry',
    'cancel',
  ]);
});

test('"it was not done" is refused before the quarantine is over', () => {
  const { actions, rules, car, now } = ordered();
  const since = (ago: number) => ({ state: 'unknown', maybe_sent_at: now - ago }) as const;
  const { quarantineMs } = defaultPolicy;
  expect(actions(since(quarantineMs - 1))).toEqual(['decide-done']);
  expect(actions(since(quarantineMs))).toEqual(['decide-done', 'decide-not-done']);
  // A blocked one may still be executed, too.
  const blocked = (ago: number) =>
    actions({ state: 'blocked', problem: problem('outcome-not-reported'), maybe_sent_at: now - ago });
  expect(blocked(quarantineMs - 1)).toEqual(['decide-done', 'cancel']);
  expect(blocked(quarantineMs)).toEqual(['decide-done', 'decide-not-done', 'cancel']);
  // Without a time of its own it counts from the last change of the row.
  const unknown = { ...car, state: 'unknown' } as const;
  const changed = (ago: number) =>
    notDoneFrom(rules, { ...unknown, maybe_sent_at: null, updated_at: now - ago });
  expect(changed(quarantineMs - 1)).toBe(now + 1);
  expect(changed(quarantineMs)).toBe(null);
  // Of what this app does not know the longer quarantine counts.
  const unreadable = (ago: number) =>
    notDoneFrom(rules, { ...unknown, payload: '{', maybe_sent_at: now - ago });
  expect(unreadable(quarantineMs)).toBe(now + quarantineMs);
  expect(unreadable(quarantineMs * 2)).toBe(null);
});

test('only an operation that certainly never left can be corrected, and only before its end', () => {
  const { rules, car, bench, now } = ordered();
  const may = (changes: Partial<OperationRow>) => mayCorrect(bench.database.sqlite, { ...car, ...changes });
  const correctable = operationState.options.filter((state) => may({ state }));
  expect(correctable.toSorted()).toEqual(['blocked', 'held', 'ready', 'waiting']);
  expect(may({ maybe_sent_at: now })).toBe(false);
  expect(may({ payload: '{' })).toBe(false);
  expect(actionsFor(rules, car)).toContain('correct');
  bench.database.write((context) =>
    insertAttempt(context, {
      operation_id: car.id,
      number: 1,
      started_at: now,
      checksum: 'A',
      start_at: null,
      end_at: null,
    }),
  );
  expect(may({})).toBe(false);
});

test('an operation held by a person can be released; one held by a failure cannot', () => {
  const { bench, actions, car, box } = ordered();
  const held = { state: 'held', maybe_sent_at: 1 } as const;
  expect(actions(held, box)).toContain('release');
  bench.becomes(car.id, 'failed');
  expect(actions(held, box)).toEqual(['cancel']);
  expect(hasEnded({ state: 'held', problem: problem('held-by-person') })).toBe(false);
  expect(hasEnded({ state: 'held', problem: problem('dependency-ended') })).toBe(true);
  expect(hasEnded({ state: 'held', problem: null })).toBe(true);
  const ended = operationState.options.filter(
    (state: OperationState) => state !== 'held' && hasEnded({ state, problem: null }),
  );
  expect(ended.toSorted()).toEqual(['cancelled', 'failed']);
});

test('a car that will never be has something to move only while work hangs on it', () => {
  const { bench, actions, box } = ordered();
  const lost = { state: 'failed', maybe_sent_at: 1 } as const;
  expect(actions(lost)).toEqual(['move-to-car', 'cancel-dependants']);
  expect(actions({ ...lost, state: 'done' })).toEqual([]);
  expect(actions({ ...lost, kind: 'create-group' })).toEqual(['cancel-dependants']);
  bench.becomes(box.id, 'done');
  expect(actions(lost)).toEqual([]);
});

test('an incident is acknowledged while it was not seen', () => {
  const { bench, actions, car, now } = ordered();
  const done = { state: 'done' } as const;
  expect(actions(done)).toEqual([]);
  bench.database.write((context) =>
    openIncident(context, { operation: car.id, code: 'outcome-contradicts', message: null, at: now }),
  );
  expect(actions(done)).toEqual(['acknowledge']);
});

test('sending again overwrites a colleague only where the look found another value', () => {
  const { car } = ordered();
  const overwriting = problemCode.options.filter((code) =>
    overwritesColleague({ ...car, problem: problem(code) }),
  );
  expect(overwriting.toSorted()).toEqual([
    'access-may-be-another',
    'box-back-in-car',
    'changed-meanwhile',
    'open-end-changed-meanwhile',
    'times-changed-meanwhile',
  ]);
  expect(overwritesColleague({ ...car, problem: null })).toBe(false);
});

test('an object created by one order belongs to no other, but groups of one name are the same', () => {
  const { bench, car, box } = ordered();
  bench.isDone(car.id, 77);
  const { sqlite } = bench.database;
  expect(isOfAnotherOrder(sqlite, { ...box, kind: 'create-car' }, 77)).toBe(true);
  expect(isOfAnotherOrder(sqlite, { ...box, kind: 'create-car' }, 78)).toBe(false);
  expect(isOfAnotherOrder(sqlite, car, 77)).toBe(false);
  expect(isOfAnotherOrder(sqlite, { ...box, kind: 'create-group' }, 77)).toBe(false);
});

test('an access that the user had before is not of the order’s making', () => {
  const { car } = ordered();
  const order = {
    ...car,
    kind: 'create-assignment',
    context: JSON.stringify({ knownBefore: [501] }),
  } as const;
  expect(isEarlierAccess(order, 501)).toBe(true);
  expect(isEarlierAccess(order, 502)).toBe(false);
  expect(isEarlierAccess({ ...order, kind: 'create-car' }, 501)).toBe(false);
  for (const context of [null, '{}', '{']) expect(isEarlierAccess({ ...order, context }, 501)).toBe(false);
});

test('a car, a group and an access have a number that others need', () => {
  const { car } = ordered();
  const kinds = operationKind.options.filter((kind) => bringsId({ ...car, kind }));
  expect(kinds.toSorted()).toEqual(['create-assignment', 'create-car', 'create-group']);
});
