import type { Random } from '../operator/random.ts';

/**
 * The fates of one request. `…-after`: it takes effect first; `…-late`: seconds after its connection is gone; `refused-…`: by
 * a page of a proxy; `lagging`: a read shows a state from before; `short`: a list lacks a row.
 */
export const fates = [
  'refused',
  'lost',
  'lost-after',
  'lost-late',
  'silent',
  'silent-after',
  'silent-late',
  'gateway',
  'gateway-after',
  'gateway-late',
  'failing',
  'failing-after',
  'busy',
  'page',
  'page-after',
  'truncated',
  'slow',
  'refused-403',
  'refused-404',
  'lagging',
  'short',
] as const;
export type Fate = (typeof fates)[number];

/** How hard a run's world is. Each run has some kinds of faults and not others, so that rare meetings happen too. */
export interface Storm {
  /** At each step a running app takes through its ports. */
  readonly crash: number;
  readonly diskFull: number;
  readonly databaseBusy: number;
  readonly exchange: number;
  readonly fates: readonly Fate[];
  /** The rates below are per minute. */
  readonly tokenRevoked: number;
  readonly clockJump: number;
  readonly offline: number;
  readonly relayDown: number;
  readonly relayRestored: number;
  readonly relayWiped: number;
  readonly restart: number;
  readonly secondInstance: number;
  readonly relayCall: number;
  readonly webhook: number;
  readonly resultFailed: number;
  /** Everything is refused for a while. */
  readonly gateway: number;
  /** A colleague changes something from the operator's portal. */
  readonly colleague: number;
  /** The operator gives out the number of an access that is gone once more. */
  readonly numberReuse: number;
  /** The disk is set back to an older image. The relay is well on such a day: only its copy of the log shows it. */
  readonly setBack: number;
  /** A copy of the laptop's data begins work beside it, with the same token. The relay is well on such a day, as above. */
  readonly copy: number;
  /** A page of queue.db is damaged, and the file rebuilt. */
  readonly damage: number;
  /** A backup of queue.db is made: the next file that is rebuilt has it under it. */
  readonly backup: number;
}

/** A storm of the seed's choosing. */
export function drawStorm(random: Random): Storm {
  const rate = (most: number, likely = 0.5) => (random.chance(likely) ? most * random.next() : 0);
  const some = fates.filter(() => random.chance(0.5));
  const storm: Storm = {
    crash: rate(0.06, 0.7),
    diskFull: rate(0.05, 0.3),
    databaseBusy: rate(0.05, 0.3),
    exchange: rate(0.5, 0.8),
    fates: some.length > 0 ? some : fates,
    tokenRevoked: rate(1, 0.4),
    clockJump: rate(1, 0.4),
    offline: rate(0.8, 0.4),
    relayDown: rate(0.6, 0.4),
    relayRestored: rate(0.5, 0.3),
    relayWiped: rate(0.3, 0.2),
    restart: rate(0.5, 0.3),
    secondInstance: rate(0.5, 0.3),
    relayCall: rate(0.5, 0.5),
    webhook: rate(0.7, 0.6),
    resultFailed: rate(0.6, 0.4),
    gateway: rate(1, 0.35),
    colleague: rate(2, 0.4),
    numberReuse: rate(1, 0.25),
    setBack: rate(1, 0.12),
    damage: rate(1, 0.12),
    backup: rate(2, 0.6),
    copy: rate(1, 0.06),
  };
  if (storm.copy > 0) return { ...storm, ...dayOfTwoCopies };
  // A backup shows only under a file that is rebuilt.
  const backup = storm.damage === 0 ? 0 : storm.backup;
  return { ...storm, backup, ...(storm.setBack === 0 ? {} : relayAlwaysThere) };
}

/** Nothing keeps a laptop from asking the relay. */
export const relayAlwaysThere = { relayCall: 0, relayDown: 0, relayRestored: 0, relayWiped: 0 } as const;

/** Nothing else makes one order two, and the times of both laptops can be compared. */
export const dayOfTwoCopies = {
  ...relayAlwaysThere,
  setBack: 0,
  secondInstance: 0,
  damage: 0,
  backup: 0,
  clockJump: 0,
  colleague: 0,
  numberReuse: 0,
} as const;
