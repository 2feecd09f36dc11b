import { describe, expect, test, vi } from 'vitest';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { updateAssignmentKind } from '../../../electron/operations/queue/kinds/update-assignment.ts';
import { assignmentId, carId, userId } from '../../../shared/ids.ts';
import { type Queue, startBench } from '../queue/fixture.ts';
import { car, fitted, giveAccess, user } from './orders.ts';

const END = Date.UTC(2026, 11, 5, 12);

/** An access of a colleague, whose number the operator may give out again. */
async function place() {
  const bench = await startBench({ resultsLost: true });
  const queue = bench.open();
  const access = giveAccess(bench.operator, car);
  const { state, journal, faults } = bench.operator;
  const given = state.assignments.get(access);
  if (given === undefined) throw new Error('the access stands');
  const held = { ...given };
  return {
    queue,
    clock: bench.clock,
    access,
    change: () => orderChange(queue, access),
    removal: () => orderEnd(queue, access),
    /** The number is that of an access with these differences now. */
    isGivenTo: (other: Partial<typeof held>) => {
      state.assignments.set(access, { ...held, ...other });
    },
    isGone: () => state.assignments.delete(access),
    isThere: () => state.assignments.has(access),
    end: () => Date.parse(state.assignments.get(access)?.end ?? ''),
    faults,
    sent: (method: 'PATCH' | 'DELETE' = 'PATCH') => journal.matching({ method }).length,
  };
}

const orderChange = (queue: Queue, access: number) =>
  queue.put(updateAssignmentKind, () => ({
    assignment: assignmentId.parse(access),
    local: null,
    car: carId.parse(car),
    carLabel: 'M BX 1077',
    userId: userId.parse(user),
    userName: 'Bay 3 Tester',
    patch: { end: END },
  }));

const orderEnd = (queue: Queue, access: number) =>
  queue.put(deleteAssignmentKind, () => ({
    assignment: assignmentId.parse(access),
    local: null,
    car: carId.parse(car),
    carLabel: 'M BX 1077',
    userId: userId.parse(user),
    userName: 'Bay 3 Tester',
  }));

const others = [
  ['another car', { carId: fitted }],
  ['another user', { userId: user + 1 }],
] as const;

test.for(others)('a change is not sent to an access of %s that has the number now', async ([, other]) => {
  const { queue, change, isGivenTo, sent } = await place();
  isGivenTo(other);
  const id = change();
  await queue.reaches(id, 'blocked', 'awaiting-result');
  expect(queue.problem(id)?.code).toBe('assignment-ended-elsewhere');
  expect(sent()).toBe(0);
});

test('a change of an access that two reads do not find is not sent: its number may be given out meanwhile', async () => {
  const { queue, change, isGone, sent } = await place();
  isGone();
  const id = change();
  await queue.reaches(id, 'blocked', 'awaiting-result');
  expect(queue.problem(id)?.code).toBe('assignment-ended-elsewhere');
  expect(queue.row(id).attempt).toBe(0);
  expect(sent()).toBe(0);
});

test('one read that does not find it says nothing: the change is sent after the next one', async () => {
  const { queue, change, access, faults } = await place();
  faults.add({
    method: 'GET',
    path: `/assignments/${access}`,
    effect: { kind: 'status', when: 'before', status: 404, body: '"Not found."' },
  });
  const id = change();
  await queue.reaches(id, 'blocked', 'awaiting-result');
  expect(queue.row(id)).toMatchObject({ state: 'awaiting-result', attempt: 1 });
});

test.for([
  ['awaiting-result', { carId: fitted }],
  ['unknown', { userId: user + 1 }],
] as const)(
  'a change that is %s is not done by an access that has the number and the end',
  async ([state, other]) => {
    const { queue, change, isGivenTo, faults } = await place();
    if (state === 'unknown') faults.add({ method: 'PATCH', effect: { kind: 'drop', when: 'before' } });
    const id = change();
    await queue.comesTo(id, state);
    isGivenTo({ ...other, end: new Date(END).toISOString() });
    await queue.reaches(id, 'blocked', 'done');
    expect(queue.problem(id)?.code).toBe('assignment-ended-elsewhere');
  },
);

test.for(others)('a removal is not sent to an access of %s that has the number now', async ([, other]) => {
  const { queue, removal, isGivenTo, sent } = await place();
  isGivenTo(other);
  const id = removal();
  await queue.reaches(id, 'done', 'awaiting-result', 'blocked');
  expect(queue.row(id)).toMatchObject({ state: 'done', confirmed_by: 'query' });
  expect(sent('DELETE')).toBe(0);
});

test.for(others)('a removal that awaits its result is done where %s has the number', async ([, other]) => {
  const { queue, removal, isGivenTo } = await place();
  const id = removal();
  await queue.comesTo(id, 'awaiting-result');
  isGivenTo(other);
  await queue.reaches(id, 'done', 'blocked');
  expect(queue.row(id)).toMatchObject({ state: 'done', confirmed_by: 'query' });
});

test.for(['change', 'removal'] as const)(
  'a 404 page of a proxy instead of the access does not send a %s to that of another user',
  async (kind) => {
    const there = await place();
    const { queue, isGivenTo, access, faults, sent } = there;
    isGivenTo({ userId: user + 1 });
    const path = `/assignments/${access}`;
    faults.add({ method: 'GET', path, effect: { kind: 'status', when: 'before', status: 404, html: true } });
    const id = there[kind]();
    await queue.reaches(id, 'done', 'awaiting-result', 'blocked');
    expect(queue.row(id).attempt).toBe(0);
    expect([sent('PATCH'), sent('DELETE')]).toEqual([0, 0]);
  },
);

test('a removal of an unlisted access is sent: the operator itself reports it as gone', async () => {
  const { queue, removal, isGone, sent } = await place();
  isGone();
  const id = removal();
  await queue.comesTo(id, 'done');
  expect(queue.row(id).confirmed_by).toBe('answer');
  expect(sent('DELETE')).toBe(1);
});

describe('a removal whose answer was lost', () => {
  /** `when`: `before` = it was not carried out; `after` = it was. */
  async function inDoubt(when: 'before' | 'after') {
    const there = await place();
    const { queue, removal, isThere, faults } = there;
    faults.add({ method: 'DELETE', effect: { kind: 'drop', when } });
    const id = removal();
    await queue.comesTo(id, 'unknown');
    await vi.waitFor(() => expect(isThere()).toBe(when === 'before'));
    return { ...there, id };
  }

  const differences = [
    ['start', { start: '2026-11-21T08:00:00Z' }],
    ['end', { end: '2026-12-25T18:00:00Z' }],
    ['open end', { end: null }],
    ['offline lifetime', { lifetime: 3600 }],
    ['renewal', { renewableAfter: 1800 }],
  ] as const;

  test.for(differences)(
    'is a person’s decision where the number has an access with another %s',
    async ([, other]) => {
      const { queue, id, isGivenTo, isThere, sent } = await inDoubt('after');
      isGivenTo(other);
      await queue.reaches(id, 'blocked', 'done', 'awaiting-result');
      expect(queue.problem(id)).toMatchObject({
        code: 'access-may-be-another',
        params: { car: 'M BX 1077', user: 'Bay 3 Tester' },
      });
      queue.commands.decide(id, true);
      expect(queue.row(id)).toMatchObject({ state: 'done', confirmed_by: 'person' });
      expect([sent('DELETE'), isThere()]).toEqual([1, true]);
    },
  );

  test('is sent again after a person’s decision against that', async () => {
    const { queue, id, isGivenTo, isThere, sent } = await inDoubt('after');
    isGivenTo({ start: '2026-11-21T08:00:00Z' });
    await queue.reaches(id, 'blocked');
    queue.commands.decide(id, false);
    await queue.reaches(id, 'done');
    expect([sent('DELETE'), isThere()]).toEqual([2, false]);
  });

  test('is sent again where the access is as before', async () => {
    const { queue, id, isThere, sent } = await inDoubt('before');
    await queue.reaches(id, 'done', 'blocked');
    expect(queue.row(id).state).toBe('done');
    expect([sent('DELETE'), isThere()]).toEqual([2, false]);
  });

  test('is sent again to an access that a change of ours has reached meanwhile', async () => {
    const { queue, change, removal, isGivenTo, isThere, end, faults, sent } = await place();
    const changed = change();
    await queue.comesTo(changed, 'awaiting-result');
    await vi.waitFor(() => expect(end()).toBe(END));
    // As if the operator came to the change after the removal's read.
    isGivenTo({});
    faults.add({ method: 'DELETE', effect: { kind: 'drop', when: 'before' } });
    const id = removal();
    await queue.comesTo(id, 'unknown');
    isGivenTo({ end: new Date(END).toISOString() });
    await queue.reaches(id, 'done', 'blocked');
    expect(queue.row(id).state).toBe('done');
    expect([sent('DELETE'), isThere()]).toEqual([2, false]);
  });

  test('is not sent again to an access that gets the number after that decision', async () => {
    const { queue, clock, id, isGivenTo, isThere, faults, sent } = await inDoubt('before');
    faults.add({ method: 'DELETE', effect: { kind: 'status', status: 429, retryAfter: 5 } });
    const isPutOff = () => queue.row(id).state === 'ready' && queue.row(id).attempt === 2;
    await vi.waitFor(
      () => {
        if (!isPutOff()) clock.advance(200);
        expect(isPutOff()).toBe(true);
      },
      { interval: 4 },
    );
    isGivenTo({ start: '2026-11-21T08:00:00Z' });
    await queue.reaches(id, 'blocked', 'done', 'awaiting-result');
    expect(queue.problem(id)?.code).toBe('access-may-be-another');
    expect([sent('DELETE'), isThere()]).toEqual([2, true]);
  });
});
