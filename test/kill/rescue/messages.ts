import { z } from 'zod';
import { jobId } from '../../../shared/ids.ts';

/** A request to the relay's process: a token for a laptop, a silence of all laptops by the relay's clock, or whether it has a mirror. */
export const relayAsked = z.union([
  z.object({ name: z.string(), role: z.enum(['installer', 'supervisor']) }),
  z.object({ silentMs: z.number().int().positive() }),
  z.object({ mirrorOf: jobId }),
]);
export type RelayAsked = z.infer<typeof relayAsked>;

/** The address comes first, then one answer for each request. */
export const relayAnswered = z.union([
  z.object({ url: z.string() }),
  z.object({ token: z.string() }),
  z.object({ silent: z.literal(true) }),
  z.object({ isMirrored: z.boolean() }),
]);
