import { expect, test, vi } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { writeGiven } from '../../../electron/db/tables/queue/hand-overs.ts';
import { insertJob } from '../../../electron/db/tables/queue/jobs.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { createCarKind } from '../../../electron/operations/queue/kinds/create-car.ts';
import type { Turns } from '../../../electron/operations/queue/parts.ts';
import { REPORT_HOLDS_MS } from '../../../shared/relay/rescue.ts';
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

test('work continues after two failed questions while the operator is reached, not after one', async () => {
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

test.each<[string, (bench: Bench) => void]>([
  ['by the clock', ({ clock }) => clock.advance(REPORT_HOLDS_MS)],
  [
    'by the wall clock, when the other one stood still in sleep',
    ({ clock }) => clock.setAhead(REPORT_HOLDS_MS),
  ],
  [
    'by the monotonic clock, when the wall clock was set back',
    ({ clock }) => {
      clock.setBack(REPORT_HOLDS_MS);
      clock.advance(REPORT_HOLDS_MS);
    },
  ],
])('work goes on for five minutes only while the relay cannot be reached: %s', async (_, pass) => {
  const bench = await startBench();
  const relay = questions();
  const queue = bench.open({ turns: relay.turns });
  const car = orderCar(queue);
  for (const question of [1, 2]) {
    await vi.waitFor(() => {
      bench.clock.advance(200);
      expect(relay.asked).toHaveLength(question);
    }, WAIT);
    relay.asked[question - 1]?.resolve('unreachable');
  }
  await queue.reaches(car, 'done');
  pass(bench);
  const later = orderCar(queue, 'M QX 4712');
  await vi.waitFor(() => {
    bench.clock.advance(200);
    expect(relay.asked).toHaveLength(3);
  }, WAIT);
  await passes(bench);
  expect(queue.row(later)).toMatchObject({ state: 'ready', attempt: 0 });
  expect(writes(bench)).toBe(1);
  relay.confirm();
  await queue.reaches(later, 'done');
  expect(writes(bench)).toBe(2);
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

test('a claimed operation of a job that another laptop continued meanwhile does not leave', async () => {
  const bench = await startBench();
  const relay = questions();
  relay.confirm();
  const ids = createIds();
  const [job, id] = [ids.job(), ids.operation()];
  const at = bench.clock.now();
  const queue = bench.open({
    turns: relay.turns,
    // The laptop slept here. Its report was answered before the request could leave.
    crashPoint: (name) => {
      if (name !== 'after-intent') return;
      queue.database.write((context) => writeGiven(context, { job_id: job, turn: 1, content: null, at }));
    },
  });
  queue.database.write((context) => {
    const row = { id: job, kind: 'installation', worker: 'Jo', data: '{}', intent_digest: null } as const;
    insertJob(context, { ...row, started_at: at, updated_at: at, finished_at: null });
    const payload = { self: id, name: 'Van', vin: null, licensePlate: 'M QX 1', brand: 'Ford', model: null };
    enqueue(context, bench.target, { id, kind: createCarKind, payload, job }, at);
  });
  queue.engine.wake();
  await queue.reaches(id, 'cancelled');
  expect(queue.problem(id)).toMatchObject({ code: 'job-continued-elsewhere' });
  expect(writes(bench)).toBe(0);
});
