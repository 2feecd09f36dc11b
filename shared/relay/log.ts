import { z } from 'zod';
import { boxCondition } from '../domain/boxes.ts';
import { environment, customerId, jobId, type JobId, logEntryId, type LogEntryId } from '../ids.ts';
import { neverReached } from '../never.ts';
import { listOf, readJson } from '../parsing.ts';
import { instant } from '../time.ts';
import { feedRun } from './access.ts';
import { words } from './jobs.ts';
import { signed } from './signing.ts';

/* The wire of installation logs: entries, batches, answers, forks, signatures, and the notes that all laptops may read. */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The hash before the first entry of a chain. */
export const LOG_CHAIN_START = '0'.repeat(64);

/** The chain of one laptop's log for one profile and customer: a random id that the laptop made. */
export const logChainId = z.uuid().brand<'LogChainId'>();
export type LogChainId = z.infer<typeof logChainId>;

/** An entry of the installation log as the laptop wrote it; `data` stays the text that was hashed. */
export const logEntry = z.object({
  /** Counts from 1 without gaps within its chain. */
  number: z.number().int().positive(),
  id: logEntryId,
  at: instant,
  clockOffsetMs: z.number().int().nullable(),
  worker: words(200),
  jobId: jobId.nullable(),
  type: words(100),
  data: words(16 * 1024),
  previousHash: sha256,
  /** The hash of the original entry, even after words were removed from it. */
  hash: sha256,
  /** Words of the entry were removed. A later entry of the log lists them and vouches for the rest (removals.ts). */
  redacted: z.literal(true).optional(),
});
export type LogEntry = z.infer<typeof logEntry>;

/** The text whose SHA-256 (UTF-8, hex) is an entry's hash. */
export function canonicalLogEntry(entry: Omit<LogEntry, 'hash' | 'redacted'>): string {
  return JSON.stringify([
    entry.number,
    entry.id,
    entry.at,
    entry.clockOffsetMs,
    entry.worker,
    entry.jobId,
    entry.type,
    entry.data,
    entry.previousHash,
  ]);
}

export const LARGEST_LOG_BATCH = 200;

/** The newest entry that the relay has of a chain; number 0 and `LOG_CHAIN_START` before the first entry. */
export const logHead = z.object({ number: z.number().int().nonnegative(), hash: sha256 });
export type LogHead = z.infer<typeof logHead>;

/**
 * The point at which a chain continues another one: its first entry follows `head` there in number and hash. A laptop
 * starts such a chain when the relay has other entries than its own after that point; those entries stay.
 */
export const logContinues = z.object({ chain: logChainId, head: logHead });
export type LogContinues = z.infer<typeof logContinues>;

/**
 * Body of `POST /v1/log-entries`: consecutive entries. Sending entries again is idempotent. `continues` goes with every
 * batch of a chain that continues another one; the relay uses it when it does not know the chain.
 */
export const logBatch = z.object({
  environment,
  customerId,
  chain: logChainId,
  continues: logContinues.optional(),
  entries: z.array(logEntry).min(1).max(LARGEST_LOG_BATCH),
  /**
   * Over `canonicalBatchHead` of these entries. A key that the token did not register, or a signature that does not
   * verify, is refused with 422 `signature-refused`. Entries without a signature are kept, and readers show them as
   * unsigned.
   */
  signed: signed.optional(),
});
export type LogBatch = z.infer<typeof logBatch>;

/** 200 of `POST /v1/log-entries`. */
export const logKept = z.object({
  head: logHead,
  /** The number of entries that were new to the relay. */
  added: z.number().int().nonnegative(),
  /** The run of the store that keeps them. */
  run: feedRun,
  /** The number of chains that continue this one: each is a copy of the laptop's data in use. */
  forks: z.number().int().nonnegative(),
});
export type LogKept = z.infer<typeof logKept>;

/**
 * 409 `log-gap` of `POST /v1/log-entries`: continue with the entry after `head`. If the relay does not know the chain
 * and lacks entries of the one it continues, `head` is the head of that chain.
 */
export const logGap = z.object({ error: z.literal('log-gap'), message: z.string(), head: logHead });
export type LogGap = z.infer<typeof logGap>;

/**
 * 422 of `POST /v1/log-entries`: no entry of the batch was kept; `number` is the first bad entry.
 * - `hash`: its hash is not the SHA-256 of its canonical form.
 * - `order`: its number does not follow.
 * - `link`: it does not contain the hash of the entry before it.
 * - `rewritten`: the relay has another entry with this number.
 */
export const logBroken = z.object({
  error: z.literal('log-broken'),
  message: z.string(),
  reason: z.enum(['hash', 'order', 'link', 'rewritten']),
  entry: z.object({ id: logEntryId, number: z.number().int() }),
  /** The newest entry that the relay has; absent if the batch was invalid by itself. */
  head: logHead.optional(),
});
export type LogBroken = z.infer<typeof logBroken>;

/** One entry as a supervisor reads it. */
export const keptLogEntry = logEntry.extend({
  /** The order in which the relay received entries, over all laptops. */
  sequence: z.number().int().positive(),
  chain: logChainId,
  receivedAt: instant,
  /** The name of the token that uploaded it. */
  laptop: z.string(),
});
export type KeptLogEntry = z.infer<typeof keptLogEntry>;

/**
 * A fork: a chain that continues another one before its end, because a laptop's data was restored from a backup or is
 * in use twice. Later entries of the other chain exist on the relay alone.
 */
export const logFork = logContinues.extend({
  /** The chain that continues the other one. */
  by: logChainId,
  /** The number of entries that the other chain has after `head`. */
  beyond: z.number().int().nonnegative(),
});
export type LogFork = z.infer<typeof logFork>;

/** The signature of one batch as it was uploaded; readers verify it over `canonicalBatchHead`. */
export const logSignature = signed.extend({
  chain: logChainId,
  /** The numbers of the batch's first and last entry. */
  first: z.number().int().positive(),
  last: z.number().int().positive(),
  /** The hash of the last entry. */
  hash: sha256,
});

export type LogSignature = z.infer<typeof logSignature>;

/** 200 of `GET /v1/log-entries`: the entries of all laptops of a customer, in order of arrival. */
export const logPage = z.object({
  entries: listOf(keptLogEntry),
  /** Every fork of a chain with entries on this page, whatever the filter, so that no gap is hidden. */
  forks: listOf(logFork).default([]),
  /**
   * For each entry on this page, whatever the filter, the next signature of its chain: of its own batch, or of a later
   * one, which vouches for all earlier entries. An entry after the last signature of its chain has none.
   */
  signatures: listOf(logSignature).default([]),
  /** The next cursor; send it as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: more follows; ask again at once. */
  upToDate: z.boolean(),
});
export type LogPage = z.infer<typeof logPage>;

/**
 * The entries that laptops of one customer share as notes, without names of people: where a Box was mounted in a model
 * of car, and which Box was marked or removed as defective or lost. All other log data is read by supervisors only.
 */
export const sharedNoteType = z.enum(['box-mounted', 'box-leaves', 'box-marked']);
export type SharedNoteType = z.infer<typeof sharedNoteType>;

const foreign = z.record(z.string(), z.unknown());

/**
 * Members that every laptop may read. Names are looked up in this set only, because a sender's name must never
 * index an object.
 */
const MOUNTING = new Set(['about', 'form', 'place', 'where', 'note', 'photos']);
const isOfMounting = (name: string): boolean => MOUNTING.has(name) || /^place:[a-z-]{2,10}$/.test(name);
const isOfRemoval = (name: string): boolean => name === 'serial' || name === 'reason' || name === 'condition';
const MARK = new Set(['serial', 'condition', 'markedAt', 'key', 'signature']);
const isOfMark = (name: string): boolean => MARK.has(name);

const serial = z.string().min(1);
/** Only a Box that is unfit: other reasons for its removal are no facts about the Box. */
const unfit = z.union([
  z.looseObject({ serial, reason: z.literal('defective') }),
  z.looseObject({ serial, condition: z.enum(['defective', 'lost']) }),
]);
/**
 * The comment of a mark is not shared. `good` is shared too, because it revokes an earlier mark; the signature vouches
 * for that.
 */
const mark = z.looseObject({ serial, condition: boxCondition });

/**
 * The part of an entry's data that other laptops may read: the texts and numbers of the shared members. Null if there
 * are none.
 *
 * @param data JSON of at most 16 KiB, as it was logged.
 */
export function sharedPart(type: SharedNoteType, data: string): string | null {
  const facts = foreign.safeParse(readJson(data)).data;
  if (facts === undefined) return null;
  const kept = (isShared: (name: string) => boolean): string =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(facts).filter(
          ([name, value]) => isShared(name) && (typeof value === 'string' || typeof value === 'number'),
        ),
      ),
    );
  switch (type) {
    case 'box-mounted':
      return kept(isOfMounting);
    case 'box-leaves':
      return unfit.safeParse(facts).success ? kept(isOfRemoval) : null;
    case 'box-marked':
      return mark.safeParse(facts).success ? kept(isOfMark) : null;
    default:
      return neverReached(type);
  }
}

/**
 * A pseudonymous id that groups the notes of one job; an entry without a job gets an id of its own. With the real id, a
 * reader could name the job in its own log and then read its photos.
 *
 * @param sha256 the SHA-256 of a text, hex.
 */
export function pseudonymOf(of: JobId | LogEntryId, sha256: (text: string) => string): JobId {
  const hex = sha256(`shared note of ${of}`);
  return jobId.parse(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
  );
}

/** One shared note. */
export const sharedNote = z.object({
  /** The order in which the relay received entries. */
  sequence: z.number().int().positive(),
  id: logEntryId,
  /** A pseudonym of the job's id, or of the entry's, that groups the notes of a job; it gives access to nothing. */
  jobId,
  at: instant,
  type: sharedNoteType,
  /** A JSON object of texts and numbers. */
  data: z.string(),
});
export type SharedNote = z.infer<typeof sharedNote>;

/**
 * 200 of `GET /v1/shared-notes?environment&customerId&type&after&limit`: notes about Boxes from the customer's
 * other laptops.
 */
export const sharedNotePage = z.object({
  notes: listOf(sharedNote),
  /** The next cursor; send it as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: more follows; ask again at once. */
  upToDate: z.boolean(),
});
export type SharedNotePage = z.infer<typeof sharedNotePage>;
