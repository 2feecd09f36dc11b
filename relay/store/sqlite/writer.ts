import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { neverReached } from '../../../shared/never.ts';
import { StoreUnavailable } from '../store.ts';
import type { Job, Reported, Write } from './writes.ts';
import { laptopCode } from '../../../shared/relay/access.ts';
import { environment, customerId, jobId } from '../../../shared/ids.ts';
import { attachmentState, attachmentType } from '../../../shared/relay/attachments.ts';
import { logBroken, logEntry } from '../../../shared/relay/log.ts';
import { plannedJob } from '../../../shared/relay/jobs.ts';
import { instruction, publication } from '../../../shared/relay/office-documents.ts';
import { continuedJob } from '../../../shared/relay/rescue.ts';
import { review } from '../../../shared/relay/reviews.ts';
import type { PieceKeeping } from '../attachments-store.ts';
import type { TurnClaiming, PlannedJobClaimed, PlannedJobKeeping } from '../jobs-store.ts';
import type { InstructionKeeping, PublicationKeeping } from '../office-documents-store.ts';
import type { MirrorKeeping, MirrorReported, Rescuing } from '../rescue-store.ts';
import type { DeletedReviews, LogWritten, ReviewKeeping } from '../logs-store.ts';
import type { DeletedResults, Keeping } from '../results-store.ts';

export type Writer = {
  /**
   * Resolves with the answer of the write when it is synced to disk. Rejects with `StoreUnavailable` when the
   * database refuses it, when too many writes wait, or when the thread has ended.
   */
  readonly ask: (write: Write) => Promise<unknown>;
  /** Ends the thread after all pending requests. */
  readonly end: () => Promise<void>;
};

export type WriterEvents = {
  /** The thread is ready: writes of other processes are reported from now on. No request has been executed yet. */
  readonly ready: () => void;
  /** Another process wrote to the database. */
  readonly onExternalWrite: () => void;
  /** The thread ended unexpectedly; no write is possible any more. */
  readonly lost: (reason: unknown) => void;
};

type Pending = { readonly keep: (answer: unknown) => void; readonly fail: (reason: unknown) => void };

/** In a bundle the thread is a JavaScript file in the same folder. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'writer-thread.ts' : 'writer-thread.js';

/**
 * Upper bound of pending writes. Webhooks need one write per group, so the bound is reached only when the disk blocks.
 */
export const MOST_PENDING = 1000;

/**
 * Starts the thread that writes to a data folder's database, which must be open in this one. A disk sync then blocks no
 * reader: only senders that need a confirmation wait for it.
 */
export function startWriter(dataDir: string, { ready, onExternalWrite, lost }: WriterEvents): Writer {
  const thread = new Worker(new URL(fileOfThread, import.meta.url), { workerData: { dataDir } });
  const pending = new Map<number, Pending>();
  let asked = 0;
  let isEnding = false;
  let isOver = false;
  let whyLost: unknown = 'it ended';

  /** Requests made before the thread is ready. */
  let early: Job[] | null = [];
  const hand = (job: Job): void => thread.postMessage(job, moved(job));
  const post = (job: Job): void => {
    if (early === null) hand(job);
    else early.push(job);
  };
  const begin = (): void => {
    ready();
    early?.forEach(hand);
    early = null;
  };

  const settle = (number: number): Pending | undefined => {
    const found = pending.get(number);
    pending.delete(number);
    return found;
  };
  thread.on('message', (reported: Reported) => {
    switch (reported.kind) {
      case 'ready':
        return begin();
      case 'done':
        return settle(reported.number)?.keep(reported.answer);
      case 'unavailable':
        return settle(reported.number)?.fail(new StoreUnavailable(reported.code));
      case 'failed':
        return settle(reported.number)?.fail(reported.reason);
      case 'others-wrote':
        return onExternalWrite();
      default:
        return neverReached(reported);
    }
  });
  thread.on('error', (reason) => {
    whyLost = reason;
  });
  const ended = new Promise<void>((resolve) => {
    thread.on('exit', () => {
      isOver = true;
      for (const { fail } of pending.values()) fail(new StoreUnavailable('writer ended'));
      pending.clear();
      resolve();
      if (!isEnding) lost(whyLost);
    });
  });

  return {
    ask: (write) => {
      if (isEnding) return Promise.reject(new StoreUnavailable('closed'));
      if (isOver) return Promise.reject(new StoreUnavailable('writer ended'));
      if (pending.size >= MOST_PENDING) return Promise.reject(new StoreUnavailable('queue full'));
      asked += 1;
      const number = asked;
      return new Promise((keep, fail) => {
        pending.set(number, { keep, fail });
        post({ number, asked: write });
      });
    },
    end: () => {
      if (!isEnding && !isOver) post('end');
      isEnding = true;
      return ended;
    },
  };
}

/** Buffers that are transferred to the thread; everything else is copied. */
const moved = (job: Job): readonly ArrayBuffer[] =>
  job !== 'end' && job.asked.write === 'results' ? [job.asked.results.bytes.buffer] : [];

/* The answers of the writing thread, parsed on arrival in the main thread. */

export const keepings: z.ZodType<readonly Keeping[]> = z.array(z.enum(['first', 'repeated']));

export const deletedResults: z.ZodType<DeletedResults> = z.object({
  dropped: z.number(),
  passed: z.array(z.object({ tokenId: z.number(), environment, customerId, results: z.number() })),
  more: z.boolean(),
});

export const deletedReviews: z.ZodType<DeletedReviews> = z.object({
  dropped: z.number(),
  passed: z.array(z.object({ tokenId: z.number(), environment, customerId, reviews: z.number() })),
  more: z.boolean(),
});

const head = z.object({ number: z.number(), hash: z.string() });

export const logWritten: z.ZodType<LogWritten> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('kept'),
    head,
    added: z.number(),
    forks: z.number(),
    removed: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('gap'), head }),
  z.object({ kind: z.literal('broken'), reason: logBroken.shape.reason, entry: logEntry, head }),
  z.object({ kind: z.literal('other-owner') }),
  z.object({ kind: z.literal('over-quota') }),
]);

export const reviewKeeping: z.ZodType<ReviewKeeping> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kept'), review }),
  z.object({ kind: z.literal('stale'), current: review.nullable() }),
  z.object({ kind: z.literal('over-quota') }),
]);

export const plannedJobKeeping: z.ZodType<PlannedJobKeeping> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kept'), plannedJob }),
  z.object({ kind: z.literal('stale'), current: plannedJob.nullable() }),
  z.object({ kind: z.literal('over-quota') }),
]);

export const instructionKeeping: z.ZodType<InstructionKeeping> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kept'), instruction }),
  z.object({ kind: z.literal('stale'), current: instruction.nullable() }),
  z.object({ kind: z.enum(['full', 'file-missing', 'over-quota']) }),
]);

export const publicationKeeping: z.ZodType<PublicationKeeping> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kept'), publication }),
  z.object({ kind: z.literal('stale'), newest: z.number() }),
  z.object({ kind: z.enum(['file-missing', 'over-quota']) }),
]);

export const plannedJobClaimed: z.ZodType<PlannedJobClaimed> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), own: z.boolean(), plannedJob }),
  z.object({ kind: z.literal('not-found') }),
  z.object({ kind: z.literal('over-quota') }),
]);

const overQuota = z.object({ kind: z.literal('over-quota') });
const turnHeld = z.object({
  kind: z.literal('held'),
  tokenId: z.number(),
  code: laptopCode,
  laptop: z.string(),
  at: z.number(),
});

export const turnClaiming: z.ZodType<TurnClaiming> = z.discriminatedUnion('kind', [turnHeld, overQuota]);

export const mirrorKeeping: z.ZodType<MirrorKeeping> = z.object({
  kind: z.enum(['kept', 'turn-taken', 'removed', 'over-quota']),
});

export const mirrorReported: z.ZodType<MirrorReported> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answered'),
    mirrors: z.array(z.object({ jobId, version: z.string() })),
    continued: z.array(continuedJob),
    others: z.number(),
  }),
  overQuota,
]);

export const rescuing: z.ZodType<Rescuing> = z.discriminatedUnion('kind', [
  turnHeld,
  z.object({ kind: z.literal('not-found') }),
  z.object({ kind: z.literal('alive'), until: z.number() }),
  overQuota,
]);

export const pieceKeeping: z.ZodType<PieceKeeping> = z.object({
  fits: z.boolean(),
  attachment: attachmentState.extend({ mediaType: attachmentType }),
  removed: z.boolean().optional(),
  over: z.enum(['day', 'unfinished']).optional(),
});
