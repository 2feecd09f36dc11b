import { z } from 'zod';

/**
 * The verification result of another laptop's signature.
 *
 * - `verified`: by the key that this laptop saw first for that device. - `unsigned`: there is none. - `wrong`: it is not over this
 *   content. - `unknown-key`: the relay names no laptop for the key. - `changed-key`: the device used another key before.
 * - `not-supervisor`: the key belongs to a laptop that may not say so.
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

/** Of a hand-over file that was taken: one whose signature is wrong is refused. */
export const handedSignature = signatureState.exclude(['wrong', 'not-supervisor']);
export type HandedSignature = z.infer<typeof handedSignature>;

/** Of a review also `missing`: there is none, though the reviewer’s laptop had registered a key before. */
export const reviewSignatureState = z.enum([...signatureState.options, 'missing']);
export type ReviewSignatureState = z.infer<typeof reviewSignatureState>;

/**
 * Of a claim of a planned job. Also `missing`: there is none, though its laptop had registered a key before. `other-laptop`: the key is
 * that of another laptop than the relay names.
 */
export const claimSignatureState = z.enum([
  ...signatureState.exclude(['not-supervisor']).options,
  'missing',
  'other-laptop',
]);
export type ClaimSignatureState = z.infer<typeof claimSignatureState>;
