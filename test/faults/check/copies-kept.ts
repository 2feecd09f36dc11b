import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { attemptsOf } from '../../../electron/db/tables/queue/operation-history.ts';
import type { LogEntryRow } from '../../../electron/db/tables/queue/log-entries.ts';
import { unreadRelayNotes } from '../../../electron/db/tables/queue/relay-exchange.ts';
import type { Copy } from '../copying.ts';
import type { Laptop } from '../crew.ts';
import type { World } from '../world.ts';
import { mustHaveBeenDoneForIt } from './effects-kept.ts';
import { type Facts, gatherFacts, howOftenDone } from './facts.ts';
import { checkChain, checkSeen } from './log-kept.ts';
import { checkRecords } from './records-kept.ts';

/** A laptop with its app and what is in its queue. */
interface Side extends Pick<Laptop, 'index' | 'evidence' | 'faults'> {
  readonly open: OpenProfile;
  readonly facts: Facts;
}

/** Has the app reported that its data are in use twice, or were set back? */
function saysItIsTwice({ apps }: Pick<Laptop, 'apps'>): boolean {
  const open = apps.open();
  return (
    open !== null && unreadRelayNotes(open.database.sqlite).some(({ matter }) => matter === 'data-set-back')
  );
}

/**
 * Whether each laptop reports the double use as far as it can know of it. As long as neither log has grown since the copy, both laptops
 * are in every respect the laptop that was copied, for the relay too; the first new entry of either shows it to both.
 */
export function isDoubleUseReported(laptops: readonly Laptop[], { entries }: Copy): boolean {
  return !hasGrown(laptops, entries) || laptops.every(saysItIsTwice);
}

function hasGrown(laptops: readonly Laptop[], entries: number): boolean {
  return laptops.some(({ evidence }) => Math.max(0, ...evidence.witness.seen.keys()) > entries);
}

/**
 * Two laptops with the same data. An order that both hold may be done by each of them: nothing can keep two laptops that start together from
 * that. Kept are these: no work and no entry of either log is lost, both say that the data are in use twice once either log has grown, each does an order at most
 * once, and a copy that starts when the relay shows the other one's work sends nothing of the common orders before it has read.
 */
export function checkCopies(
  world: World,
  laptops: readonly Laptop[],
  copy: Copy,
  rested: boolean,
): readonly string[] {
  const sides = laptops.flatMap(({ index, apps, evidence, faults }): readonly Side[] => {
    const open = apps.open();
    return open === null
      ? []
      : [{ index, open, evidence, faults, facts: gatherFacts(open.database.sqlite, world, index) }];
  });
  if (sides.length < laptops.length) return ['stuck: the app of a copy does not run at the end'];
  return [
    ...(rested ? [] : ['restless: something goes on for ever at a laptop whose data are in use twice']),
    ...laptops
      .filter((laptop) => hasGrown(laptops, copy.entries) && !saysItIsTwice(laptop))
      .map(({ index }) => `unsaid: laptop ${index + 1} does not say that its data are in use twice`),
    ...sides.flatMap((side) => checkSide(world, side, rested)),
    ...checkDone(sides),
    ...checkLooksFirst(sides, copy, world.policy.quarantineMs),
  ];
}

function checkSide(
  world: World,
  { index, open, evidence, faults, facts }: Side,
  rested: boolean,
): readonly string[] {
  const ids = new Set<string>(facts.rows.map(({ id }) => id));
  const entries = open.database.sqlite
    .prepare<[], LogEntryRow>('SELECT * FROM log_entry ORDER BY number')
    .all();
  const there = new Set(
    world.relay.logOf(world.ownerOf(index)).map(({ number, hash }) => `${number} ${hash}`),
  );
  const missing = entries.filter(({ number, hash }) => !there.has(`${number} ${hash}`)).length;
  return [
    ...[...evidence.acknowledged.keys()]
      .filter((id) => !ids.has(id))
      .map((id) => `lost: an operation that was said to be saved is gone (${id})`),
    ...evidence.refusedButKept.map((order) => `half: refused and kept all the same: ${order}`),
    ...checkChain(entries),
    ...checkSeen({ evidence }, entries),
    ...(rested && missing > 0 ? [`log: the relay lacks ${missing} entries that it confirmed`] : []),
    ...checkRecords({ world, faults, laptop: index }),
  ];
}

/**
 * Each side does an order at most once, and one that must have been done for it was done. Not a car: one like it, which the operator had
 * before, is taken for it in doubt, as a second one would be worse.
 */
function checkDone(sides: readonly Side[]): readonly string[] {
  const [{ facts } = { facts: null }] = sides;
  if (facts === null) return [];
  const keyed = sides.flatMap((side) =>
    side.facts.rows.map((row) => ({ row, key: side.facts.keys.get(row.id) ?? null })),
  );
  const keys = new Set(keyed.map(({ key }) => key).filter((key) => key !== null));
  return [...keys].flatMap((key) => {
    // A test access that has run out is given again.
    if (key.startsWith('test access')) return [];
    const rows = keyed.filter((one) => one.key === key).map(({ row }) => row);
    const done = howOftenDone(facts, key);
    const left = rows.filter(({ attempt }) => attempt > 0).length;
    const sayDone = new Set(
      rows
        .filter(
          ({ state, kind }) => state === 'done' && mustHaveBeenDoneForIt.has(kind) && kind !== 'create-car',
        )
        .map(({ id }) => id),
    );
    return [
      ...(done > left ? [`twice: ${key} was done ${done} times for ${left} operations that left`] : []),
      ...(sayDone.size > done
        ? [`untrue: ${sayDone.size} operations say done, the operator did it ${done} times: ${key}`]
        : []),
    ];
  });
}

/** The common orders that the copy has sent before a read could decide about them. */
function checkLooksFirst(
  sides: readonly Side[],
  { laptop, began }: Copy,
  quarantineMs: number,
): readonly string[] {
  const copy = sides.find(({ index }) => index === laptop.index);
  const others = sides.filter((side) => side !== copy);
  if (copy === undefined || began?.isShown !== true) return [];
  const common = new Set(others.flatMap(({ facts }) => facts.rows.map(({ id }) => id)));
  return copy.facts.rows
    .filter(({ id }) => common.has(id) && !isDecided(copy, id))
    .filter(({ id }) =>
      attemptsOf(copy.open.database.sqlite, id).some(
        ({ started_at: at }) => at >= began.at && at < began.at + quarantineMs,
      ),
    )
    .map(
      ({ seq, kind }) =>
        `twice: the copy has sent ${seq} ${kind} without a look, which the other one has as well`,
    );
}

const isDecided = ({ evidence }: Side, id: string): boolean =>
  ['decide', 'retry'].some((deed) => evidence.deeds.has(`${deed} ${id}`));
