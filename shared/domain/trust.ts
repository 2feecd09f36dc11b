import { z } from 'zod';
import { instant } from '../time.ts';

/**
 * The verification result of another laptop's signature.
 * - `verified`: by the key that this laptop saw first for that device.
 * - `unsigned`: there is no signature.
 * - `wrong`: it does not match this content.
 * - `unknown-key`: the relay names no laptop for the key.
 * - `changed-key`: the device used another key before.
 * - `not-supervisor`: the key belongs to a laptop without the right to sign this.
 */
export const signatureState = z.enum([
  'verified',
  'unsigned',
  'wrong',
  'unknown-key',
  'changed-key',
  'not-supervisor',
]);
export type SignatureState = z.infer<typeof signatureState>;

/** The verification of an accepted hand-over file; a file with a wrong signature is refused. */
export const handedSignature = signatureState.exclude(['wrong', 'not-supervisor']);
export type HandedSignature = z.infer<typeof handedSignature>;

/**
 * The verification of a review. In addition `missing`: it is unsigned, although the reviewer's laptop had
 * registered a key before.
 */
export const reviewSignatureState = z.enum([...signatureState.options, 'missing']);
export type ReviewSignatureState = z.infer<typeof reviewSignatureState>;

/**
 * The verification of a claim of a planned job. In addition `missing`: it is unsigned, although its laptop had
 * registered a key before; and `other-laptop`: the key belongs to another laptop than the one that the relay names.
 */
export const claimSignatureState = z.enum([
  ...signatureState.exclude(['not-supervisor']).options,
  'missing',
  'other-laptop',
]);
export type ClaimSignatureState = z.infer<typeof claimSignatureState>;

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
    /** Entries from which words were removed on request, as later entries confirm. */
    redacted: z.number().int().nonnegative(),
  }),
  z.object({
    kind: z.literal('broken'),
    fault: logFaultKind,
    /** The first bad or missing entry. */
    number: z.number().int(),
    /** The entry as stored; null if it is missing. */
    entry: z.object({ at: instant, worker: z.string(), type: z.string() }).nullable(),
    /** The number up to which the chain is verified. */
    trusted: z.number().int().nonnegative(),
  }),
]);
export type LogVerdict = z.infer<typeof logVerdict>;

/** The state of this laptop's log in the open profile, and the running task on it. */
export const logState = z.object({
  /** Null = the log is empty. */
  newest: logPlace.extend({ at: instant }).nullable(),
  /** Counts are entries. */
  task: z
    .object({ what: z.enum(['check', 'save']), done: z.number().int(), total: z.number().int() })
    .nullable(),
  /** The result of the last check since the start of the app. */
  verdict: logVerdict.nullable(),
});
export type LogState = z.infer<typeof logState>;

/** The number and hash that a person typed from a report. Null: the text has another form. */
export function typedLogPlace(typed: string): LogPlace | null {
  const [number, hash, ...more] = typed.replaceAll(/\s/g, '').toLowerCase().split(':');
  if (number === undefined || hash === undefined || more.length > 0 || !/^\d{1,15}$/.test(number))
    return null;
  const place = logPlace.safeParse({ number: Number(number), hash });
  return place.success ? place.data : null;
}
