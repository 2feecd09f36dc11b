import { z } from 'zod';
import { listOf } from '../list-of.ts';
import { environment } from '../environment.ts';
import { customerId } from '../ids.ts';
import { instant } from '../time.ts';

export const relayRole = z.enum(['installer', 'supervisor', 'admin']);
export type RelayRole = z.infer<typeof relayRole>;

/** 200 of `GET /v1/me`. */
export const relayMe = z.object({
  name: z.string(),
  /** A role of a newer relay that is not known here gives no more than an installer's. */
  role: relayRole.catch('installer'),
  /** The customers this token may read and write; null = all (admin). */
  customers: listOf(customerId).nullable(),
  /** The environments it is bound to; null = both. */
  environments: listOf(environment).nullable().default(null),
  /** The relay's clock. */
  now: instant,
});
export type RelayMe = z.infer<typeof relayMe>;

/** Every error body of the relay. */
export const relayProblem = z.object({ error: z.string(), message: z.string() });
export type RelayProblem = z.infer<typeof relayProblem>;
