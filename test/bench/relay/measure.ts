import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Children } from '../../kill/children.ts';
import { inChild } from './child.ts';
import type { Contender, ContenderName } from './contender.ts';
import {
  deliveryFigures,
  ingestFigures,
  type DeliveryFigures,
  type DeliveryOrder,
  type IngestFigures,
  type IngestOrder,
} from './orders.ts';
import { medianBy, mostBy } from './percentiles.ts';
import type { Delivery, Plan } from './plan.ts';

export type Ingest = IngestFigures & { readonly name: ContenderName; readonly connections: number };
export type Delivered = DeliveryFigures & Delivery & { readonly name: ContenderName };

/** Where trials happen. */
export type Bench = {
  readonly folder: string;
  readonly children: Children;
  readonly say: (line: string) => void;
};

/**
 * Webhooks a second of each contender, with each number of connections. They take turns, so that a machine that gets slower does so
 * for all.
 */
export async function measureIngest(
  bench: Bench,
  plan: Plan,
  contenders: readonly Contender[],
): Promise<readonly Ingest[]> {
  const trials = contenders.flatMap((contender) =>
    plan.connections.map((connections) => ({ contender, connections, taken: new Array<IngestFigures>() })),
  );
  for (let turn = 1; turn <= plan.ingestTurns; turn += 1) {
    for (const { contender, connections, taken } of trials) {
      bench.say(`ingest, turn ${turn} of ${plan.ingestTurns}: ${contender.name}, ${connections} connections`);
      taken.push(await ingestOnce(bench, plan, contender, connections));
    }
  }
  return trials.map(({ contender: { name }, connections, taken }) => ({
    name,
    connections,
    ...medianBy(taken, ({ perSecond }) => perSecond),
  }));
}

/** The capacity of a contender: with the number of connections that suits it best. */
export function bestOf(ingest: readonly Ingest[], wanted: ContenderName): Ingest {
  return mostBy(
    ingest.filter(({ name }) => name === wanted),
    ({ perSecond }) => perSecond,
  );
}

function ingestOnce(
  bench: Bench,
  plan: Plan,
  contender: Contender,
  connections: number,
): Promise<IngestFigures> {
  return trial(bench, contender, { laptops: 0, oneCore: false }, ({ port, pid }, folder) => {
    const { warmUpSeconds, ingestSeconds: seconds } = plan;
    const { dialect } = contender;
    const order: IngestOrder = { port, pid, dialect, connections, warmUpSeconds, seconds };
    return inChild({
      file: 'ingest-load.ts',
      order,
      figures: ingestFigures,
      folder,
      children: bench.children,
    });
  });
}

/** The time from webhook to laptop, and the server's memory. @param attackers so many other tokens attack the server meanwhile. */
export function measureDelivery(
  bench: Bench,
  delivery: Delivery,
  contender: Contender,
  attackers = 0,
): Promise<Delivered> {
  const { name, dialect } = contender;
  bench.say(`delivery to ${delivery.laptops} laptops: ${name}${attackers === 0 ? '' : ', attacked'}`);
  const all = { ...delivery, laptops: delivery.laptops + attackers };
  return trial(bench, contender, all, async ({ port, pid, tokens: given }, folder) => {
    const [thieves, tokens] = [given.slice(0, attackers), given.slice(attackers)];
    const order: DeliveryOrder = { port, pid, dialect, tokens, rounds: delivery.rounds };
    const { children } = bench;
    const endAttack = attackers === 0 ? null : startAttack(bench, port, thieves);
    const figures = await inChild({
      file: 'delivery-load.ts',
      order,
      figures: deliveryFigures,
      folder,
      children,
    });
    await endAttack?.();
    return { name, ...delivery, ...figures };
  });
}

/** Returns the function that ends it. */
function startAttack({ children, say }: Bench, port: number, tokens: readonly string[]): () => Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'attack-load.ts'), String(port), ...tokens],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.add(child);
  // Attackers have machines of their own: theirs may take no processor time from the relay and from the clock of the laptops here.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  return async () => {
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
    say(`answers to the attack, by status (0: cut off): ${said}`);
  };
}

type Started = Awaited<ReturnType<Contender['start']>>;

/** Starts a contender in an empty folder, works with it, ends it. */
async function trial<Figures>(
  { folder, children }: Bench,
  contender: Contender,
  { laptops, oneCore }: Pick<Delivery, 'laptops' | 'oneCore'>,
  work: (started: Started, folder: string) => Promise<Figures>,
): Promise<Figures> {
  const place = join(folder, 'trial');
  mkdirSync(place);
  const started = await contender.start({ folder: place, children, laptops, oneCore });
  try {
    return await work(started, place);
  } finally {
    await started.stop();
    rmSync(place, { recursive: true, force: true });
  }
}
