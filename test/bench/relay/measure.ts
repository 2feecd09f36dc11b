import { mkdirSync, rmSync } from 'node:fs';
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

/** What a contender can take: with the number of connections that suits it best. */
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

/** The time from webhook to laptop, and the server's memory. */
export function measureDelivery(bench: Bench, delivery: Delivery, contender: Contender): Promise<Delivered> {
  const { name, dialect } = contender;
  bench.say(`delivery to ${delivery.laptops} laptops: ${name}`);
  return trial(bench, contender, delivery, async ({ port, pid, tokens }, folder) => {
    const order: DeliveryOrder = { port, pid, dialect, tokens: [...tokens], rounds: delivery.rounds };
    const { children } = bench;
    const figures = await inChild({
      file: 'delivery-load.ts',
      order,
      figures: deliveryFigures,
      folder,
      children,
    });
    return { name, ...delivery, ...figures };
  });
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
