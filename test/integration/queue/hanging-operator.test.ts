import { expect, test, vi } from 'vitest';
import { emptyGroup, startBench } from './fixture.ts';
import { orderAccess, orderMembership } from './orders.ts';

test('faults.md 7: an operator that cuts every connection burns no queue: few come in doubt, the rest is not sent', async () => {
  const bench = await startBench();
  bench.operator.faults.add({
    count: 'all',
    path: '/groups/*/cars',
    effect: { kind: 'drop', when: 'before' },
  });
  bench.operator.faults.add({ count: 'all', path: '/customers', effect: { kind: 'drop', when: 'before' } });
  const queue = bench.open({ start: false });
  const group = emptyGroup(bench);
  const orders = Array.from({ length: 40 }, (_, index) =>
    orderMembership(queue, 20_001 + (index % 40), group),
  );
  queue.engine.start();
  await vi.waitFor(() => expect(queue.engine.connection().state).toBe('offline'));
  for (let probe = 0; probe < 6; probe += 1) {
    const before = queue.engine.connection();
    bench.clock.advance(before.state === 'offline' ? (before.nextTryAt ?? 0) - bench.clock.now() : 0);
    await vi.waitFor(() => expect(queue.engine.connection()).not.toEqual(before));
  }
  const tried = orders.filter((id) => queue.attempts(id).length > 0);
  expect(tried.length).toBeLessThanOrEqual(queue.parts.policy.concurrency);

  bench.operator.faults.clear();
  for (const order of orders) await queue.reaches(order, 'done');
  expect(bench.operator.state.groups.get(group)?.carIds.size).toBe(40);
});

test('one car whose writes are cut stops no other: a harmless read gets through, and the rest drains', async () => {
  const bench = await startBench();
  bench.operator.faults.add({
    count: 'all',
    method: 'PUT',
    path: '/assignments',
    effect: { kind: 'drop', when: 'before' },
  });
  const queue = bench.open();
  const stuck = orderAccess(queue, 20_001);
  const group = emptyGroup(bench);
  const others = Array.from({ length: 20 }, (_, index) => orderMembership(queue, 20_002 + index, group));
  // With the clock standing still: none of them waits for anything.
  for (const other of others) await queue.comesTo(other, 'done');
  expect(queue.row(stuck).state).toBe('unknown');
});
