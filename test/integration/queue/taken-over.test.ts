import { expect, test } from 'vitest';
import { giveUpOldest } from '../../../electron/operations/assignments/take-results.ts';
import { createSteadyClock } from '../../../electron/operations/queue/parts.ts';
import { startBench } from './fixture.ts';
import { orderAccess, orderGroup } from './orders.ts';
import { feedOf, keptResults } from './results.ts';

test('a queue that another instance has taken over asks the operator nothing more, before its next renewal too', async () => {
  const bench = await startBench();
  const first = bench.open();
  await first.comesTo(orderGroup(first, 'Before'), 'done');
  const looks = () => bench.operator.journal.matching({ method: 'GET', path: '/groups' });
  const looksOfOne = looks().length;
  const second = bench.open();
  const before = bench.operator.journal.entries.length;
  const order = orderGroup(first, 'After');
  first.engine.wake();
  await new Promise((resolve) => setImmediate(resolve));
  expect(bench.operator.journal.entries).toHaveLength(before);
  expect(first.row(order).state).toBe('ready');
  expect(first.engine.connection()).toMatchObject({
    state: 'paused',
    problem: { code: 'queue-taken-over', raw: `process ${process.pid}` },
  });
  expect(first.announced.at(-1)).toBe('paused');
  second.engine.wake();
  await second.comesTo(order, 'done');
  // Looked for and asked for once, by the one that holds the queue.
  expect(second.attempts(order)).toHaveLength(1);
  expect(looks()).toHaveLength(looksOfOne * 2);
});

test('an instance that slept beyond its lease sends nothing while its living successor has the queue', async () => {
  const bench = await startBench();
  // Asleep, its timers do not fire; it wakes with all of them due.
  const timers = new Set<() => void>();
  const sleeping = {
    ...bench.clock,
    setTimer: (callback: () => void) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  };
  const wakes = () => {
    const due = [...timers];
    timers.clear();
    for (const callback of due) callback();
  };
  const processAlive = () => true;
  const first = bench.open({ clock: createSteadyClock(sleeping), processAlive });
  await first.comesTo(orderGroup(first, 'Before'), 'done');
  bench.clock.advance(60_000);
  const second = bench.open({ processAlive });
  const before = bench.operator.journal.entries.length;
  const order = orderGroup(first, 'After');
  wakes();
  first.engine.tryNow();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(bench.operator.journal.entries).toHaveLength(before);
  expect(first.row(order)).toMatchObject({ state: 'ready', attempt: 0 });
  expect(first.faults).toEqual([expect.stringContaining('another instance')]);
  expect(first.engine.connection()).toMatchObject({ problem: { code: 'queue-taken-over' } });
  // Once its successor has ended in order, it goes on.
  await second.stop();
  wakes();
  expect(first.engine.connection().state).not.toBe('paused');
  await first.comesTo(order, 'done');
  expect(first.attempts(order)).toHaveLength(1);
});

test('"try now" takes a queue back at once when the other instance has ended, and not before', async () => {
  const bench = await startBench();
  const first = bench.open();
  const second = bench.open();
  const order = orderGroup(first, 'After');
  first.engine.tryNow();
  expect(first.engine.connection()).toMatchObject({ problem: { code: 'queue-taken-over' } });
  expect(second.engine.connection().state).not.toBe('paused');
  await second.stop();
  expect(first.engine.connection()).toMatchObject({ problem: { code: 'queue-taken-over' } });
  const before = first.announced.length;
  first.engine.tryNow();
  expect(first.engine.connection().state).not.toBe('paused');
  expect(first.announced.length).toBeGreaterThan(before);
  await first.comesTo(order, 'done');
  expect(first.attempts(order)).toHaveLength(1);
});

test('a queue that is stopped while another instance has it takes nothing back', async () => {
  const bench = await startBench();
  const first = bench.open();
  const second = bench.open();
  first.engine.wake();
  await first.stop();
  await second.comesTo(orderGroup(second, 'After'), 'done');
  expect(second.engine.connection().state).not.toBe('paused');
});

test('the oldest unmatched results are given up beyond the upper bound, and the log counts them', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const payload = {
    checksum: 'x',
    customerId: 4711,
    operationSucceeded: true,
    errorMessage: null,
  };
  for (const assignmentId of [1, 2, 3, 4, 5])
    feed.give({ kind: 'deleted', payload: { ...payload, assignmentId } });
  queue.database.write((context) => giveUpOldest(context, queue.parts, 2));
  expect(keptResults(queue)).toEqual(['given-up', 'given-up', 'given-up', 'unresolved', 'unresolved']);
  const entry = queue.database.sqlite
    .prepare<[], string>(`SELECT data FROM log_entry WHERE type = 'results-given-up'`)
    .pluck()
    .all();
  expect(entry).toHaveLength(1);
  expect(JSON.parse(entry[0] ?? '{}')).toMatchObject({ count: 3 });
  // The kept result fits no order of ours, and a new order stays separate.
  const access = orderAccess(queue, 20_001);
  await queue.comesTo(access, 'awaiting-result');
});
