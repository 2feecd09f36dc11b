import { z } from 'zod';
import { personId } from '../ids.ts';

/** A person who works at this laptop. PIN and badge never leave the main process. */
export const person = z.object({
  id: personId,
  name: z.string(),
  hasPin: z.boolean(),
  hasBadge: z.boolean(),
});
export type Person = z.infer<typeof person>;

/** Four to eight digits: quick with gloves. Wrong ones make pauses that grow. */
export const pin = z.string().regex(/^\d{4,8}$/);

/** How a person signs in. */
export const signIn = z.discriminatedUnion('by', [
  /** A name as typed or tapped. Refused for a person with a PIN. */
  z.object({ by: z.literal('name'), name: z.string().max(20_000) }),
  z.object({ by: z.literal('pin'), person: personId, pin: z.string().max(200) }),
  /** A scanned code; most scans are no badge, so an unknown code is an answer, not an error. */
  z.object({ by: z.literal('badge'), code: z.string().max(2000) }),
]);
export type SignIn = z.infer<typeof signIn>;

/** The changed fields of a person: absent = unchanged, null = removed. */
export const personChange = z.object({
  /** Null = a new person. */
  id: personId.nullable(),
  name: z.string().max(20_000),
  /** The PIN of before, where there is one and it changes. */
  oldPin: z.string().max(200).optional(),
  pin: z.string().max(200).nullable().optional(),
  badge: z.string().max(2000).nullable().optional(),
});
export type PersonChange = z.infer<typeof personChange>;
