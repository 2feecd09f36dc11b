import { z } from 'zod';
import { listOf } from '../list-of.ts';
import type { LogEntry } from './log.ts';
import { readJson } from '../json-text.ts';

/** The type of the entry that says which words of entries before it were removed, and why; docs/installation-log.md. */
export const REDACTION = 'entries-redacted';

/** A part of an entry that may be removed: who worked, or one member of its data, however that is named. */
export type RedactedField = 'worker' | `data.${string}`;

/** A field as a redaction names it: each character of a member's name but letters, digits and `_` is `%` and four hex digits. */
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

/** Fields as a redaction names them, with commas between. */
export const redactedFieldsText = (fields: readonly RedactedField[]): string =>
  fields.map(fieldText).join(',');

/** The same read again; a field that cannot be read makes all of it unreadable. */
export const redactedFields = z
  .string()
  .transform((text): unknown[] => text.split(','))
  .pipe(listOf(writtenField));

/** The removed part of one entry. Both hashes are SHA-256 of a canonical form, hex. */
export interface Redaction {
  readonly number: number;
  /** The entry's own: of what it said when it was written. */
  readonly hash: string;
  /** Of what is left of it. */
  readonly rest: string;
  readonly fields: readonly RedactedField[];
}

/** The member `entries` of a redaction's data: `NUMBER:HASH:REST:FIELD,FIELD`, with a space between two. */
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

/** An entry of the largest size redacts fewer. */
const MOST_REDACTIONS = 512;
/** Two digests are longer: shorter words are passed over without a look into them. */
const SHORTEST = 128;

const redactionData = z.object({
  entries: z
    .string()
    .transform((all) => all.split(' ', MOST_REDACTIONS).filter((text) => text.length > SHORTEST)),
});

/**
 * The removals that an entry records for entries before it; none where it is no redaction. A part that cannot be read names
 * nothing. Whether the entry itself can be believed is for the caller to see first.
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

/** The members of an entry's data, also those of names that `z.record` leaves out; null where it is no object. */
function membersOf(data: string): readonly (readonly [string, unknown])[] | null {
  const value = readJson(data);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
}

/**
 * An entry without these fields: they stand there empty, all else is unchanged. A redaction itself stays
 * whole, so that everyone can check what it vouches for.
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
 * The stored form of an entry after a redaction of its own log. Null where that is about another entry, or vouches for something
 * else than is left here: then nothing is touched, and a check of the log finds it.
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
