import { expect, test, vi } from 'vitest';
import type { Turns } from '../../../electron/operations/queue/parts.ts';
import { type Bench, startBench } from './fixture.ts';
import { orderCar } from './orders.ts';

const WAIT = { interval: 4 };

const writes = ({ operator }: Bench) =>
  operator.journal.entries.filter(({ method, path }) => method === 'PUT' && path.startsWith('/cars')).length;

/** A relay that answers one question after the other when the test says so. */
function questions() {
  const asked: PromiseWithResolvers<Awaited<ReturnType<Turns['confirm']>>>[] = [];
  let held = false;
  const turns: Turns = {
    areHeld: () => held,
    confirm: (signal) => {
      const question = Promise.withResolvers<Awaited<ReturnType<Turns['confirm']>>>();
      signal.addEventListener('abort', () => question.resolve('unreachable'));
      asked.push(question);
      return question.promise;
    },
  };
  return {
    turns,
    asked,
    /** The relay has the report of this laptop. */
    confirm: () => {
      held = true;
      asked.at(-1)?.resolve('confirmed');
    },
    lapse: () => {
      held = false;
    },
  };
}

/** Every timer of the queue that is due within ten seconds. */
async function passes({ clock }: Bench): Promise<void> {
  for (let step = 0; step < 50; step += 1) {
    clock.advance(200);
    await new Promise(setImmediate);
  }
}

test('nothing leaves before the relay has answered whether another laptop continues a job', async () => {
  const bench = await startBench();
  const relay = questions();
  const queue = bench.open({ turns: relay.turns });
  const car = orderCar(queue);
  await vi.waitFor(() => expect(relay.asked).toHaveLength(1), WAIT);
  await passes(bench);
  expect(queue.row(car)).toMatchObject({ state: 'ready', attempt: 0 });
  expect(writes(bench)).toBe(0);
  expect(relay.asked).toHaveLength(1);
  relay.confirm();
  await queue.reaches(car, 'done');
  expect(writes(bench)).toBe(1);
});

test('work goes on after two failed questions while the operator is reached, not after one', async () => {
  const bench = await startBench();
  const relay = questions();
  const queue = bench.open({ turns: relay.turns });
  const car = orderCar(queue);
  await vi.waitFor(() => expect(relay.asked).toHaveLength(1), WAIT);
  relay.asked[0]?.resolve('unreachable');
  await vi.waitFor(() => {
    bench.clock.advance(200);
    expect(relay.asked).toHaveLength(2);
  }, WAIT);
  await passes(bench);
  expect(queue.row(car)).toMatchObject({ state: 'ready', attempt: 0 });
  expect(writes(bench)).toBe(0);
  relay.asked[1]?.resolve('unreachable');
  await queue.reaches(car, 'done');
  expect(writes(bench)).toBe(1);
});

test('a claimed operation does not leave once the turn may be of another laptop', async () => {
  const bench = await startBench();
  const relay = questions();
  relay.confirm();
  let lapsed = false;
  const queue = bench.open({
    turns: relay.turns,
    crashPoint: (name) => {
      if (name !== 'after-intent' || lapsed) return;
      lapsed = true;
      relay.lapse();
    },
  });
  const car = orderCar(queue);
  await vi.waitFor(() => {
    bench.clock.advance(200);
    expect(relay.asked).toHaveLength(1);
  }, WAIT);
  expect(lapsed).toBe(true);
  expect(writes(bench)).toBe(0);
  relay.confirm();
  await queue.reaches(car, 'done');
  expect(writes(bench)).toBe(1);
});
