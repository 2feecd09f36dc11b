import type { Verdict } from '../frame/verdicts.ts';
import type { ContenderName } from './contender.ts';
import { bestOf, type Delivered, type Ingest } from './measure.ts';

/** The figures of one run, and the contenders that are not installed. */
export type Measured = {
  readonly ingest: readonly Ingest[];
  readonly delivered: readonly Delivered[];
  readonly absent: readonly { readonly name: ContenderName; readonly missing: string }[];
};

/** Durable ingest, as a share of the faster bare handler's throughput. */
const SHARE_OF_BARE = 0.45;
/** Milliseconds from webhook to laptop. */
const DELIVERY = [
  { laptops: 10, percentile: 'p95', most: 10 },
  { laptops: 1000, percentile: 'p99', most: 60 },
] as const;
/** Milliseconds at p99 while stolen tokens attack the relay. */
const ATTACKED = 250;
/** MiB that the relay may ever have used while a thousand laptops waited: Node alone takes about 50. */
const MEMORY = 320;

const RELAYS = ['relay, SQLite', 'relay, PostgreSQL'] as const satisfies readonly ContenderName[];

const BARE = ['bare node:http', 'bare Fastify'] as const satisfies readonly ContenderName[];

/** The verdict of the figures on each target of the relay, for each of its stores. */
export function judge(measured: Measured): readonly Verdict[] {
  return RELAYS.flatMap((relay) => {
    const absent = measured.absent.find(({ name }) => name === relay);
    if (absent !== undefined) return [notMeasured(`all targets of ${relay}`, absent.missing)];
    return [
      ofBare(measured, relay),
      aheadOfWebhook(measured, relay),
      ...DELIVERY.map((target) => inTime(measured, relay, target)),
      memoryBounded(measured, relay),
    ];
  });
}

/** The findings about relays that were attacked while they delivered. A result that a laptop does not get ends the bench. */
export function judgeAttacked(delivered: readonly Delivered[]): readonly Verdict[] {
  return delivered.map(({ name, laptops, latency }) =>
    atMost(
      `${name}: ms from webhook to laptop beside an attack, ${laptops} waiting, p99`,
      latency.p99,
      ATTACKED,
    ),
  );
}

function ofBare({ ingest }: Measured, relay: ContenderName): Verdict {
  const bare = Math.max(...BARE.map((name) => speedOf(ingest, name)));
  const share = speedOf(ingest, relay) / bare;
  return atLeast(`${relay}: durable webhooks as a share of the faster bare handler`, share, SHARE_OF_BARE);
}

function aheadOfWebhook({ ingest, absent }: Measured, relay: ContenderName): Verdict {
  const what = `${relay}: durable webhooks as a multiple of Debian's webhook, which stores nothing`;
  const missing = absent.find(({ name }) => name === 'Debian webhook');
  if (missing !== undefined) return notMeasured(what, missing.missing);
  return atLeast(what, speedOf(ingest, relay) / speedOf(ingest, 'Debian webhook'), 1);
}

function inTime({ delivered }: Measured, relay: ContenderName, target: (typeof DELIVERY)[number]): Verdict {
  const { laptops, percentile, most } = target;
  const { latency } = deliveredTo(delivered, relay, laptops);
  return atMost(
    `${relay}: ms from webhook to laptop, ${laptops} waiting, ${percentile}`,
    latency[percentile],
    most,
  );
}

function memoryBounded({ delivered }: Measured, relay: ContenderName): Verdict {
  const { memory } = deliveredTo(delivered, relay, 1000);
  return atMost(`${relay}: MiB at most with 1000 laptops waiting`, memory.after.most, MEMORY);
}

const speedOf = (ingest: readonly Ingest[], wanted: ContenderName): number =>
  bestOf(ingest, wanted).perSecond;

function deliveredTo(delivered: readonly Delivered[], wanted: string, waiting: number): Delivered {
  const found = delivered.find(({ name, laptops }) => name === wanted && laptops === waiting);
  if (found === undefined) throw new Error(`${wanted} was not measured with ${waiting} laptops.`);
  return found;
}

const notMeasured = (what: string, missing: string): Verdict => ({
  outcome: 'not measured',
  line: `${what}: not installed (${missing})`,
});

function atLeast(what: string, value: number, least: number): Verdict {
  const line = `${what}: ${value.toFixed(2)}, at least ${least}`;
  if (value >= least) return { outcome: 'met', line };
  return { outcome: 'missed', line: `${line}: short by ${(least - value).toFixed(2)}` };
}

/** A verdict that names by how much a figure is over. */
export function atMost(what: string, value: number, most: number): Verdict {
  const line = `${what}: ${value.toFixed(1)}, at most ${most}`;
  if (value <= most) return { outcome: 'met', line };
  return { outcome: 'missed', line: `${line}: over by ${(value - most).toFixed(1)}` };
}
