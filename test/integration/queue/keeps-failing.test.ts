import { expect, test } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { createAttention } from '../../../electron/notifications/attention.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startBench } from './fixture.ts';
import { orderInstallation } from './orders.ts';

const [box] = notable.boxes.free;
/** Fewer tries than in the field: each waits for a quarantine. */
const policy = { ...defaultPolicy, failuresInARow: 3, failedReadsInARow: 4 };
const fault = { kind: 'status', status: 500, body: '"Out of order."' } as const;
const puts = { method: 'PUT', path: '/installations' } as const;

/** An operator that answers each installation with 500, and an installation. */
async function failingOperator(random = () => 0) {
  const bench = await startBench();
  bench.operator.faults.add({ ...puts, count: 'all', effect: fault });
  const queue = bench.open({ random, policy });
  const id = orderInstallation(queue, 20_001, box);
  const sent = () => bench.operator.journal.matching(puts).length;
  return { bench, queue, id, sent };
}

test('a persistent 500 needs a person after a bounded number of tries, and nothing more is sent', async () => {
  const { bench, queue, id, sent } = await failingOperator();
  await queue.reaches(id, 'blocked');
  expect(sent()).toBe(policy.failuresInARow);
  expect(queue.problem(id)).toMatchObject({
    code: 'operator-keeps-failing',
    params: { count: policy.failuresInARow, about: `M QX 4711, ${box}` },
    raw: 'Out of order.',
  });
  bench.clock.advance(3_600_000);
  expect(sent()).toBe(policy.failuresInARow);
});

test('each pause before a try is longer than the one before', async () => {
  const { queue, id } = await failingOperator(() => 0.999);
  const pauses: number[] = [];
  while (pauses.length < policy.failuresInARow - 1) {
    await queue.reaches(id, 'unknown');
    await queue.reaches(id, 'ready');
    const { not_before, updated_at } = queue.row(id);
    pauses.push((not_before ?? 0) - updated_at);
  }
  // Full jitter of 2 s and of 4 s, on top of half a second.
  expect(pauses).toEqual([2_498, 4_496]);
});

test('a person may send it again, which starts the count again', async () => {
  const { bench, queue, id, sent } = await failingOperator();
  await queue.reaches(id, 'blocked');
  bench.operator.faults.clear();
  queue.commands.retry(id);
  await queue.reaches(id, 'done');
  expect(sent()).toBe(policy.failuresInARow + 1);
});

test('sent again, it is tried as often once more', async () => {
  const { queue, id, sent } = await failingOperator();
  await queue.reaches(id, 'blocked');
  queue.commands.retry(id);
  await queue.reaches(id, 'unknown');
  await queue.reaches(id, 'blocked');
  expect(sent()).toBe(2 * policy.failuresInARow);
});

test('reads that keep failing before anything was sent need a person too', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ path: '/cars/*/products', count: 'all', effect: fault });
  const queue = bench.open({ policy });
  const id = orderInstallation(queue, 20_001, box);
  await queue.reaches(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('operator-keeps-failing');
  expect(queue.attempts(id)).toEqual([]);
});

test('the person is called by plate and serial', async () => {
  const { bench, queue, id } = await failingOperator();
  await queue.reaches(id, 'blocked');
  const bodies: string[] = [];
  const attention = createAttention({
    database: queue.database,
    clock: bench.clock,
    notifier: { show: ({ body }) => bodies.push(body) },
    signs: { show: () => undefined },
    connection: () => ({ state: 'untried' }),
    wanted: () => true,
    namesCars: () => true,
    translate: createTranslator('en'),
    report: (cause) => {
      throw cause;
    },
  });
  attention.update();
  bench.clock.advance(1000);
  expect(bodies).toEqual([`Box ${box} in M QX 4711 needs your decision.`]);
});
