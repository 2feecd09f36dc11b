import { z } from 'zod';
import { instant } from '../time.ts';

/** The faults of a log; docs/installation-log.md describes each. */
export const logFaultKind = z.enum([
  'changed',
  'removed',
  'reordered',
  'inserted',
  'unlinked',
  'truncated',
  'other-log',
]);
export type LogFaultKind = z.infer<typeof logFaultKind>;

/** An entry's number with its hash, as a report prints it: `412:9f86…`. */
export const logPlace = z.object({
  number: z.number().int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type LogPlace = z.infer<typeof logPlace>;

/** The result of a check of this laptop's log. */
export const logVerdict = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sound'),
    head: logPlace,
    /** Entries of which words were removed on request, as later entries say. */
    redacted: z.number().int().nonnegative(),
  }),
  z.object({
    kind: z.literal('broken'),
    fault: logFaultKind,
    /** The first bad or missing entry. */
    number: z.number().int(),
    /** As it stands; null where it is missing. */
    entry: z.object({ at: instant, worker: z.string(), type: z.string() }).nullable(),
    /** Everything up to this entry is as it was written. */
    trusted: z.number().int().nonnegative(),
  }),
]);
export type LogVerdict = z.infer<typeof logVerdict>;

/** This laptop's log of the open profile, and what is being done with it. */
export const logState = z.object({
  /** Null: nothing was written yet. */
  newest: logPlace.extend({ at: instant }).nullable(),
  /** Counts are entries. */
  task: z
    .object({ what: z.enum(['check', 'save']), done: z.number().int(), total: z.number().int() })
    .nullable(),
  /** Of the last check since the app started. */
  verdict: logVerdict.nullable(),
});
export type LogState = z.infer<typeof logState>;

/** The number and hash that a person typed from a report. Null: not a number and a hash. */
export function typedLogPlace(typed: string): LogPlace | null {
  const [number, hash, ...more] = typed.replaceAll(/\s/g, '').toLowerCase().split(':');
  if (number === undefined || hash === undefined || more.length > 0 || !/^\d{1,15}$/.test(number))
    return null;
  const place = logPlace.safeParse({ number: Number(number), hash });
  return place.success ? place.data : null;
}
