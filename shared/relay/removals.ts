import { z } from 'zod';
import { listOf, readJson } from '../parsing.ts';
import { jobId, logEntryId, plannedJobId, type JobId, type PlannedJobId } from '../ids.ts';
import { instant } from '../time.ts';
import { attachmentDigest, type AttachmentDigest } from './attachments.ts';
import type { LogEntry } from './log.ts';
import { reviewId, type ReviewId } from './reviews.ts';
import { devicePublicKey, deviceSignature, signed } from './signing.ts';

/* The wire of removals and redactions of personal data. */

/**
 * The type of the entry that lists the photos, reviews, jobs and planned jobs to remove everywhere on request;
 * docs/privacy.md.
 */
export const REMOVAL = 'copies-removed';

/** The items to remove everywhere: all facts of a job, a single review's words, a photo's bytes, the words of a planned job. */
export interface RemovedThings {
  readonly jobs: readonly JobId[];
  readonly reviews: readonly ReviewId[];
  readonly photos: readonly AttachmentDigest[];
  readonly plans: readonly PlannedJobId[];
}

/** Upper bound of names; an entry of the largest size has fewer. */
const MOST_NAMES = 512;
/** Lengths of valid names; words of other lengths are skipped without parsing. */
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
  /** By the clock of the ordering laptop. */
  orderedAt: instant.nullable().catch(null),
  /** The order that this one withdraws; a withdrawal names no items. */
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

/** The order in an entry; null if the entry is not a removal. A malformed name is skipped. */
export function removalIn({ type, data }: Pick<LogEntry, 'type' | 'data'>): RemovalOrder | null {
  return type === REMOVAL ? (removalData.safeParse(readJson(data)).data ?? null) : null;
}

/** The members of a removal's data: names separated by spaces. */
export const removedNames = ({ jobs, reviews, photos, plans }: RemovedThings) => ({
  jobs: jobs.join(' '),
  reviews: reviews.join(' '),
  photos: photos.join(' '),
  plans: plans.join(' '),
});

/**
 * A removal as the relay sends it. Names, words, `order`, `orderedAt` and `withdraws` are unchanged from its log
 * entry, because its signature covers them. If an installer's removal names more than the token may remove, only
 * the permitted part is sent, without the signature.
 */
export const removal = z.object({
  /** The order in which the relay received removals. */
  sequence: z.number().int().positive(),
  /** The log entry of the removal. */
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
  /** The next cursor; send it as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: more follows; ask again at once. */
  upToDate: z.boolean(),
});
export type RemovalPage = z.infer<typeof removalPage>;

/**
 * The type of the entry that records which words of earlier entries were removed, and why;
 * docs/installation-log.md.
 */
export const REDACTION = 'entries-redacted';

/** A removable part of an entry: the worker, or one member of its data, whatever its name. */
export type RedactedField = 'worker' | `data.${string}`;

/**
 * The encoding of a field in a redaction: each character of a member's name except letters, digits and `_` becomes `%`
 * and four hex digits.
 */
function fieldText(field: RedactedField): string {
  if (field === 'worker') return field;
  const name = field.slice(DATA.length);
  return DATA + name.replace(/\W/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const DATA = 'data.';
const writtenField = z
  .string()
  .regex(/^(?:worker|data\.(?:\w|%[0-9a-f]{4})*)$/)
  .transform((text): RedactedField => {
    if (text === 'worker') return text;
    const name = text.slice(DATA.length);
    return `${DATA}${name.replace(/%(.{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))}`;
  });

/** The fields in a redaction's encoding, separated by commas. */
export const redactedFieldsText = (fields: readonly RedactedField[]): string =>
  fields.map(fieldText).join(',');

/** Decodes `redactedFieldsText`; one malformed field makes the whole text invalid. */
export const redactedFields = z
  .string()
  .transform((text): unknown[] => text.split(','))
  .pipe(listOf(writtenField));

/** The removed part of one entry. Both hashes are SHA-256 of a canonical form, hex. */
export interface Redaction {
  readonly number: number;
  /** The hash of the original entry. */
  readonly hash: string;
  /** The hash of the entry without the removed part. */
  readonly rest: string;
  readonly fields: readonly RedactedField[];
}

/** The member `entries` of a redaction's data: `NUMBER:HASH:REST:FIELD,FIELD`, separated by spaces. */
export function redactionText(redactions: readonly Redaction[]): string {
  return redactions
    .map(({ number, hash, rest, fields }) => `${number}:${hash}:${rest}:${redactedFieldsText(fields)}`)
    .join(' ');
}

const written = z
  .string()
  .regex(/^\d{1,15}:[0-9a-f]{64}:[0-9a-f]{64}:[\w.,%]+$/)
  .transform((one) => {
    const [number, hash = '', rest = '', fields = ''] = one.split(':');
    return { number: Number(number), hash, rest, fields };
  })
  .pipe(
    z.object({
      number: z.number().int().positive(),
      hash: z.string(),
      rest: z.string(),
      fields: redactedFields,
    }),
  );

/** Upper bound of redactions; an entry of the largest size has fewer. */
const MOST_REDACTIONS = 512;
/** Lower bound of a redaction's length, which includes two digests; shorter words are skipped without parsing. */
const SHORTEST = 128;

const redactionData = z.object({
  entries: z
    .string()
    .transform((all) => all.split(' ', MOST_REDACTIONS).filter((text) => text.length > SHORTEST)),
});

/**
 * The redactions that an entry records for earlier entries; none if it is not a redaction. A malformed part is skipped.
 * The caller must verify the entry itself first.
 */
export function redactionsIn({
  type,
  data,
  number,
}: Pick<LogEntry, 'type' | 'data' | 'number'>): readonly Redaction[] {
  if (type !== REDACTION) return [];
  const texts = redactionData.safeParse(readJson(data)).data?.entries ?? [];
  return texts.flatMap((text) => {
    const one = written.safeParse(text);
    return one.success && one.data.number < number ? [one.data] : [];
  });
}

/**
 * The members of an entry's data, including names such as `__proto__` that `z.record` leaves out; null if it is not
 * an object.
 */
function membersOf(data: string): readonly (readonly [string, unknown])[] | null {
  const value = readJson(data);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
}

/**
 * The entry with these fields emptied and everything else unchanged. A redaction entry itself is never changed, so
 * that every reader can verify it.
 */
export function blanked<Entry extends Pick<LogEntry, 'type' | 'worker' | 'data'>>(
  entry: Entry,
  fields: readonly RedactedField[],
): Entry & { readonly redacted: true } {
  const kept = membersOf(entry.data);
  const gone = new Set<string>(fields);
  return {
    ...entry,
    worker: gone.has('worker') ? '' : entry.worker,
    data:
      kept === null
        ? entry.data
        : JSON.stringify(
            Object.fromEntries(kept.map(([name, value]) => [name, gone.has(`data.${name}`) ? '' : value])),
          ),
    redacted: true,
  };
}

/**
 * The stored form of an entry after a redaction of its own log. Null if the redaction is about another entry, or its
 * hash does not match the rest: the entry stays unchanged, and a check of the log reports it.
 *
 * @param hashOf SHA-256 of an entry's canonical form, hex.
 */
export function leftAfterRedaction(
  kept: LogEntry,
  { hash, rest, fields }: Redaction,
  hashOf: (left: LogEntry) => string,
): (LogEntry & { readonly redacted: true }) | null {
  if (kept.hash !== hash || kept.type === REDACTION) return null;
  const left = blanked(kept, fields);
  return hashOf(left) === rest ? left : null;
}
