import { z } from 'zod';
import { environment, connectionId, jobId } from '../ids.ts';
import { problem } from '../problem.ts';
import { instant } from '../time.ts';
import { access } from './people.ts';
import { wantedProxyLogin, profileView } from './profile.ts';

/**
 * The connection, judged by the outcomes of calls. `paused`: a global fault that a person must fix (login refused,
 * another instance sends this queue); the queue is unchanged.
 */
export const connectionState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('untried') }),
  z.object({ state: z.literal('online'), since: instant }),
  z.object({ state: z.literal('offline'), since: instant, problem, nextTryAt: instant.nullable() }),
  z.object({ state: z.literal('paused'), since: instant, problem }),
]);
export type ConnectionState = z.infer<typeof connectionState>;

/** Whether operations can be under way; otherwise they stay on this laptop. */
export const canSend = ({ state }: Pick<ConnectionState, 'state'>): boolean =>
  state === 'online' || state === 'untried';

export const relayState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-configured') }),
  z.object({ state: z.literal('connecting') }),
  z.object({ state: z.literal('connected'), since: instant, lastReceivedAt: instant.nullable() }),
  z.object({ state: z.literal('unreachable'), since: instant, problem }),
  z.object({ state: z.literal('refused'), since: instant, problem }),
]);
export type RelayState = z.infer<typeof relayState>;

/**
 * How far this laptop's installation log and its photos are uploaded to the relay. `waiting` counts items without a
 * confirmation; `stopped`: the relay accepts no more of this log, and a retry would not help.
 */
export const uploadState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('up-to-date') }),
  z.object({ state: z.literal('waiting'), entries: z.number().int(), files: z.number().int() }),
  z.object({ state: z.literal('stopped'), entries: z.number().int(), problem }),
]);
export type UploadState = z.infer<typeof uploadState>;

/**
 * Events of this laptop's data that a person should know.
 * - `data-restored`: the database was damaged and rebuilt; `count` operations are checked at the operator before
 *   anything is sent.
 * - `data-set-back`: the data is a copy, or older than what was sent from it; `count` as before.
 * - `log-continued`: the relay has `count` entries of this laptop's log that are missing here, because the data was
 *   restored from a backup or is in use twice.
 * - `reviews-missed`: the relay deleted `count` reviews by age before this laptop had read them.
 * - `removal-ordered`: other laptops ordered `count` removals of personal data, which wait here.
 */
export const relayNote = z.object({
  matter: z.enum(['data-restored', 'data-set-back', 'log-continued', 'reviews-missed', 'removal-ordered']),
  count: z.number().int(),
  at: instant,
});
export type RelayNote = z.infer<typeof relayNote>;

export const syncState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('never') }),
  z.object({
    state: z.literal('running'),
    /** The part that is being read, and its rows so far. The API reports no totals. */
    part: z.enum(['customers', 'cars', 'users', 'groups', 'products', 'services', 'keys', 'pictures']),
    rows: z.number().int(),
    /** Finished parts and all parts, for a progress bar. */
    partsDone: z.number().int(),
    partsTotal: z.number().int(),
  }),
  z.object({ state: z.literal('complete'), asOf: instant, notOffered: z.array(z.string()) }),
  z.object({ state: z.literal('stopped'), asOf: instant.nullable(), problem }),
]);
export type SyncState = z.infer<typeof syncState>;

/** Why nothing could be opened at the start, and when that was last tried. */
const startFailure = z.object({ problem, at: instant });
export type StartFailure = z.infer<typeof startFailure>;

/** One of the customers of this laptop, whether or not the window shows it. */
const connectedCustomer = z.object({
  id: connectionId,
  environment,
  name: z.string(),
  isShown: z.boolean(),
  /** Null = it is not open, because its secrets are missing or for the reason in `problem`. */
  connection: connectionState.nullable(),
  problem: problem.nullable(),
  /** Operations that need a person, and all that have not ended. */
  needPerson: z.number().int(),
  unfinished: z.number().int(),
});
export type ConnectedCustomer = z.infer<typeof connectedCustomer>;

/** The data of the status bar and the shell of the window, in one read. */
export const appStatus = z.object({
  profile: profileView.nullable(),
  /**
   * In the order in which they were added; empty where environment variables or a demonstration define the profile.
   */
  customers: z.array(connectedCustomer),
  /** The permissions of the person at the window. */
  access,
  /** Without an open profile: the saved profile that lacks only its secrets, so that only those are requested. */
  remembered: profileView.nullable(),
  /** Without an open profile: why the saved work could not be opened. */
  startFailure: startFailure.nullable(),
  connection: connectionState,
  /** A proxy that requires a login; null = none. */
  proxyLogin: wantedProxyLogin.nullable(),
  relay: relayState,
  upload: uploadState,
  /** Unread, the oldest first. */
  relayNotes: z.array(relayNote),
  sync: syncState,
  /** A backup found damage in the database file. No more backups are made until the next start repairs it. */
  damageFound: z.boolean(),
  queue: z.object({
    unfinished: z.number().int(),
    needPerson: z.number().int(),
    /** The same count per job; null = outside a job. */
    needPersonByJob: z.array(z.object({ job: jobId.nullable(), count: z.number().int() })),
    onTheirWay: z.number().int(),
    waiting: z.number().int(),
    awaitingResult: z.number().int(),
  }),
  /** Laptop clock minus operator clock, from the `Date` header; null = not measured. */
  clockOffsetMs: z.number().nullable(),
  /** The last commit of a person's work on this laptop. */
  savedAt: instant.nullable(),
  /** Why the last commits may not be on the disk; null = they are. */
  unsaved: problem.nullable(),
});
export type AppStatus = z.infer<typeof appStatus>;
