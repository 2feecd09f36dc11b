import { z } from 'zod';
import { jobId, logEntryId } from '../ids.ts';
import { instant } from '../time.ts';
import { jobKind } from './job-steps.ts';
import { signatureState } from './trust.ts';

/** The subject of a search: a person's name, a plate or VIN, or one job by its id. */
export const removalSubject = z.enum(['person', 'car', 'job']);
export type RemovalSubject = z.infer<typeof removalSubject>;

/** The subject of a person's search. */
export const removalQuery = z.object({ subject: removalSubject, words: z.string().max(200) });
export type RemovalQuery = z.infer<typeof removalQuery>;

/** Lower bound of a search text, without punctuation and spaces: shorter ones would match everywhere. */
export const SHORTEST_REMOVAL_QUERY = 3;

/** The person or body that requested the removal. */
export const removalRequest = z.enum(['the-person', 'the-customer', 'an-authority', 'ourselves']);
export type RemovalRequest = z.infer<typeof removalRequest>;

export const LONGEST_REMOVAL_REASON = 500;

/** Why nothing can be removed yet. */
export const removalBlocker = z.enum(['job-open', 'operation-open', 'review-waiting', 'series-open']);
export type RemovalBlocker = z.infer<typeof removalBlocker>;

/** The effect on a job: removed with its photos, reviews and operations, or kept without the words. */
export const removalOfJob = z.enum(['whole', 'words']);

/** Upper bound of the entries and jobs that are listed individually. */
export const MOST_SHOWN = 100;

/** The data that a removal would delete and keep; nothing has been removed yet. */
export const removalFindings = z.object({
  sought: removalQuery,
  /** Digest of everything that would be removed: the confirmation covers exactly this. */
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
  /** Changes that were requested outside any job. */
  changes: z.number().int(),
  /** Unsaved forms, answers of the operator without a subject, filters with names. */
  others: z.number().int(),
  inTheWay: z.array(z.object({ what: removalBlocker, job: jobId.nullable() })),
  stays: z.object({
    /** Cars and users in the local copy of the operator's data. */
    atOperator: z.number().int(),
    /** Whether the log is uploaded to a relay. */
    relay: z.boolean(),
    /** Photos on the relay: they stay there until their retention ends. */
    photosAtRelay: z.number().int(),
    /** Earlier redactions whose reason contains the words. */
    redactions: z.number().int(),
  }),
});
export type RemovalFindings = z.infer<typeof removalFindings>;

/** An order of another laptop to remove personal data here as well. */
export const receivedRemoval = z.object({
  /** The log entry with the order. */
  id: logEntryId,
  /** The token of the laptop whose key signed the order; null where it is not known. */
  laptop: z.string().nullable(),
  signature: signatureState,
  /** `kept`: a person at this laptop decided against it. `withdrawn`: the ordering laptop withdrew it. */
  state: z.enum(['waiting', 'kept', 'withdrawn', 'done']),
  reason: z.string(),
  seenAt: instant,
  /** When it is carried out automatically; null = only by a person at this laptop. */
  dueAt: instant.nullable(),
  decidedAt: instant.nullable(),
  /** The affected data on this laptop. */
  here: z.object({ jobs: z.number().int(), reviews: z.number().int(), photos: z.number().int() }),
  /** `open`: the job stays until its unfinished work is complete. */
  shownJobs: z.array(
    z.object({ id: jobId, startedAt: instant, car: z.string().nullable(), open: z.boolean() }),
  ),
  /** The numbers of items removed here; null = nothing yet. */
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

/** A removal of this laptop that its log also orders elsewhere. */
export const sentRemoval = z.object({
  /** The first log entry with the order. */
  id: logEntryId,
  at: instant,
  reason: z.string(),
  /** The numbers of items that it names. */
  named: z.object({
    jobs: z.number().int(),
    reviews: z.number().int(),
    photos: z.number().int(),
    plans: z.number().int(),
  }),
  /** When it was withdrawn; null = it is in force. */
  withdrawnAt: instant.nullable(),
});
export type SentRemoval = z.infer<typeof sentRemoval>;

/** A person's decision about an order: carry it out at once, keep everything unchanged, or let it wait again. */
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
  /** Orders of other laptops, the waiting ones first. */
  received: z.array(receivedRemoval),
  /** Orders of this laptop, newest first. Empty without a relay, because no other laptop reads them. */
  sent: z.array(sentRemoval),
});
export type RemovalState = z.infer<typeof removalState>;
