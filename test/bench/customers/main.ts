import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { customerId } from '../../../shared/ids.ts';
import { connection } from '../../integration/profiles/core.ts';
import { newChildren } from '../../kill/children.ts';
import { type CoreProcess, startCoreProcess } from '../../kill/customers/start-core.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type RunningOperator, startOperator } from '../../operator/start.ts';
import { bench } from '../frame/bench.ts';
import { reported } from '../frame/rows.ts';

const CARS = 1_000;
/** Operations of each customer that wait, because their operator answers 503. */
const WAITING = 100;
const ROUNDS = 5;
const MIB = 2 ** 20;
const STEP_MS = 5;

/** One laptop with so many customers, its fleets read and its queues filled. */
async function laptopOf(count: number, operators: readonly RunningOperator[], folder: string) {
  const dataDir = join(folder, `data-${count}`);
  mkdirSync(dataDir);
  const children = newChildren();
  const core = await startCoreProcess(dataDir, children);
  const both = [notable.customerId, notable.otherCustomerId];
  const wanted = operators.flatMap((operator) => both.map((number) => ({ operator, number })));
  for (const [at, { operator, number }] of wanted.slice(0, count).entries()) {
    const customer = { id: customerId.parse(number), name: `Fleet ${at}` };
    await core.page(`connect ${at}`)('connect.save', { ...connection(operator), customer, relay: null });
    const page = core.page(`work ${at}`);
    await page('directory.sync', {});
    while ((await page('app.status', {})).sync.state !== 'complete') await pause(STEP_MS);
    for (let order = 1; order <= WAITING; order += 1)
      await page('edits.createGroup', { name: `Group ${at} ${order}` });
  }
  await core.kill();
  return { dataDir, children };
}

/** Until every customer is open. */
async function allOpen(core: CoreProcess, count: number): Promise<void> {
  const page = core.page('start');
  const isOpen = async () =>
    (await page('app.status', {})).customers.filter((one) => one.connection !== null).length === count;
  while (!(await isOpen())) await pause(STEP_MS);
}

/** Starts it so many times. */
async function measured(count: number, operators: readonly RunningOperator[], folder: string) {
  const { dataDir, children } = await laptopOf(count, operators, folder);
  const rounds: {
    readonly first: number;
    readonly all: number;
    readonly heap: number;
    readonly rss: number;
  }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    const core = await startCoreProcess(dataDir, children);
    const first = performance.now() - from;
    await allOpen(core, count);
    const all = performance.now() - from;
    const { heap, rss } = await core.memory();
    rounds.push({ first, all, heap: heap / MIB, rss: rss / MIB });
    await core.kill();
  }
  children.end();
  const row = (what: string, unit: string, of: 'first' | 'all' | 'heap' | 'rss') =>
    reported({ what: `${count} open: ${what}`, unit, rounds: rounds.map((each) => each[of]) });
  return [
    row('start of main to its first answer', 'ms', 'first'),
    row('start of main until all are open', 'ms', 'all'),
    row('main, live heap', 'MiB', 'heap'),
    row('main, resident', 'MiB', 'rss'),
  ];
}

await bench('customers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-customers-'));
  const operators = await Promise.all([1, 2, 3].map((seed) => startOperator({ seed, cars: CARS })));
  for (const { faults } of operators)
    faults.add({ method: 'PUT', count: 'all', effect: { kind: 'status', status: 503 } });
  try {
    return [...(await measured(1, operators, folder)), ...(await measured(6, operators, folder))];
  } finally {
    for (const operator of operators) await operator.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
