import { z } from 'zod';
import type { LogEntry } from './log.ts';

/** The type of the entry that says which words of entries before it were removed, and why; docs/installation-log.md. */
export const REDACTION = 'entries-redacted';

/** A part of an entry that may be removed: who worked, or one member of its data. */
export const redactedField = z.union([
  z.literal('worker'),
  z.templateLiteral(['data.', z.string().regex(/^\w+$/)]),
]);
export type RedactedField = z.infer<typeof redactedField>;

/** What was removed of one entry. Both hashes are SHA-256 of a canonical form, hex. */
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
    .map(({ number, hash, rest, fields }) => `${number}:${hash}:${rest}:${fields.join(',')}`)
    .join(' ');
}

const written = z
  .string()
  .regex(/^\d{1,15}:[0-9a-f]{64}:[0-9a-f]{64}:[\w.,]+$/)
  .transform((one) => {
    const [number, hash = '', rest = '', fields = ''] = one.split(':');
    return { number: Number(number), hash, rest, fields: fields.split(',') };
  })
  .pipe(
    z.object({
      number: z.number().int().positive(),
      hash: z.string(),
      rest: z.string(),
      fields: z.array(redactedField),
    }),
  );

const redactionData = z.object({ entries: z.string().transform((all) => all.split(' ').filter(Boolean)) });

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
};

/**
 * What an entry says was removed of entries before it; nothing where it is no redaction. A part that cannot be read names
 * nothing. Whether the entry itself can be believed is for the caller to see first.
 */
export function redactionsIn({
  type,
  data,
  number,
}: Pick<LogEntry, 'type' | 'data' | 'number'>): readonly Redaction[] {
  if (type !== REDACTION) return [];
  const texts = redactionData.safeParse(parsed(data)).data?.entries ?? [];
  return texts.flatMap((text) => {
    const one = written.safeParse(text);
    return one.success && one.data.number < number ? [one.data] : [];
  });
}

const members = z.record(z.string(), z.unknown());

/**
 * What is left of an entry without these fields: they stand there empty, all else is as it was. A redaction itself stays
 * whole, else nobody could check what it vouches for.
 */
export function blanked<Entry extends Pick<LogEntry, 'type' | 'worker' | 'data'>>(
  entry: Entry,
  fields: readonly RedactedField[],
): Entry & { readonly redacted: true } {
  const kept = members.safeParse(parsed(entry.data)).data;
  const gone = new Set<string>(fields);
  return {
    ...entry,
    worker: gone.has('worker') ? '' : entry.worker,
    data:
      kept === undefined
        ? entry.data
        : JSON.stringify(
            Object.fromEntries(
              Object.entries(kept).map(([name, value]) => [name, gone.has(`data.${name}`) ? '' : value]),
            ),
          ),
    redacted: true,
  };
}

/**
 * What a kept entry is to say after a redaction of its own log. Null where that is about another entry, or vouches for something
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
