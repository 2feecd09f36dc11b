import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from '../../integration/relay/store/postgres-server.ts';
import { table } from '../frame/table.ts';
import type { Verdict } from '../frame/verdicts.ts';
import { inChild } from './child.ts';
import type { Bench } from './measure.ts';
import { replicasFigures, type ReplicasFigures, type ReplicasOrder } from './orders.ts';
import { startReplicas } from './relays.ts';
import { atMost } from './targets.ts';

const REPLICAS = 3;
const LAPTOPS = 10_000;
const CUSTOMERS = 100;
const WEBHOOKS = 600;
const WEBHOOKS_PER_SECOND = 10;

/** Milliseconds from webhook to laptop, those of the kill included. */
const LATENCY = 500;
/** MiB at most of each relay that lives on. */
const MEMORY = 200;

/** Ten thousand laptops of a hundred customers wait at three relays on one PostgreSQL; one relay is killed. */
export async function measureReplicas(bench: Bench, postgres: PostgresServer): Promise<ReplicasFigures> {
  const folder = join(bench.folder, 'replicas');
  mkdirSync(folder);
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => 5000 + index);
  const laptops = customers.flatMap((customer) =>
    Array.from({ length: LAPTOPS / CUSTOMERS }, () => customer),
  );
  bench.say(`${LAPTOPS} laptops at ${REPLICAS} relays, one of which is killed`);
  const place = { folder, children: bench.children, oneCore: false };
  const { replicas, tokens } = await startReplicas(place, await postgres.database(), REPLICAS, laptops);
  const order: ReplicasOrder = {
    replicas: replicas.map(({ port, pid }) => ({ port, pid })),
    tokens,
    customers,
    webhooks: WEBHOOKS,
    webhooksPerSecond: WEBHOOKS_PER_SECOND,
  };
  try {
    return await inChild({
      file: 'replicas-load.ts',
      order,
      figures: replicasFigures,
      folder,
      children: bench.children,
    });
  } finally {
    await Promise.all(replicas.map(({ stop }) => stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The verdicts on the figures. */
export const judgeReplicas = ({ latency, lost, most }: ReplicasFigures): readonly Verdict[] => [
  atMost(`${LAPTOPS} laptops at ${REPLICAS} relays, one killed: results lost`, lost, 0),
  atMost('the same: ms from webhook to laptop, p99', latency.p99, LATENCY),
  atMost('the same: MiB at most of a relay that lived on', Math.max(...most), MEMORY),
];

/** A table of the figures. */
export function replicasTable({
  latency,
  undisturbed,
  lost,
  moved,
  most,
}: ReplicasFigures): readonly string[] {
  const row = (name: string, { p50, p95, p99, most: longest }: ReplicasFigures['latency']) => [
    name,
    ...[p50, p95, p99, longest].map((value) => value.toFixed(1)),
  ];
  return [
    ...table(
      ['webhook to laptop', 'p50 ms', 'p95 ms', 'p99 ms', 'most ms'],
      [row('before the kill', undisturbed), row('in all', latency)],
    ),
    '',
    `lost: ${lost}; connections that broke: ${moved}; MiB at most: ${most.map((one) => one.toFixed(0)).join(', ')}`,
  ];
}
