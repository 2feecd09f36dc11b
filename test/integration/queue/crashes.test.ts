import { createSteadyClock } from '../../../electron/operations/queue/parts.ts';
import { expect, test, vi } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { boundValue } from '../../../electron/db/tables/queue/operation-order.ts';
import { takeLease } from '../../../electron/db/tables/queue/ownership.ts';
import { settle } from '../../../electron/operations/queue/settle.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderCar, orderEvent, orderInstallation } from './orders.ts';

const [box] = notable.boxes.free;
const car = 20_001;
const sent = ({ operator }: Bench, path: string) => operator.journal.matching({ method: 'PUT', path }).length;

/** Work that is on the wire when its process "dies": the engine is left hanging, the file is taken over by another. */
async function diesWhile(
  bench: Bench,
  path: string,
  when: 'before' | 'after',
  order: (queue: Queue) => OperationId,
) {
  const fault = bench.operator.faults.add({ method: 'PUT', path, effect: { kind: 'hang', when } });
  const dead = bench.open();
  const id = order(dead);
  await dead.comesTo(id, 'sending');
  await vi.waitFor(() => expect(sent(bench, path)).toBe(1));
  bench.operator.faults.clear(fault);
  return { dead, id };
}

test('faults.md 3: a request in flight at a crash that was applied is found by reading at the next start', async () => {
  const bench = await startBench();
  const { id } = await diesWhile(bench, '/cars', 'after', (queue) => orderCar(queue));
  const queue = bench.open({ start: false });
  queue.engine.start();
  expect(queue.row(id).state).toBe('unknown');
  await queue.comesTo(id, 'done');
  expect(sent(bench, '/cars')).toBe(1);
  // The attempt stands in the journal without an end: its outcome is unknown.
  expect(queue.attempts(id)).toMatchObject([{ finished_at: null, sent: null }]);
});

test('faults.md 2: a request in flight at a crash that was not applied is sent again after the quarantine', async () => {
  const bench = await startBench();
  const { id } = await diesWhile(bench, '/cars', 'before', (queue) => orderCar(queue));
  const queue = bench.open();
  await vi.waitFor(() =>
    expect(queue.row(id).not_before).toBe(bench.clock.now() + queue.parts.policy.quarantineMs),
  );
  expect(sent(bench, '/cars')).toBe(1);
  await queue.reaches(id, 'done');
  expect(bench.operator.journal.executions({ method: 'PUT', path: '/cars' })).toBe(1);
});

test('an access accepted in a crash is matched by the times it was sent with', async () => {
  const bench = await startBench();
  const { id } = await diesWhile(bench, '/assignments', 'after', (queue) => orderAccess(queue, car));
  const queue = bench.open();
  await queue.reaches(id, 'done');
  expect(sent(bench, '/assignments')).toBe(1);
});

test('an event in flight at a crash is left to a person and never repeated automatically', async () => {
  const bench = await startBench();
  const { id } = await diesWhile(bench, '/events', 'after', (queue) => orderEvent(queue, car));
  const queue = bench.open();
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('event-may-be-recorded');
  bench.clock.advance(3_600_000);
  queue.engine.tryNow();
  queue.commands.retry(id);
  await queue.comesTo(id, 'blocked');
  expect(sent(bench, '/events')).toBe(1);
});

test('faults.md 17: an operation in flight at three crashes is parked, and the rest goes on', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/cars', count: 'all', effect: { kind: 'hang' } });
  const first = bench.open();
  const id = orderCar(first);
  await first.comesTo(id, 'sending');
  for (const crash of [1, 2]) {
    const again = bench.open();
    expect(again.row(id)).toMatchObject({ state: 'unknown', crashes: crash });
    await again.reaches(id, 'sending');
  }
  const last = bench.open();
  expect(last.row(id).state).toBe('blocked');
  expect(last.problem(id)).toMatchObject({ code: 'crashed-repeatedly', params: { times: 3 } });
  const other = orderInstallation(last, car, box);
  await last.comesTo(other, 'done');

  // A person's "send again" looks first: the last sending may have arrived.
  bench.operator.faults.clear();
  last.commands.retry(id);
  expect(last.row(id).state).toBe('unknown');
  await last.reaches(id, 'done');
});

test('faults.md 20: a living second instance is refused, a dead one is replaced at once', async () => {
  const bench = await startBench();
  const first = bench.open();
  const second = bench.open({ start: false, processAlive: () => true });
  expect(problemCodeOf(() => second.engine.start())).toBe('another-instance');
  const third = bench.open({ processAlive: () => false });
  const id = orderInstallation(third, car, box);
  await third.comesTo(id, 'done');
  expect(first.row(id).state).toBe('done');
});

test('a holder that has not renewed its lease for long is replaced although its number is alive', async () => {
  const bench = await startBench();
  // A process that was stopped: its timers do not fire.
  const stopped = { ...bench.clock, setTimer: () => () => undefined };
  bench.open({ clock: createSteadyClock(stopped) });
  bench.clock.advance(59_999);
  const second = bench.open({ start: false, processAlive: () => true });
  expect(problemCodeOf(() => second.engine.start())).toBe('another-instance');
  bench.clock.advance(1);
  expect(problemCodeOf(() => second.engine.start())).toBe('none');
});

/** An instance whose look before it sends a new car is held at the operator. */
async function heldLooking() {
  const bench = await startBench();
  const { faults, journal } = bench.operator;
  const look = faults.add({ method: 'GET', path: '/cars', effect: { kind: 'hold' } });
  const old = bench.open();
  const id = orderCar(old);
  await vi.waitFor(() => expect(journal.matching({ path: '/cars' })).toHaveLength(1));
  return { bench, old, id, goOn: () => faults.clear(look) };
}

test('an instance that has lost its lease claims nothing any more', async () => {
  const { bench, old, id, goOn } = await heldLooking();
  // It is still looking before its sending when another instance takes over.
  const fresh = bench.open();
  await fresh.comesTo(id, 'done');
  goOn();
  await old.stop();
  expect(sent(bench, '/cars')).toBe(1);
  expect(fresh.attempts(id)).toHaveLength(1);
});

test('not even work that its successor has not touched yet is claimed after the lease is lost', async () => {
  const { bench, old, id, goOn } = await heldLooking();
  old.database.write((context) => takeLease(context, { bootId: 'another', pid: 1, at: bench.clock.now() }));
  goOn();
  await vi.waitFor(() =>
    expect(bench.operator.journal.matching({ path: '/cars' })[0]?.outcome).toBe('answered'),
  );
  // Its orderly end waits for what it is at.
  await old.engine.stop();
  expect(old.row(id)).toMatchObject({ state: 'ready', attempt: 0 });
  expect(sent(bench, '/cars')).toBe(0);
});

test('an instance that lost its lease continues when its successor has died', async () => {
  const bench = await startBench();
  const old = bench.open();
  old.database.write((context) => takeLease(context, { bootId: 'another', pid: 1, at: bench.clock.now() }));
  const id = orderCar(old);
  bench.clock.advance(5000);
  expect(old.row(id)).toMatchObject({ state: 'ready', attempt: 0 });
  await old.reaches(id, 'done');
  expect(sent(bench, '/cars')).toBe(1);
  expect(old.faults).toEqual([expect.stringContaining('another instance')]);
});

test('a claimed operation is not sent after another instance has taken over', async () => {
  const bench = await startBench();
  const old: Queue = bench.open({
    crashPoint: (name) => {
      if (name !== 'after-intent') return;
      // It stands still with the claim written and no byte sent, for longer than its lease lasts.
      old.database.write((context) =>
        takeLease(context, { bootId: 'another', pid: 1, at: bench.clock.now() }),
      );
    },
  });
  const id = orderCar(old);
  await old.comesTo(id, 'ready');
  await old.engine.stop();
  expect(sent(bench, '/cars')).toBe(0);
  expect(old.attempts(id)).toMatchObject([{ sent: 'no' }]);
});

test('faults.md 21: the answer of a replaced instance does not overwrite its successor’s finding', async () => {
  const bench = await startBench();
  const old: Queue = bench.open({
    crashPoint: (name) => {
      if (name !== 'after-answer') return;
      // It stands still with its answer, while a read of its successor ends the order.
      const fresh = bench.open();
      expect(fresh.row(id).state).toBe('unknown');
      settle(fresh.parts, fresh.row(id), { outcome: 'done', confirmedBy: 'query', bindings: {} });
    },
  });
  const id = orderCar(old);
  await vi.waitFor(() => expect(old.attempts(id)[0]?.sent).toBe('answered'));
  expect(old.row(id)).toMatchObject({ state: 'done', confirmed_by: 'query' });
  expect(boundValue(old.database.sqlite, id, 'id')).toBeUndefined();
  expect(sent(bench, '/cars')).toBe(1);
});

test('faults.md 4, 25: an answer that could not be stored is reconciled in the same run', async () => {
  const bench = await startBench();
  let full = false;
  const failing = bench.open({
    diskFull: () => full,
    crashPoint: (name) => {
      full = name === 'after-answer';
    },
  });
  const id = orderCar(failing);
  await vi.waitFor(() => expect(failing.faults.join()).toContain('not-saved-disk-full'));
  expect(failing.row(id).state).toBe('sending');
  full = false;
  await failing.reaches(id, 'done');
  expect(failing.row(id).confirmed_by).toBe('query');
  expect(sent(bench, '/cars')).toBe(1);
});

test('faults.md 25: nothing is sent while the intent cannot be stored', async () => {
  const bench = await startBench();
  let full = false;
  const failing = bench.open({ diskFull: () => full });
  const id = orderCar(failing);
  full = true;
  await vi.waitFor(() => expect(failing.faults.join()).toContain('not-saved-disk-full'));
  bench.clock.advance(10_000);
  expect(sent(bench, '/cars')).toBe(0);
  expect(failing.row(id).state).toBe('ready');
  full = false;
  await failing.reaches(id, 'done');
});
