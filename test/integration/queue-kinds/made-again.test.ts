import { expect, test, vi } from 'vitest';
import { createAssignmentKind } from '../../../electron/operations/queue/kinds/create-assignment.ts';
import { assignmentId, carId, localAssignmentId, userId } from '../../../shared/ids.ts';
import { type Queue, startBench } from '../queue/fixture.ts';
import { notable } from '../../operator/seed/notable.ts';
import { car, fitted, giveAccess, orderUninstallation, productOf, user } from './orders.ts';

/** An access that a swap makes again, where the queue does not know what went with the old Box. */
async function place() {
  const bench = await startBench();
  const old = giveAccess(bench.operator, car);
  const { state, journal } = bench.operator;
  const held = state.assignments.get(old);
  if (held === undefined) throw new Error('the access stands');
  const period = { from: 'fixed' as const, start: Date.parse(held.start), end: Date.parse(held.end ?? '') };
  return {
    bench,
    old,
    held,
    state,
    order: (queue: Queue) =>
      queue.put(createAssignmentKind, (self) => ({
        local: localAssignmentId.parse(self),
        car: carId.parse(car),
        carLabel: 'M BX 1077',
        userId: userId.parse(user),
        userName: 'Bay 3 Tester',
        period,
        again: true as const,
        replaces: assignmentId.parse(old),
      })),
    sent: () => journal.matching({ method: 'PUT', path: '/assignments' }).length,
  };
}

/** The order in an image of the disk from before anything was sent. */
async function setBack() {
  const there = await place();
  const image = there.bench.open({ start: false });
  const again = there.order(image);
  await image.stop();
  return { ...there, again, open: () => there.bench.open({ compareLog: () => Promise.resolve('behind') }) };
}

test('an old access that stays is not taken for the recreated one', async () => {
  const { open, again, sent } = await setBack();
  const queue = open();
  await queue.reaches(again, 'done', 'blocked');
  expect(queue.row(again).state).toBe('blocked');
  expect(queue.problem(again)?.code).toBe('access-not-gone');
  expect(sent()).toBe(0);
});

test('an access that was recreated since is found beside the old one', async () => {
  const { open, again, held, state } = await setBack();
  const made = state.nextId('assignments');
  state.assignments.set(made, { ...held, id: made });
  const queue = open();
  await queue.reaches(again, 'done', 'blocked');
  expect(queue.row(again)).toMatchObject({ state: 'done', confirmed_by: 'query' });
  const binding = queue.database.sqlite.prepare<[string], number>(
    'SELECT value FROM binding WHERE operation_id = ?',
  );
  expect(binding.pluck().get(again)).toBe(made);
});

test('once the old access has gone, a person has it sent again, and it is made', async () => {
  const { open, again, old, state, sent } = await setBack();
  const queue = open();
  await queue.reaches(again, 'blocked', 'done');
  state.assignments.delete(old);
  queue.commands.retry(again);
  await queue.reaches(again, 'done');
  expect(sent()).toBe(1);
});

test('while the old access is still listed no second one is sent', async () => {
  const { bench, order, sent } = await place();
  const queue = bench.open();
  const again = order(queue);
  await queue.reaches(again, 'blocked', 'done');
  expect(queue.problem(again)?.code).toBe('access-not-gone');
  expect(sent()).toBe(0);
});

test('an access under the number of the revoked one may be the recreated one: a person decides', async () => {
  const bench = await startBench();
  const { operator } = bench;
  const old = giveAccess(operator, fitted);
  const held = operator.state.assignments.get(old);
  if (held === undefined) throw new Error('the access stands');
  const queue = bench.open();
  const box = orderUninstallation(queue, fitted, productOf(operator, notable.boxes.installed));
  await queue.comesTo(box, 'done');
  await vi.waitFor(() => expect(operator.state.assignments.has(old)).toBe(false));
  operator.faults.add({ method: 'PUT', path: '/assignments', effect: { kind: 'drop', when: 'after' } });
  // The first read is the one before the sending; the second would find the new access before it has the old number.
  const look = operator.faults.add({
    method: 'GET',
    path: '/cars/*/assignments',
    nth: 2,
    count: 'all',
    effect: { kind: 'hold' },
  });
  const again = queue.put(createAssignmentKind, (self) => ({
    local: localAssignmentId.parse(self),
    car: carId.parse(fitted),
    carLabel: 'B AL 209',
    userId: userId.parse(user),
    userName: 'Bay 3 Tester',
    period: { from: 'fixed' as const, start: Date.parse(held.start), end: Date.parse(held.end ?? '') },
  }));
  await queue.comesTo(again, 'unknown');
  // The operator has given the number of the old access to the new one, and the result is lost.
  const made = () => [...operator.state.assignments.values()].find(({ carId: of }) => of === fitted);
  await vi.waitFor(() => expect(made()).toBeDefined());
  operator.state.assignments.delete(made()?.id ?? 0);
  operator.state.assignments.set(old, held);
  operator.faults.clear(look);
  await queue.reaches(again, 'blocked', 'done');
  expect(queue.problem(again)?.code).toBe('access-may-be-given');
  expect(operator.journal.executions({ method: 'PUT', path: '/assignments' })).toBe(1);
});
