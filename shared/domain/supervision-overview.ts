import { z } from 'zod';
import { relayRole } from '../relay/access.ts';
import { logChainId } from '../relay/log.ts';
import { devicePublicKey } from '../relay/signing.ts';
import { problem } from '../problem.ts';
import { instant } from '../time.ts';
import { logFaultKind, logPlace, signatureState } from './trust.ts';
import { failureFamily } from './supervision.ts';
import type { JobKind } from './job-steps.ts';
import { type Proof, wasSeenFailing } from './proof.ts';

/* The overviews of supervisors: logs of laptops, keys, counts and charts. */

/** The first bad or missing entry of a log. A missing entry may still arrive. */
export const receivedLogFault = z.object({
  kind: logFaultKind,
  number: z.number().int(),
  /** Null if it is missing. */
  entry: z.object({ at: instant, worker: z.string(), type: z.string() }).nullable(),
  /** Another entry with the same number and another hash arrived; the first one is kept. */
  other: z.object({ hash: z.string(), worker: z.string(), type: z.string() }).nullable(),
});
export type ReceivedLogFault = z.infer<typeof receivedLogFault>;

/** One laptop's log as it was received. Entries of a fork belong to a separate chain. */
export const chainState = z.object({
  chain: logChainId,
  laptop: z.string().nullable(),
  /** The site of the laptop, from its name. */
  site: z.string().nullable(),
  /** Whether it is this laptop's own log. */
  own: z.boolean(),
  /** The number of received entries. */
  entries: z.number().int(),
  jobs: z.number().int(),
  firstAt: instant.nullable(),
  /** The entry with the highest number here. */
  newest: logPlace.extend({ at: instant }).nullable(),
  /** The number up to which the chain is verified. */
  verifiedTo: z.number().int().nonnegative(),
  /** Null = all entries here are sound. */
  fault: receivedLogFault.nullable(),
  signed: z.object({
    /** The number up to which the entries are signed with the laptop's own key. */
    upTo: z.number().int().nonnegative(),
    /** Why the sound entries after that number are not verified; null where there are none. */
    rest: signatureState.exclude(['verified', 'not-supervisor']).nullable(),
  }),
  /** The chain that this one continues; its entries after `number` are on the relay alone. */
  continues: z
    .object({
      chain: logChainId,
      number: z.number().int().nonnegative(),
      beyond: z.number().int().nonnegative(),
      /** Whether that chain is in this list. */
      here: z.boolean(),
    })
    .nullable(),
  clock: z.object({
    /** The clock offset in the newest entry that states one, in milliseconds. */
    newestOffsetMs: z.number().int().nullable(),
    /** The largest clock offset ever recorded, in milliseconds. */
    worstOffsetMs: z.number().int().nullable(),
  }),
});
export type ChainState = z.infer<typeof chainState>;

/** An untrusted key: another key was seen first for its laptop, or for the name of its laptop. */
export const keyChange = z.object({
  key: devicePublicKey,
  laptop: z.string(),
  /** The role that the relay reports for the key's token. */
  role: relayRole,
  at: instant,
});
export type KeyChange = z.infer<typeof keyChange>;

export const numbersBy = z.enum(['day', 'installer', 'site', 'brand', 'variant']);
export type NumbersBy = z.infer<typeof numbersBy>;

/** The counts of a group of jobs. */
const counts = {
  jobs: z.number().int(),
  installations: z.number().int(),
  removals: z.number().int(),
  swaps: z.number().int(),
  /** Counts as of `Figures` below. */
  fitted: z.number().int(),
  takenOut: z.number().int(),
  done: z.number().int(),
  /** Jobs that their installers have finished. */
  finished: z.number().int(),
  /**
   * Jobs finished without rework: never sent back, no Box replaced, nothing failed, and the car opened and closed in
   * the first test. A part of `finished`.
   */
  rightFirstTime: z.number().int(),
  /** The median of the finished jobs; null where there are none. */
  medianMinutes: z.number().nullable(),
  needsPerson: z.number().int(),
  openAccess: z.number().int(),
  forced: z.number().int(),
  approved: z.number().int(),
  rework: z.number().int(),
};
const numbersGroup = z.object({
  /** The day as YYYY-MM-DD in this laptop's time, or the name; '' = not known. */
  value: z.string(),
  ...counts,
});
export type NumbersGroup = z.infer<typeof numbersGroup>;

export const supervisionNumbers = z.object({
  total: z.object(counts),
  /** Days in calendar order, other groups by number of jobs, most first; at most 400. */
  groups: z.array(numbersGroup),
  /** The number of jobs that had each failure at least once, most first. */
  failures: z.array(z.object({ family: failureFamily, jobs: z.number().int() })),
  /** The reasons for which jobs were sent back, by code; '' = no reason was given. */
  reworks: z.array(z.object({ reason: z.string(), jobs: z.number().int() })),
});
export type SupervisionNumbers = z.infer<typeof supervisionNumbers>;

/** The source of the tables, and how far it has been read. */
export const supervisionStatus = z.object({
  /** `relay`: all laptops of the customer. `own-log`: this laptop alone. */
  source: z.enum(['own-log', 'relay']),
  /** Null while it is not known, or without a relay. */
  role: relayRole.nullable(),
  /** The name of this laptop's token. */
  laptop: z.string().nullable(),
  jobs: z.number().int(),
  entries: z.number().int(),
  laptops: z.number().int(),
  /** Chains with a fault. */
  faults: z.number().int(),
  reading: z.discriminatedUnion('state', [
    /** All known entries have been read. `readAt` null = the source is the own log alone. */
    z.object({ state: z.literal('up-to-date'), readAt: instant.nullable() }),
    z.object({
      state: z.literal('reading'),
      from: z.enum(['own-log', 'relay']),
      /** Entries read in this run. */
      read: z.number().int(),
      /** The total; null where the source does not report it. */
      of: z.number().int().nullable(),
      /** Arrival time of the newest entry read: the progress in time. */
      upTo: instant.nullable(),
    }),
    /** A person stopped the reading; it stays stopped across restarts. */
    z.object({ state: z.literal('stopped'), upTo: instant.nullable() }),
    z.object({ state: z.literal('failing'), problem, nextTryAt: instant.nullable() }),
  ]),
});
export type SupervisionStatus = z.infer<typeof supervisionStatus>;

/** The facts of one job from which every count derives: Home, the numbers, the sheet, the table and the paper. */
export interface CountedJob {
  readonly kind: JobKind;
  /** Finished, and the operator has confirmed every request. */
  readonly complete: boolean;
  /** A Box went into the car: requested from the operator, and neither refused nor cancelled. */
  readonly fitted: boolean;
  /** A Box came out of the car: requested from the operator, and neither refused nor cancelled. */
  readonly takenOut: boolean;
  /** The Box that went in was not compared with the one that the job needs. */
  readonly unchecked: boolean;
  readonly proof: Proof;
  /** A supervisor sent it back, and the rework is not finished. */
  readonly sentBack: boolean;
}

/** Counts over jobs. */
interface Figures {
  /** Jobs that put a Box into a car. */
  readonly fitted: number;
  /** Jobs that took a Box out of a car. */
  readonly takenOut: number;
  /** Jobs that `isDone` accepts. */
  readonly done: number;
  /** Jobs whose car did not open or close at its last test. */
  readonly notWorking: number;
}

/**
 * Tests whether a job is completed: it is complete, not sent back, and either its Box was compared and the car is
 * proven, or, in a removal, the Box is out.
 */
export function isDone({
  kind,
  complete,
  fitted,
  takenOut,
  unchecked,
  proof,
  sentBack,
}: CountedJob): boolean {
  if (!complete || sentBack) return false;
  return kind === 'removal' ? takenOut : fitted && !unchecked && proof.state === 'proven';
}

/** Counts jobs; the order does not matter. */
export function figuresOf(jobs: Iterable<CountedJob>): Figures {
  const figures = { fitted: 0, takenOut: 0, done: 0, notWorking: 0 };
  for (const job of jobs) {
    if (job.fitted) figures.fitted += 1;
    if (job.takenOut) figures.takenOut += 1;
    if (isDone(job)) figures.done += 1;
    if (wasSeenFailing(job.proof)) figures.notWorking += 1;
  }
  return figures;
}
