import { expect, test, vi } from 'vitest';
import type { OperationId } from '../../../shared/ids.ts';
import { timelineOf } from '../../../electron/operations/queue/detail.ts';
import { describeOperation } from '../../../electron/operations/queue/views.ts';
import { createGroupKind } from '../../../electron/operations/queue/kinds/create-group.ts';
import { updateAssignmentKind } from '../../../electron/operations/queue/kinds/update-assignment.ts';
import { assignmentId, carId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { type Queue, startBench } from './fixture.ts';
import { orderCar, orderEvent, orderInstallation } from './orders.ts';

const [box, otherBox] = notable.boxes.free;
const rejected = { kind: 'status', status: 400, body: '"This serial is not known."' } as const;
const says = (queue: Queue, id: OperationId) => describeOperation(queue.row(id)).params;
const acts = (queue: Queue, id: OperationId) =>
  timelineOf(queue.database.sqlite, queue.row(id)).flatMap((entry) => (entry.what === 'act' ? [entry] : []));
const seen = (queue: Queue, id: OperationId) => {
  const { state, attempt, revision } = queue.row(id);
  return { state, attempts: attempt, revision };
};

/** An installation whose serial the operator refuses. */
async function refusedInstallation() {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/installations', effect: rejected });
  const queue = bench.open();
  const id = orderInstallation(queue, 20_001, box);
  await queue.comesTo(id, 'blocked');
  return { bench, queue, id };
}

test('a refused serial is corrected and sent, and both revisions stay to be seen with who and when', async () => {
  const { bench, queue, id } = await refusedInstallation();
  queue.commands.correct(id, { serialNumber: ` ${otherBox} ` });
  await queue.comesTo(id, 'done');
  const bodies = bench.operator.journal.matching({ method: 'PUT', path: '/installations' });
  expect(bodies).toHaveLength(2);
  const product = [...bench.operator.state.products.values()].find(({ carId: at }) => at === 20_001);
  expect(product?.serialNumber).toBe(otherBox);
  expect(acts(queue, id)).toMatchObject([
    {
      act: 'corrected',
      by: 'Bay 3 Tester',
      changes: [{ field: 'serialNumber', before: box, after: otherBox }],
    },
  ]);
  const kept = queue.database.sqlite.prepare<[], { payload: string }>('SELECT payload FROM revision').all();
  expect(kept.map(({ payload }): unknown => JSON.parse(payload))).toMatchObject([{ serialNumber: box }]);
});

test('a typing mistake in a correction is refused by its own name, and nothing is changed', async () => {
  const { queue, id } = await refusedInstallation();
  const before = queue.row(id);
  for (const [values, code] of [
    [{ serialNumber: '' }, 'serial-missing'],
    [{ serialNumber: '§§' }, 'serial-malformed'],
    [{ serialNumber: box }, 'nothing-changed'],
    [{ vin: 'W' }, 'input-invalid'],
  ] as const) {
    expect(problemCodeOf(() => queue.commands.correct(id, values))).toBe(code);
  }
  expect(queue.row(id)).toEqual(before);
  expect(acts(queue, id)).toEqual([]);
});

test('an operation that may have reached the operator is never corrected, whatever its state', async () => {
  const bench = await startBench();
  bench.operator.faults.add({
    method: 'PUT',
    path: '/installations',
    effect: { kind: 'drop', when: 'before' },
  });
  const queue = bench.open();
  const id = orderInstallation(queue, 20_001, box);
  await queue.comesTo(id, 'unknown');
  const correct = () => queue.commands.correct(id, { serialNumber: otherBox });
  expect(problemCodeOf(correct)).toBe('step-not-ready');
  bench.operator.faults.add({ method: 'PUT', path: '/installations', effect: rejected });
  await queue.reaches(id, 'blocked');
  expect(queue.attempts(id)).toHaveLength(2);
  expect(problemCodeOf(correct)).toBe('may-have-left');
  expect(queue.row(id).revision).toBe(1);
});

test('an operation in flight cannot be corrected, held or cancelled', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/installations', effect: { kind: 'hang' } });
  const queue = bench.open();
  const id = orderInstallation(queue, 20_001, box);
  await queue.comesTo(id, 'sending');
  for (const act of [
    () => queue.commands.correct(id, { serialNumber: otherBox }),
    () => queue.commands.hold(id),
    () => queue.commands.release(id),
    () => queue.commands.cancelAll(id),
  ]) {
    expect(problemCodeOf(act)).toBe('step-not-ready');
  }
});

test('a correction during the pre-send check replaces the wrong value before it is sent', async () => {
  const bench = await startBench();
  const { faults } = bench.operator;
  const look = faults.add({ method: 'GET', path: '/cars', effect: { kind: 'hold' } });
  const queue = bench.open();
  const car = orderCar(queue, 'M QX 4711');
  await vi.waitFor(() => expect(bench.operator.journal.matching({ path: '/cars' })).toHaveLength(1));
  queue.commands.correct(car, { licensePlate: 'M QX 4712' });
  faults.clear(look);
  await queue.comesTo(car, 'done');
  const made = [...bench.operator.state.cars.values()].filter(({ licensePlate }) =>
    licensePlate?.startsWith('M QX 471'),
  );
  expect(made.map(({ licensePlate }) => licensePlate)).toEqual(['M QX 4712']);
  expect(bench.operator.journal.matching({ method: 'PUT', path: '/cars' })).toHaveLength(1);
});

test('a corrected plate appears in the sentence of every dependant', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const car = orderCar(queue, 'M QX 4711');
  const install = orderInstallation(queue, car, box);
  queue.commands.correct(car, { licensePlate: 'M QX 4712', vin: 'w1v 4477-0513872049' });
  expect(says(queue, car)).toEqual({ car: 'M QX 4712' });
  expect(says(queue, install)).toEqual({ car: 'M QX 4712', serial: box });
  queue.engine.start();
  await queue.comesTo(install, 'done');
  const made = [...bench.operator.state.cars.values()].find(
    ({ licensePlate }) => licensePlate === 'M QX 4712',
  );
  expect(made?.vin).toBe('W1V44770513872049');
});

test('a corrected group name moves the group into the order of its new name', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const group = queue.put(createGroupKind, () => ({ name: 'Bay tree' }));
  queue.commands.correct(group, { groupName: '  Bay  three ' });
  expect(queue.row(group).lane).toBe('group-name:bay three');
  expect(says(queue, group)).toEqual({ group: 'Bay three' });
});

test('corrected times must still end after they begin, and are whole seconds', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const start = Date.UTC(2027, 0, 1, 8);
  const change = queue.put(updateAssignmentKind, () => ({
    assignment: assignmentId.parse(77),
    local: null,
    car: carId.parse(20_001),
    carLabel: 'M QX 4711',
    userName: 'Bay 3 Tester',
    patch: { start, end: start + 3_600_000 },
  }));
  expect(problemCodeOf(() => queue.commands.correct(change, { end: start }))).toBe('end-before-start');
  expect(problemCodeOf(() => queue.commands.correct(change, { start: null }))).toBe('value-missing');
  queue.commands.correct(change, { end: start + 7_200_999 });
  expect(JSON.parse(queue.row(change).payload)).toMatchObject({ patch: { start, end: start + 7_200_000 } });
});

test('a second click and a second window change nothing: the state has moved since', async () => {
  const { bench, queue, id } = await refusedInstallation();
  const asSeen = seen(queue, id);
  queue.commands.correct(id, { serialNumber: otherBox }, asSeen);
  const other = bench.open({ start: false });
  for (const again of [
    () => queue.commands.correct(id, { serialNumber: box }, asSeen),
    () => other.commands.retry(id, asSeen),
    () => other.commands.cancel(id, asSeen),
  ]) {
    expect(problemCodeOf(again)).toBe('changed-since-shown');
  }
  await queue.comesTo(id, 'done');
  expect(acts(queue, id)).toHaveLength(1);
});

test('when the disk is full a correction leaves everything as it was', async () => {
  const { bench, queue, id } = await refusedInstallation();
  const before = queue.row(id);
  const full = bench.open({ start: false, diskFull: () => true });
  const correct = () => full.commands.correct(id, { serialNumber: otherBox });
  expect(problemCodeOf(correct)).toBe('not-saved-disk-full');
  // The log entry is the last write of the act: without it none of the others is kept.
  queue.database.sqlite.exec(
    `CREATE TEMP TRIGGER torn BEFORE INSERT ON log_entry BEGIN SELECT RAISE(ABORT, 'torn'); END`,
  );
  expect(() => queue.commands.correct(id, { serialNumber: otherBox })).toThrow('torn');
  queue.database.sqlite.exec('DROP TRIGGER torn');
  expect(queue.row(id)).toEqual(before);
  expect(queue.database.sqlite.prepare('SELECT * FROM revision').all()).toEqual([]);
});

test('a recorded event offers nothing to correct', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const event = orderEvent(queue, 20_001);
  expect(problemCodeOf(() => queue.commands.correct(event, { name: 'x' }))).toBe('may-have-left');
});
