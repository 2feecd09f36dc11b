import { expect, test } from 'vitest';
import { queueCalls } from '../../../electron/handlers/operations.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { codeOfRejection } from '../db/problem-code.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderCar } from './orders.ts';

const [OWN, STRANGERS, ELSEWHERE] = [601, 602, 603];
const [car, otherCar] = [20_001, 20_002];

/** The word of a person, through the call of the screen, that an operation has created an object. */
async function adopt(queue: Queue, operation: OperationId, id: number): Promise<string> {
  const open = { queueParts: queue.parts, commands: queue.commands, wake: queue.engine.wake };
  const calls = queueCalls(() => open, { giveWorkToCar: () => undefined, userName: () => null });
  const { state, attempt: attempts, revision } = queue.row(operation);
  const word = {
    operationId: operation,
    seen: { state, attempts, revision },
    wasDone: true,
    adopt: id,
  };
  const sender = { windowId: 1, url: '', isMainFrame: true, page: 'page-1' };
  return codeOfRejection(Promise.resolve(calls['queue.decide'](word, { sender })));
}

function parked({ database }: Queue, operation: OperationId): void {
  database.sqlite
    .prepare(`UPDATE operation SET state = 'blocked', context = ? WHERE id = ?`)
    .run(JSON.stringify({ start: 1000, end: 2000, knownBefore: [] }), operation);
}

/** Accesses of the ordered user and of another one, and one to another car. */
function withAccesses({ operator }: Bench): void {
  const { assignments } = operator.state;
  const [like] = assignments.values();
  if (like === undefined) throw new Error('the seed has no access');
  const user = notable.testUserId;
  assignments.set(OWN, { ...like, id: OWN, carId: car, userId: user });
  assignments.set(STRANGERS, { ...like, id: STRANGERS, carId: car, userId: user + 1 });
  assignments.set(ELSEWHERE, { ...like, id: ELSEWHERE, carId: otherCar, userId: user });
}

test('a person takes no access for the ordered one that main does not offer', async () => {
  const bench = await startBench();
  withAccesses(bench);
  const queue = bench.open({ start: false });
  const asked = orderAccess(queue, car);
  parked(queue, asked);
  // A job would end or lengthen it as its test access.
  for (const id of [STRANGERS, ELSEWHERE]) {
    expect(await adopt(queue, asked, id)).toBe('not-found');
    expect(queue.row(asked).state).toBe('blocked');
  }
  expect(await adopt(queue, asked, OWN)).toBe('none');
  expect(queue.row(asked).state).toBe('done');
});

test('a person takes no other car for a new one', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const asked = orderCar(queue);
  parked(queue, asked);
  expect(await adopt(queue, asked, otherCar)).toBe('not-found');
  expect(queue.row(asked).state).toBe('blocked');
});
