import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FeedResult, feedResult } from '../../shared/relay/results.ts';
import { readAll } from '../integration/relay/feed-reader.ts';
import { notable } from '../operator/seed/notable.ts';
import { seededRandom } from '../operator/random.ts';
import { type FeedBooks, notRelayed, notTaken } from './check/feed-books.ts';
import { notFittedOnce } from './check/fitted-once.ts';
import { notKept, readQueueBooks } from './check/queue-books.ts';
import { newChildren } from './children.ts';
import { type AppKills, driveApp } from './drive-app.ts';
import { disturbRelay } from './disturb-relay.ts';
import { startWorld, type World } from './world.ts';

export interface RoundPlan {
  readonly seed: number;
  /** App and relay together. */
  readonly kills: number;
  /** Aborted: the round is given up, and ends what it started. */
  readonly signal: AbortSignal;
}

export interface RoundReport {
  readonly seed: number;
  readonly appKills: number;
  readonly relayKills: number;
  readonly jobs: number;
  readonly operations: number;
  /** Results answered 204 by the relay, those of the load included. */
  readonly acknowledged: number;
  readonly seconds: number;
  /** One sentence each; none when all is well. */
  readonly violations: readonly string[];
  /** Where everything is kept for a look; null when there is nothing to look at. */
  readonly kept: string | null;
}

const RELAY_SHARE = 0.3;
const WAITING_STEP_MS = 20;

/** One round: load, kills, restarts until everything is done, then the comparison of all books. */
export async function runRound(plan: RoundPlan): Promise<RoundReport> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-kill-'));
  try {
    const report = await roundIn(folder, plan);
    if (report.kept === null) rmSync(folder, { recursive: true, force: true });
    return report;
  } catch (cause) {
    if (plan.signal.aborted) rmSync(folder, { recursive: true, force: true });
    throw new Error(`the round with seed ${plan.seed} broke off; its data is in ${folder}`, { cause });
  }
}

async function roundIn(folder: string, { seed, kills, signal }: RoundPlan): Promise<RoundReport> {
  const began = performance.now();
  const random = seededRandom(seed);
  const relayKills = kills > 1 ? Math.max(1, Math.round(kills * RELAY_SHARE)) : 0;
  const children = newChildren();
  const endChildren = () => children.end();
  signal.addEventListener('abort', endChildren);
  const world = await startWorld(folder, random, children);
  try {
    const [app] = await Promise.all([
      driveApp(world, { kills: kills - relayKills, random: seededRandom(seed + 1), signal }),
      disturbRelay(world, { kills: relayKills, random: seededRandom(seed + 2), signal }),
    ]);
    const feed = await settle(world, signal);
    const queue = readQueueBooks(fileBelow(world.dataDir, 'queue.db'));
    const journal = world.operator.journal.entries;
    const violations = [
      ...app.violations,
      ...notFittedOnce(world.operator, app.jobs),
      ...notKept(queue, { jobs: app.jobs.length, reported: app.reported, journal }),
      ...notRelayed(feed),
      ...notTaken(feed, queue),
    ];
    if (violations.length > 0) writeEvidence(world, app, feed, violations);
    return {
      seed,
      appKills: kills - relayKills,
      relayKills,
      jobs: app.jobs.length,
      operations: queue.operations.length,
      acknowledged: feed.acknowledged.size + feed.deliveries.filter(({ status }) => status === 204).length,
      seconds: (performance.now() - began) / 1000,
      violations,
      kept: violations.length > 0 ? folder : null,
    };
  } finally {
    signal.removeEventListener('abort', endChildren);
    children.end();
    await world.relay.release();
    await world.load.stop();
    await world.operator.stop();
  }
}

/** Lets the last results arrive, reads the feed as laptops do, and ends the relay. */
async function settle({ operator, relay, load }: World, signal: AbortSignal): Promise<FeedBooks> {
  await load.stop();
  operator.settings.resultsHeld = false;
  await operator.webhooks.release('shuffled');
  while (operator.webhooks.inFlight() > 0 || operator.results.waiting() > 0) {
    await pause(WAITING_STEP_MS, undefined, { signal });
  }
  const results: FeedResult[] = [];
  for (const customerId of [notable.customerId, notable.otherCustomerId]) {
    const rows = await readAll(relay.url, relay.token, { customerId, limit: 500 });
    results.push(...rows.map((row) => feedResult.parse(row)));
  }
  return {
    integrity: await relay.stop(),
    results,
    deliveries: operator.webhooks.attempts,
    posted: load.posted,
    acknowledged: load.acknowledged,
    loadCustomer: notable.otherCustomerId,
  };
}

function fileBelow(folder: string, name: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith(name),
  );
  if (found === undefined) throw new Error(`there is no ${name} below ${folder}`);
  return join(folder, found);
}

/** Beside the databases: what the operator saw, what it sent, and what the processes said. */
function writeEvidence(
  { folder, operator }: World,
  app: AppKills,
  feed: FeedBooks,
  violations: readonly string[],
): void {
  const evidence = {
    violations,
    journal: operator.journal.entries,
    faults: operator.faults.all,
    deliveries: feed.deliveries,
    feed: feed.results,
    reported: app.reported,
  };
  for (const [name, content] of Object.entries(evidence)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content, null, 1));
  }
}
