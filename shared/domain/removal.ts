import { z } from 'zod';
import { jobId, logEntryId } from '../ids.ts';
import { instant } from '../time.ts';
import { jobKind } from './job-steps.ts';
import { signatureState } from './trust.ts';

/** Whose words are looked for: a name of anybody, a plate or VIN, or one job by its id. */
export const removalSubject = z.enum(['person', 'car', 'job']);
export type RemovalSubject = z.infer<typeof removalSubject>;

/** The subject of a person's search. */
export const removalSought = z.object({ subject: removalSubject, words: z.string().max(200) });
export type RemovalSought = z.infer<typeof removalSought>;

/** Shorter ones would be found everywhere; counted without signs and spaces. */
export const SHORTEST_SOUGHT = 3;

/** On whose word it is done. */
export const removalRequest = z.enum(['the-person', 'the-customer', 'an-authority', 'ourselves']);
export type RemovalRequest = z.infer<typeof removalRequest>;

export const LONGEST_REMOVAL_REASON = 500;

/** Why nothing can be removed yet. */
export const removalHindrance = z.enum(['job-open', 'operation-open', 'review-waiting', 'series-open']);
export type RemovalHindrance = z.infer<typeof removalHindrance>;

/** The effect on a job: it goes with its photos, reviews and operations, or stays without the words. */
export const removalOfJob = z.enum(['whole', 'words']);

/** The number of entries and jobs that are listed one by one. */
export const MOST_SHOWN = 100;

/** Everything that would go, and what would stay; nothing has been done yet. */
export const removalFindings = z.object({
  sought: removalSought,
  /** Of all that would go: what is confirmed is exactly this. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Entries of the log that lose words. */
  entries: z.number().int(),
  shownEntries: z.array(
    z.object({ number: z.number().int(), at: instant, type: z.string(), fields: z.array(z.string()) }),
  ),
  jobs: z.object({ whole: z.number().int(), words: z.number().int() }),
  shownJobs: z.array(
    z.object({
      id: jobId,
      kind: jobKind,
      startedAt: instant,
      goes: removalOfJob,
      car: z.string().nullable(),
    }),
  ),
  photos: z.number().int(),
  reviews: z.number().int(),
  plannedCars: z.number().int(),
  /** Changes that were asked for outside any job. */
  changes: z.number().int(),
  /** Half-typed forms, answers of the operator that belong to nothing, filters with names. */
  others: z.number().int(),
  inTheWay: z.array(z.object({ what: removalHindrance, job: jobId.nullable() })),
  stays: z.object({
    /** Cars and users in the copy of what the operator holds. */
    atOperator: z.number().int(),
    /** Is the log brought to a relay? */
    relay: z.boolean(),
    /** Photos that the relay has: they stay there until their time is over. */
    photosAtRelay: z.number().int(),
    /** Earlier redactions whose reason says the words. */
    redactions: z.number().int(),
  }),
});
export type RemovalFindings = z.infer<typeof removalFindings>;

/** An order of another laptop to remove personal data here too. */
export const receivedRemoval = z.object({
  /** The log entry that says so. */
  id: logEntryId,
  /** The token of the laptop whose key signed it; null where that is not known. */
  laptop: z.string().nullable(),
  signature: signatureState,
  /** `kept`: a person of this laptop decided against it. `withdrawn`: its orderer took it back. */
  state: z.enum(['waiting', 'kept', 'withdrawn', 'done']),
  reason: z.string(),
  seenAt: instant,
  /** When it takes effect by itself; null = not without a person of this laptop. */
  dueAt: instant.nullable(),
  decidedAt: instant.nullable(),
  /** How much of it is on this laptop. */
  here: z.object({ jobs: z.number().int(), reviews: z.number().int(), photos: z.number().int() }),
  /** `open`: unfinished work stays until it is finished. */
  shownJobs: z.array(
    z.object({ id: jobId, startedAt: instant, car: z.string().nullable(), open: z.boolean() }),
  ),
  /** The counts that it has removed here; null = nothing yet. */
  effect: z
    .object({
      jobs: z.number().int(),
      reviews: z.number().int(),
      entries: z.number().int(),
      photos: z.number().int(),
    })
    .nullable(),
});
export type ReceivedRemoval = z.infer<typeof receivedRemoval>;

/** A removal of this laptop that its log orders elsewhere too. */
export const sentRemoval = z.object({
  /** The first log entry that says so. */
  id: logEntryId,
  at: instant,
  reason: z.string(),
  /** How much it names. */
  named: z.object({
    jobs: z.number().int(),
    reviews: z.number().int(),
    photos: z.number().int(),
    plans: z.number().int(),
  }),
  /** When it was taken back; null = it stands. */
  withdrawnAt: instant.nullable(),
});
export type SentRemoval = z.infer<typeof sentRemoval>;

/** A person's decision about an order: carry it out at once, leave everything as it is, or let it wait again. */
export const removalDecision = z.enum(['now', 'keep', 'wait']);
export type RemovalDecision = z.infer<typeof removalDecision>;

/** The running task, the last lookup and the last removal. */
export const removalState = z.object({
  /** Counts are log entries; null total = its progress is not known. */
  task: z
    .object({
      what: z.enum(['look', 'remove']),
      done: z.number().int(),
      total: z.number().int().nullable(),
    })
    .nullable(),
  findings: removalFindings.nullable(),
  removed: z
    .object({ at: instant, entries: z.number().int(), jobs: z.number().int(), photos: z.number().int() })
    .nullable(),
  /** Of other laptops, those that wait first. */
  received: z.array(receivedRemoval),
  /** Of this laptop, the newest first. Empty without a relay: no other laptop reads them. */
  sent: z.array(sentRemoval),
});
export type RemovalState = z.infer<typeof removalState>;
