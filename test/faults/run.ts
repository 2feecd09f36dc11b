import type { OpenProfile } from '../../electron/session/open-profile.ts';
import { readReviewPosition } from '../../electron/db/tables/queue/reviews.ts';
import { problem } from '../../shared/problem.ts';
import type { ReviewId } from '../../shared/relay/reviews.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time.ts';
import { seededRandom } from '../operator/random.ts';
import { check, type Scene } from './check/check.ts';
import type { Evidence } from './check/evidence.ts';
import { createLaptop, idsOf, type Laptop } from './crew.ts';
import { checkCopies, isDoubleUseReported } from './check/copies-kept.ts';
import { type Copy, createCopying } from './copying.ts';
import { disturb } from './disturb.ts';
import { Dead } from './incarnation.ts';
import type { LaptopFolders } from './laptop.ts';
import { unfinished } from './person.ts';
import { drawPlan, type Item } from './plan.ts';
import { PATIENCE, react } from './react.ts';
import { honest, type Sabotage } from './sabotage.ts';
import type { Storm } from './storm.ts';
import { createWorld, type World } from './world.ts';
import { moreThanAYear } from './years.ts';

/** Which run, and what of it is left out. */
export interface RunOptions {
  readonly seed: number;
  /** Faults that must not happen, by their ids. */
  readonly muted?: ReadonlySet<string>;
  /** Items of the plan that are not asked for, by their place. */
  readonly dropped?: ReadonlySet<number>;
  readonly sabotage?: Sabotage;
  /** The part of the storm that the seed does not decide. */
  readonly weather?: Partial<Storm>;
  /** The orders; the seed's own plan by default. */
  readonly plan?: readonly Item[];
  /** More than a year goes by at the end; left to the seed when left out. */
  readonly years?: boolean;
}

/** The result of a run. */
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
const REST_LIMIT_MS = 5 * HOUR;

/** One simulated day: orders, faults, crashes; then calm, rest, and the check. */
export async function simulate(folders: LaptopFolders, options: RunOptions): Promise<RunReport> {
  const { seed, muted = new Set(), dropped = new Set(), sabotage = honest, weather = {} } = options;
  const world = createWorld(seed, muted, weather);
  const { time, trace, chance } = world;
  const stage = seededRandom(seed + 8);
  const drawn = stage.pick(HOW_MANY_LAPTOPS);
  const items = options.plan ?? drawPlan(seededRandom(seed + 7), world.storm.copy > 0 ? 1 : drawn);
  const count = 1 + Math.max(0, ...items.map(({ laptop = 0 }) => laptop));
  const given = Array.from({ length: count }, (_, laptop) =>
    folders.fresh(laptop, world.storm.secondInstance > 0),
  );
  const imageDirs = given.map(() => folders.empty());
  const laptops: Laptop[] = given.map((folder, index) => {
    const [imageDir = folders.empty()] = imageDirs.slice(index);
    const jobOf = (of: number, job: number) => laptops[of]?.jobs.get(job) ?? null;
    return createLaptop(world, { index, seed, folder, imageDir, sabotage, jobOf, wire: world.wire });
  });
  const [first] = laptops;
  const copying = createCopying(world, {
    laptops,
    seed,
    folders,
    sabotage,
    onMade: (laptop) => {
      laptops.push(laptop);
      leave.push(react(world, laptop));
    },
  });

  const onRejection = (cause: unknown) => {
    // A dead run's promises come to nothing; unhandled ones of a living run are faults that would end the app.
    if (!(cause instanceof Dead)) first?.blame(`unhandled rejection: ${String(cause)}`);
  };
  process.on('unhandledRejection', onRejection);
  for (const { apps } of laptops) apps.start();
  const wanted = [...items.entries()].filter(([index]) => !dropped.has(index));
  for (const [place, item] of wanted) {
    time.after(item.at * SECOND, () => {
      // Once the data of the only laptop were copied, every second order is one to the copy.
      const at = copying.copy() !== null && place % 2 === 1 ? laptops.length - 1 : (item.laptop ?? 0);
      laptops[at]?.ask(place, item);
    });
  }
  const stormEnd = time.now() + (items.at(-1)?.at ?? 0) * SECOND + stage.integer(0, 5 * MINUTE);
  disturb(world, laptops, stormEnd, copying.make);
  const leave = laptops.map((laptop) => react(world, laptop));
  const isFollowedByYears = options.years ?? (stage.chance(0.03) && world.storm.copy === 0);
  try {
    while (time.now() < stormEnd && (await time.step()));
    world.calm();
    for (const { evidence } of laptops) evidence.reactions.clear();
    trace.note('the storm is over');
    const limit = time.now() + REST_LIMIT_MS;
    let lookAt = time.now();
    let rested = false;
    while (time.now() < limit && (await time.step())) {
      if (time.now() < lookAt) continue;
      lookAt = time.now() + 15 * SECOND;
      const copy = copying.copy();
      const asked = laptops.reduce((sum, laptop) => sum + laptop.asked(), 0);
      rested =
        asked === wanted.length &&
        isCalm(world) &&
        laptops.every((laptop) => atRest(laptop, world)) &&
        (copy === null || isDoubleUseReported(laptops, copy));
      if (rested) break;
    }
    const violations = [
      ...[...new Set(laptops.map(({ wire }) => wire))].flatMap(({ violations: found }) => found),
      ...checkAll(world, laptops, copying.copy(), rested),
    ];
    for (const go of leave) go();
    if (isFollowedByYears && rested) violations.push(...(await moreThanAYear(world, laptops)));
    let operations = 0;
    for (const { apps } of laptops) {
      const open = apps.open();
      if (open === null) continue;
      operations += idsOf(open).length;
      noteEnd(open, trace.note);
    }
    return {
      seed,
      violations,
      struck: chance.struck,
      crashes: laptops.reduce((sum, { apps }) => sum + apps.crashes(), 0),
      operations,
      items,
      lines: [...trace.lines],
      hash: trace.hash(),
    };
  } finally {
    process.off('unhandledRejection', onRejection);
    for (const { apps } of laptops) apps.end();
    world.relay.close();
    for (const [laptop, folder] of given.entries()) folders.giveBack(laptop, folder);
    for (const folder of imageDirs) folders.remove(folder);
    copying.end();
  }
}

/** Most days belong to one laptop: each one more costs as much again. */
const HOW_MANY_LAPTOPS = [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3] as const;

function checkAll(
  world: World,
  laptops: readonly Laptop[],
  copy: Copy | null,
  rested: boolean,
): readonly string[] {
  return copy === null
    ? laptops.flatMap((laptop) => checkLaptop(laptop, world, { rested, laptops: laptops.length }))
    : checkCopies(world, laptops, copy, rested);
}

function checkLaptop(
  { index, apps, evidence, faults }: Laptop,
  world: World,
  more: Pick<Scene, 'rested' | 'laptops'>,
): readonly string[] {
  const open = apps.open();
  if (open === null) return [`stuck: the app of laptop ${index + 1} does not run at the end`];
  return check({ open, laptop: index, world, evidence, faults, ...more });
}

/** Everything that was sent has arrived. */
function isCalm({ operator, relay, network }: World): boolean {
  return operator.waiting() === 0 && relay.onTheirWay() === 0 && network.underWay() === 0;
}

/** Nothing goes on by itself at a laptop any more. */
function atRest({ index, apps, evidence }: Laptop, { relay, ownerOf }: World): boolean {
  const open = apps.open();
  if (open === null) return false;
  const cursor = open.database.sqlite.prepare<[], string>('SELECT cursor FROM feed_position').pluck().get();
  if (cursor !== relay.position()) return false;
  return (
    unfinished(open, ['ready', 'sending', 'unknown', 'awaiting-result']).length === 0 &&
    accessesToLookUp(open) === 0 &&
    open.uploadState().state === 'up-to-date' &&
    isReviewed(open, relay.newestReview()) &&
    settledByPerson(open, evidence) &&
    // A relay that came back from a backup is asked again within the hour.
    relay.entriesOf(ownerOf(index)) >= entriesIn(open)
  );
}

function entriesIn({ database }: OpenProfile): number {
  return database.sqlite.prepare<[], number>('SELECT count(*) FROM log_entry').pluck().get() ?? 0;
}

/** The reviews that were written here have an answer, and those of the others have been read. */
function isReviewed({ database }: OpenProfile, newest: ReviewId | null): boolean {
  const { sqlite } = database;
  // One that was put off again and again is based on one of another laptop that never came back.
  const open = "state = 'waiting' OR (is_doubted = 1 AND doubts < 8)";
  const toBring = sqlite
    .prepare<[], number>(`SELECT count(*) FROM outgoing_review WHERE ${open}`)
    .pluck()
    .get();
  return toBring === 0 && (readReviewPosition(sqlite)?.id ?? null) === newest;
}

/** Accesses that went with a Box, and whose end is not known yet. */
function accessesToLookUp({ database }: OpenProfile): number {
  const toAsk = 'SELECT count(*) FROM revoked_assignment WHERE ask_at IS NOT NULL';
  return database.sqlite.prepare<[], number>(toAsk).pluck().get() ?? 0;
}

/** The person has nothing to react to: what is blocked or held was tried again and stays so. */
function settledByPerson(open: OpenProfile, { reactions }: Evidence): boolean {
  return unfinished(open, ['blocked', 'held']).every(({ id }) => (reactions.get(id) ?? 0) >= PATIENCE);
}

function noteEnd(open: OpenProfile, note: (line: string) => void): void {
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
    const reported = row.problem === null ? '' : problem.parse(JSON.parse(row.problem)).code;
    note(
      `end: ${row.seq} ${row.kind} ${row.state} attempts ${row.attempt} by ${row.confirmed_by ?? '-'} ${reported} ${row.lane} ${row.payload}`,
    );
  }
}
