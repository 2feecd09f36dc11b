import { parseArgs } from 'node:util';

/** How much is measured. */
export type Plan = {
  /** Every contender takes its turn this often; the middle figure counts. */
  readonly ingestTurns: number;
  readonly ingestSeconds: number;
  readonly warmUpSeconds: number;
  /** Senders at the same time, each with one webhook on its way: every contender with each, and its better figure counts. */
  readonly connections: readonly number[];
  readonly deliveries: readonly Delivery[];
  /** So many tokens attack the relays while they deliver; then nothing else is measured. 0 = none. */
  readonly attackers: number;
  /** Ten thousand laptops at three relays on one PostgreSQL, one of which is killed; then nothing else is measured. */
  readonly hasReplicas: boolean;
  /** Where the verdicts go for the table of all benches; null = nowhere. */
  readonly json: string | null;
};

export type Delivery = {
  readonly laptops: number;
  /** Webhooks, one after the other. */
  readonly rounds: number;
  /** The server may run on one core only. */
  readonly oneCore: boolean;
};

export const USAGE = 'npm run bench:relay -- [--quick] [--attacked | --replicas] [--json FILE]';

/** Stolen tokens of one attack. */
const ATTACKERS = 3;

const usual: Plan = {
  json: null,
  attackers: 0,
  hasReplicas: false,
  ingestTurns: 3,
  ingestSeconds: 6,
  warmUpSeconds: 2,
  connections: [64, 256],
  deliveries: [
    { laptops: 10, rounds: 500, oneCore: false },
    { laptops: 100, rounds: 200, oneCore: false },
    { laptops: 1000, rounds: 50, oneCore: true },
  ],
};

/** The same questions in about a minute; its figures scatter more. */
const quick: Plan = {
  ...usual,
  ingestTurns: 1,
  ingestSeconds: 3,
  warmUpSeconds: 2,
  deliveries: [
    { laptops: 10, rounds: 100, oneCore: false },
    { laptops: 100, rounds: 40, oneCore: false },
    { laptops: 1000, rounds: 10, oneCore: true },
  ],
};

/** The plan of the arguments; null when they do not fit. */
export function readPlan(argv: readonly string[]): Plan | null {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        quick: { type: 'boolean' },
        attacked: { type: 'boolean' },
        replicas: { type: 'boolean' },
        json: { type: 'string' },
      },
    });
    const hasReplicas = values.replicas === true;
    if (hasReplicas && values.attacked === true) return null;
    const plan = { ...(values.quick === true ? quick : usual), hasReplicas, json: values.json ?? null };
    if (values.attacked !== true) return plan;
    // A thousand laptops on one core are a target of their own.
    return { ...plan, attackers: ATTACKERS, deliveries: plan.deliveries.filter(({ oneCore }) => !oneCore) };
  } catch {
    return null;
  }
}
