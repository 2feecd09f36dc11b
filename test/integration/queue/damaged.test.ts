import { expect, test } from 'vitest';
import type { OperationId } from '../../../shared/ids.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { notable } from '../../operator/seed/notable.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { emptyGroup, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderCar, orderInstallation, orderMembership } from './orders.ts';

const [box, secondBox] = notable.boxes.free;

/** Changes a stored column behind the queue's back. */
function alter(queue: Queue, id: OperationId, set: string): void {
  queue.database.write(({ sqlite }) =>
    sqlite.prepare<[OperationId]>(`UPDATE operation SET ${set} WHERE id = ?`).run(id),
  );
}

for (const [what, set, code] of [
  ['a payload with one changed character', `payload = replace(payload, '20001', '20003')`, 'payload-damaged'],
  ['a payload of a newer app', 'payload_version = 99', 'payload-damaged'],
  ['an operation of another customer', 'customer_id = 4712', 'target-changed'],
  ['an operation of another environment', `environment = 'prod'`, 'target-changed'],
  ['an operation for another address', `base_url = 'https://elsewhere.example/v3'`, 'target-changed'],
] as const) {
  test(`faults.md 15, 27: ${what} is parked, never sent, and stops nothing else`, async () => {
    const bench = await startBench();
    const queue = bench.open({ start: false });
    const bad = orderInstallation(queue, 20_001, box);
    const good = orderInstallation(queue, 20_002, secondBox);
    alter(queue, bad, set);
    queue.engine.start();
    await queue.comesTo(good, 'done');
    await queue.comesTo(bad, 'blocked');
    expect(queue.problem(bad)?.code).toBe(code);
    expect(bench.operator.journal.matching({ method: 'PUT', path: '/installations' })).toHaveLength(1);
  });

  test(`${what} is not reconciled either`, async () => {
    const bench = await startBench();
    const queue = bench.open({ start: false });
    const bad = orderInstallation(queue, 20_001, box);
    alter(queue, bad, `${set}, state = 'unknown', context = 'null'`);
    queue.engine.start();
    await queue.comesTo(bad, 'blocked');
    expect(queue.problem(bad)?.code).toBe(code);
    expect(bench.operator.journal.entries).toEqual([]);
  });
}

test('an operation whose foundation brought no id is parked by itself instead of stopping everybody', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const car = orderCar(queue);
  alter(queue, car, `state = 'done'`);
  const orphan = orderInstallation(queue, car, box);
  const good = orderInstallation(queue, 20_002, secondBox);
  queue.engine.start();
  await queue.comesTo(good, 'done');
  await queue.comesTo(orphan, 'blocked');
  expect(queue.problem(orphan)?.code).toBe('dependency-ended');
  expect(queue.faults).toHaveLength(1);
});

test('an unreadable pre-send context parks only its own operation', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const bad = orderAccess(queue, 20_001);
  const good = orderMembership(queue, 20_002, emptyGroup(bench));
  alter(queue, bad, `state = 'unknown', context = '{"start":"never"}'`);
  queue.engine.start();
  await queue.comesTo(good, 'done');
  await queue.comesTo(bad, 'blocked');
  expect(queue.problem(bad)?.code).toBe('unexpected');
});

test('faults.md 12, 14, 15: a file of another customer or environment is refused as a whole', async () => {
  const bench = await startBench();
  await bench.open().stop();
  const open = (changes: object) => () =>
    openQueueDatabase(bench.file, { ...bench.target, ...changes }, () => undefined).close();
  expect(problemCodeOf(open({ environment: 'prod' }))).toBe('target-changed');
  expect(problemCodeOf(open({ baseUrl: 'https://elsewhere.example/v3' }))).toBe('target-changed');
  expect(problemCodeOf(open({ customerId: 4712 }))).toBe('target-changed');
  expect(problemCodeOf(open({}))).toBe('none');
});
