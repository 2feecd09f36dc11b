import { ProblemError, problem } from '../../shared/problem.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time.ts';
import { seededRandom } from '../operator/random.ts';
import { createApps } from './apps.ts';
import { check } from './check/check.ts';
import type { Evidence } from './check/evidence.ts';
import { disturb } from './disturb.ts';
import { Dead } from './incarnation.ts';
import type { LaptopFolders } from './laptop.ts';
import { carryOut, type Memory, unfinished } from './person.ts';
import { drawPlan, type Item } from './plan.ts';
import { PATIENCE, react } from './react.ts';
import { honest, type Sabotage } from './sabotage.ts';
import type { Storm } from './storm.ts';
import { createWorld, type World } from './world.ts';

/** Which run, and what of it is left out. */
export interface RunOptions {
  readonly seed: number;
  /** Faults that must not happen, by their ids. */
  readonly muted?: ReadonlySet<string>;
  /** Items of the plan that are not asked for, by their place. */
  readonly dropped?: ReadonlySet<number>;
  readonly sabotage?: Sabotage;
  /** What of the storm is not left to the seed. */
  readonly weather?: Partial<Storm>;
  /** What is asked for; the seed's own plan when left out. */
  readonly plan?: readonly Item[];
}

/** What a run showed. */
export interface RunReport {
  readonly seed: number;
  /** Each in one sentence; none = all was kept. */
  readonly violations: readonly string[];
  readonly struck: readonly string[];
  readonly crashes: number;
  readonly operations: number;
  readonly items: readonly Item[];
  readonly lines: readonly string[];
  readonly hash: string;
}

/** How long a calmed world may take to come to rest. */
const REST_LIMIT_MS = 12 * HOUR;

/** One simulated day: orders, faults, crashes; then calm, rest, and the check. */
export async function simulate(folders: LaptopFolders, options: RunOptions): Promise<RunReport> {
  const { seed, muted = new Set(), dropped = new Set(), sabotage = honest, weather = {} } = options;
  const world = createWorld(seed, muted, weather);
  const { time, trace, chance } = world;
  const faults: string[] = [];
  const dataDir = folders.fresh();
  const apps = createApps(world, dataDir, seed, sabotage, (text) => faults.push(text));
  const items = options.plan ?? drawPlan(seededRandom(seed + 7));
  const memory: Memory = { jobs: new Map() };
  const evidence: Evidence = { acknowledged: new Set(), refusedButKept: [], reactions: new Map() };
  let asked = 0;

  const backlog: (readonly [number, Item])[] = [];
  /** In the order of the plan: while the app is down everything waits. */
  const work = (): void => {
    while (backlog[0] !== undefined) {
      const open = apps.open();
      if (open === null) {
        time.after(5 * SECOND, work);
        return;
      }
      const [[index, item]] = [backlog[0]];
      backlog.shift();
      ask(open, index, item);
    }
  };
  const ask = (open: Open, index: number, item: Item): void => {
    asked += 1;
    trace.note(`person: ${JSON.stringify(item.order)}`);
    const before = idsOf(open);
    try {
      carryOut(open, memory, item.order, chance.draw(`order ${index}`));
      for (const id of idsOf(open)) evidence.acknowledged.add(id);
    } catch (cause) {
      if (cause instanceof Dead) return;
      if (!(cause instanceof ProblemError)) {
        faults.push(`unexpected: ${String(cause)}`);
        return;
      }
      trace.note(`app: not taken: ${cause.problem.code}`);
      if (idsOf(open).length !== before.length) evidence.refusedButKept.push(JSON.stringify(item.order));
    }
  };

  const onRejection = (cause: unknown) => {
    // A dead run's promises come to nothing; a living one's nobody hears are faults that would end the app.
    if (!(cause instanceof Dead)) faults.push(`unhandled rejection: ${String(cause)}`);
  };
  process.on('unhandledRejection', onRejection);
  apps.start();
  const stage = seededRandom(seed + 8);
  const wanted = [...items.entries()].filter(([index]) => !dropped.has(index));
  for (const [index, item] of wanted) {
    time.after(item.at * SECOND, () => {
      backlog.push([index, item]);
      if (backlog.length === 1) work();
    });
  }
  const stormEnd = time.now() + (items.at(-1)?.at ?? 0) * SECOND + stage.integer(0, 5 * MINUTE);
  disturb(world, apps, stormEnd);
  react(world, apps, evidence);
  try {
    while (time.now() < stormEnd && (await time.step()));
    world.calm();
    evidence.reactions.clear();
    trace.note('the storm is over');
    const limit = time.now() + REST_LIMIT_MS;
    let lookAt = time.now();
    let rested = false;
    while (time.now() < limit && (await time.step())) {
      if (time.now() < lookAt) continue;
      lookAt = time.now() + 5 * SECOND;
      const open = apps.open();
      rested =
        open !== null &&
        asked === wanted.length &&
        atRest(open, world, evidence) &&
        world.network.underWay() === 0;
      if (rested) break;
    }
    const open = apps.open();
    const violations =
      open === null ? ['the app does not run at the end'] : check({ open, world, evidence, rested, faults });
    const operations = open === null ? 0 : idsOf(open).length;
    if (open !== null) noteEnd(open, trace.note);
    return {
      seed,
      violations,
      struck: chance.struck,
      crashes: apps.crashes(),
      operations,
      items,
      lines: [...trace.lines],
      hash: trace.hash(),
    };
  } finally {
    process.off('unhandledRejection', onRejection);
    apps.end();
    world.relay.close();
    folders.remove(dataDir);
  }
}

type Open = NonNullable<ReturnType<ReturnType<typeof createApps>['open']>>;

function idsOf(open: Open): readonly string[] {
  return open.database.sqlite.prepare<[], string>('SELECT id FROM operation ORDER BY seq').pluck().all();
}

/** Nothing goes on by itself any more, and everything that was sent has arrived. */
function atRest(open: Open, { operator, relay }: World, evidence: Evidence): boolean {
  if (operator.waiting() > 0 || relay.onTheirWay() > 0) return false;
  const cursor = open.database.sqlite.prepare<[], string>('SELECT cursor FROM feed_position').pluck().get();
  if (cursor !== relay.position()) return false;
  return (
    unfinished(open, ['ready', 'sending', 'unknown', 'awaiting-result']).length === 0 &&
    accessesToLookUp(open) === 0 &&
    settledByPerson(open, evidence)
  );
}

/** Accesses that went with a Box, and whose end is not known yet. */
function accessesToLookUp({ database }: Open): number {
  const toAsk = 'SELECT count(*) FROM taken_access WHERE ask_at IS NOT NULL';
  return database.sqlite.prepare<[], number>(toAsk).pluck().get() ?? 0;
}

/** The person has nothing to react to: what is blocked or held was tried again and stays so. */
function settledByPerson(open: Open, { reactions }: Evidence): boolean {
  return unfinished(open, ['blocked', 'held']).every(({ id }) => (reactions.get(id) ?? 0) >= PATIENCE);
}

function noteEnd(open: Open, note: (line: string) => void): void {
  const rows = unfinished(open, [
    'ready',
    'waiting',
    'sending',
    'unknown',
    'awaiting-result',
    'blocked',
    'held',
    'failed',
    'cancelled',
    'done',
  ]);
  for (const row of rows) {
    const told = row.problem === null ? '' : problem.parse(JSON.parse(row.problem)).code;
    note(
      `end: ${row.seq} ${row.kind} ${row.state} attempts ${row.attempt} by ${row.confirmed_by ?? '-'} ${told} ${row.lane} ${row.payload}`,
    );
  }
}
