import { z } from 'zod';
import { listOf } from '../list-of.ts';
import { jobId, logEntryId, plannedJobId, type JobId, type PlannedJobId } from '../ids.ts';
import { instant } from '../time.ts';
import { attachmentDigest, type AttachmentDigest } from './attachments.ts';
import type { LogEntry } from './log.ts';
import { reviewId, type ReviewId } from './reviews.ts';
import { devicePublicKey, deviceSignature, signed } from './signing.ts';
import { readJson } from '../json-text.ts';

/** The type of the entry that says which photos, reviews, jobs and planned jobs were removed on request, everywhere; docs/privacy.md. */
export const REMOVAL = 'copies-removed';

/** The items to remove everywhere: all facts of a job, a single review's words, a photo's bytes, the words of a planned job. */
export interface RemovedThings {
  readonly jobs: readonly JobId[];
  readonly reviews: readonly ReviewId[];
  readonly photos: readonly AttachmentDigest[];
  readonly plans: readonly PlannedJobId[];
}

/** An entry of the largest size names fewer. */
const MOST_NAMES = 512;
/** Words of another length are no names: those are passed over without a look into them. */
const NAME_LENGTHS: ReadonlySet<number> = new Set([36, 64]);

const names = <Name extends z.ZodType>(one: Name) =>
  z
    .string()
    .default('')
    .transform((all): readonly z.output<Name>[] =>
      all.split(' ', MOST_NAMES).flatMap((text) => {
        if (!NAME_LENGTHS.has(text.length)) return [];
        const read = one.safeParse(text);
        return read.success ? [read.data] : [];
      }),
    );

export const removalOrderId = z.uuid().brand<'RemovalOrderId'>();
export type RemovalOrderId = z.infer<typeof removalOrderId>;

const words = z.string().catch('');
const orderFields = {
  jobs: names(jobId),
  reviews: names(reviewId),
  photos: names(attachmentDigest),
  plans: names(plannedJobId),
  reason: words,
  request: words,
  /** Null in entries that order nothing elsewhere. */
  order: removalOrderId.nullable().catch(null),
  /** By the clock of the laptop that orders. */
  orderedAt: instant.nullable().catch(null),
  /** The order that is taken back by this one, which then names nothing. */
  withdraws: removalOrderId.nullable().catch(null),
};
const removalData = z
  .object({
    ...orderFields,
    key: devicePublicKey.nullable().catch(null),
    signature: deviceSignature.nullable().catch(null),
  })
  .transform(({ key, signature, ...order }) => ({
    ...order,
    signed: key === null || signature === null ? null : { key, signature },
  }));

/** The removed items, the reason, the requester, and the items to remove elsewhere. `signed`: over `canonicalRemoval`. */
export type RemovalOrder = z.output<typeof removalData>;

/** The order of an entry; null where it is no removal. A name that cannot be read names nothing. */
export function removalIn({ type, data }: Pick<LogEntry, 'type' | 'data'>): RemovalOrder | null {
  return type === REMOVAL ? (removalData.safeParse(readJson(data)).data ?? null) : null;
}

/** The members of a removal's data: names with a space between two. */
export const removedNames = ({ jobs, reviews, photos, plans }: RemovedThings) => ({
  jobs: jobs.join(' '),
  reviews: reviews.join(' '),
  photos: photos.join(' '),
  plans: plans.join(' '),
});

/**
 * A removal as the relay hands it out. Names, words, `order`, `orderedAt` and `withdraws` are those of its entry without change, else its
 * signature could not be verified. Of an installer's that names more than the token may remove, only the permitted part is handed out,
 * without the signature.
 */
export const removal = z.object({
  /** The order in which the relay received removals. */
  sequence: z.number().int().positive(),
  /** The log entry that says so. */
  id: logEntryId,
  jobs: listOf(jobId),
  reviews: listOf(reviewId),
  photos: listOf(attachmentDigest),
  plans: listOf(plannedJobId).default([]),
  reason: z.string(),
  request: z.string(),
  order: removalOrderId.nullable().default(null),
  orderedAt: instant.nullable().default(null),
  withdraws: removalOrderId.nullable().default(null),
  signed: signed.nullable().default(null),
  receivedAt: instant,
});
export type Removal = z.infer<typeof removal>;

/** 200 of `GET /v1/removals`. */
export const removalPage = z.object({
  removals: listOf(removal),
  /** Read up to here; hand it back as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: ask again at once. */
  upToDate: z.boolean(),
});
export type RemovalPage = z.infer<typeof removalPage>;
