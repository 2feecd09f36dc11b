import { z } from 'zod';
import { laptopCode, environment, customerId, jobId } from '../../../shared/ids.ts';
import { attachmentState, attachmentType } from '../../../shared/relay/attachments.ts';
import { logBroken, logEntry } from '../../../shared/relay/log.ts';
import { plannedJob } from '../../../shared/relay/jobs.ts';
import { instruction, publication } from '../../../shared/relay/office-documents.ts';
import { continuedJob } from '../../../shared/relay/rescue.ts';
import { review } from '../../../shared/relay/reviews.ts';
import type { PieceKeeping } from '../attachments-store.ts';
import type { TurnClaiming, PlannedJobClaimed, PlannedJobKeeping } from '../jobs-store.ts';
import type { InstructionKeeping } from '../instructions-store.ts';
import type { PublicationKeeping } from '../publications-store.ts';
import type { MirrorKeeping, MirrorReported, Rescuing } from '../rescue-store.ts';
import type { DeletedReviews, LogWritten, ReviewKeeping } from '../logs-store.ts';
import type { DeletedResults, Keeping } from '../results-store.ts';

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
  z.object({ kind: z.enum(['full', 'over-quota']) }),
]);

export const publicationKeeping: z.ZodType<PublicationKeeping> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kept'), publication }),
  z.object({ kind: z.literal('stale'), newest: z.number() }),
  z.object({ kind: z.literal('over-quota') }),
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
