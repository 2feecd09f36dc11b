import { expect, test } from 'vitest';
import { actionsFor } from '../../../electron/operations/queue/actions.ts';
import { queueCalls } from '../../../electron/handlers/operations.ts';
import { findCandidates } from '../../../electron/operations/queue/decisions.ts';
import type { SeenOperation } from '../../../shared/domain/operation-commands.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import type { FaultInput } from '../../operator/faults.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type Bench, emptyGroup, type Queue, startBench } from './fixture.ts';
import { orderGroup, orderMembership } from './orders.ts';

const car = 20_001;
const put = { method: 'PUT', path: '/groups' } as const;
const readOfTheGroup = { method: 'GET', path: '/groups/*/products' } as const;

interface Place {
  readonly bench: Bench;
  readonly queue: Queue;
  readonly group: OperationId;
  readonly member: OperationId;
}

/** A new name, with a car that is to go into the group, where the groups of the environment are not listed. */
async function ordered(name: string, ...faults: readonly FaultInput[]): Promise<Place> {
  const bench = await startBench({ notOffered: ['GET /groups'] });
  for (const fault of faults) bench.operator.faults.add(fault);
  const queue = bench.open();
  const group = orderGroup(queue, name);
  const member = orderMembership(queue, car, group);
  await queue.reaches(group, 'blocked');
  return { bench, queue, group, member };
}

type Calls = ReturnType<typeof queueCalls>;
const context = { sender: { windowId: 1, url: '', isMainFrame: true, page: 'page-1' } };

/** A command through the call of the screen; answers the code of what stands against it. */
async function command(
  { queue, group }: Place,
  give: (calls: Calls, act: { operationId: OperationId; seen: SeenOperation }) => unknown,
): Promise<string | null> {
  const open = { queueParts: queue.parts, commands: queue.commands, wake: queue.engine.wake };
  const calls = queueCalls(() => open, { giveWorkToCar: () => undefined, userName: () => null });
  const { state, attempt: attempts, revision } = queue.row(group);
  try {
    await give(calls, { operationId: group, seen: { state, attempts, revision } });
    return null;
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.problem.code;
    throw cause;
  }
}

const say = (place: Place, wasDone: boolean, adopt: number | null) =>
  command(place, async (calls, act) => calls['queue.decide']({ ...act, wasDone, adopt }, context));

function actions({ queue, group }: Place) {
  const { database, policy, clock } = queue.parts;
  return actionsFor({ sqlite: database.sqlite, now: clock.now(), policy }, queue.row(group));
}

const sent = ({ bench }: Place, path: string) =>
  bench.operator.journal.matching({ method: 'PUT', path }).length;

test('a name refused with 409 is shown as a group with a missing number, and is not requested again', async () => {
  const place = await ordered(notable.emptyGroup);
  const { queue, group, member } = place;
  expect(queue.problem(group)).toMatchObject({
    code: 'group-exists-unlisted',
    params: { group: notable.emptyGroup },
  });
  expect(queue.problem(group)?.raw).toContain('exists');
  expect(actions(place)).toEqual(['decide-done', 'decide-not-done', 'correct', 'cancel']);
  expect(await findCandidates(queue.parts, queue.row(group))).toEqual({ candidates: [], listed: false });
  expect(sent(place, '/groups')).toBe(1);
  expect(queue.row(member).state).toBe('waiting');
});

test('the id that a person enters is checked, and the dependants go into that group', async () => {
  const place = await ordered(notable.emptyGroup);
  const { bench, queue, group, member } = place;
  const id = emptyGroup(bench);
  expect(await say(place, true, id)).toBe(null);
  expect(queue.row(group)).toMatchObject({ state: 'done', confirmed_by: 'person' });
  await queue.comesTo(member, 'done');
  expect(bench.operator.state.groups.get(id)?.carIds.has(car)).toBe(true);
  expect(bench.operator.journal.matching({ method: 'GET', path: `/groups/${id}/products` })).toHaveLength(1);
  expect(queue.reported).toContain(group);
  expect(sent(place, '/groups')).toBe(1);
});

test('a number that no group has changes nothing', async () => {
  const place = await ordered(notable.emptyGroup);
  expect(await say(place, true, 999)).toBe('group-not-there');
  expect(place.queue.row(place.group).state).toBe('blocked');
  expect(place.queue.row(place.member).state).toBe('waiting');
});

test('it is not sent again by the window, which offers to decide it', async () => {
  const place = await ordered(notable.emptyGroup);
  expect(actions(place)).not.toContain('retry');
  expect(await command(place, (calls, act) => calls['queue.retry'](act, context))).toBe('step-not-ready');
  expect(place.queue.row(place.group).state).toBe('blocked');
  expect(sent(place, '/groups')).toBe(1);
});

test('while the id cannot be checked its dependants wait', async () => {
  const place = await ordered(notable.emptyGroup);
  place.bench.operator.faults.add({ ...readOfTheGroup, effect: { kind: 'status', status: 500 } });
  expect(await say(place, true, emptyGroup(place.bench))).toBe('operator-failing');
  expect(place.queue.row(place.group).state).toBe('blocked');
});

test('where such a read is not offered the person’s answer counts', async () => {
  const place = await ordered(notable.emptyGroup);
  place.bench.operator.faults.add({ ...readOfTheGroup, effect: { kind: 'status', status: 405 } });
  expect(await say(place, true, emptyGroup(place.bench))).toBe(null);
  await place.queue.comesTo(place.member, 'done');
});

test('a new name whose answer was lost is named by its number too, and is not made twice', async () => {
  const place = await ordered('Bay 3 arrivals', { ...put, effect: { kind: 'drop', when: 'after' } });
  const { bench, queue, group, member } = place;
  expect(queue.problem(group)?.code).toBe('outcome-not-reported');
  expect(actions(place)).toEqual(['decide-done', 'cancel']);
  const made = [...bench.operator.state.groups.values()].find(({ name }) => name === 'Bay 3 arrivals');
  expect(await say(place, true, made?.id ?? 0)).toBe(null);
  await queue.comesTo(member, 'done');
  expect(made?.carIds.has(car)).toBe(true);
  expect(sent(place, '/groups')).toBe(1);
});

test('a missing one is sent again by a person’s decision', async () => {
  const place = await ordered('Bay 3 arrivals', { ...put, effect: { kind: 'drop', when: 'before' } });
  expect(await say(place, false, null)).toBe('still-being-found-out');
  place.bench.clock.advance(place.queue.parts.policy.quarantineMs);
  expect(await say(place, false, null)).toBe(null);
  await place.queue.comesTo(place.member, 'done');
  expect(sent(place, '/groups')).toBe(2);
});

test('while the list fails, a person who knows the number need not wait for it', async () => {
  const bench = await startBench();
  const { faults } = bench.operator;
  faults.add({ ...put, effect: { kind: 'drop', when: 'after' } });
  const failing = { kind: 'status', status: 500 } as const;
  const queue = bench.open({
    crashPoint: (name) => {
      if (name === 'after-intent')
        faults.add({ method: 'GET', path: '/groups', count: 'all', effect: failing });
    },
  });
  const group = orderGroup(queue);
  const member = orderMembership(queue, car, group);
  await queue.comesTo(group, 'unknown');
  const made = [...bench.operator.state.groups.values()].find(({ name }) => name === 'Bay 3 arrivals');
  expect(await say({ bench, queue, group, member }, true, made?.id ?? 0)).toBe(null);
  await queue.reaches(member, 'done');
  expect(made?.carIds.has(car)).toBe(true);
});
