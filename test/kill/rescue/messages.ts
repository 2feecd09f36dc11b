import { z } from 'zod';

/** A request to the relay's process: a token for a laptop, or a silence of all laptops by the relay's clock. */
export const relayAsked = z.union([
  z.object({ name: z.string(), role: z.enum(['installer', 'supervisor']) }),
  z.object({ silentMs: z.number().int().positive() }),
]);
export type RelayAsked = z.infer<typeof relayAsked>;

/** The address comes first, then one answer for each request. */
export const relayAnswered = z.union([
  z.object({ url: z.string() }),
  z.object({ token: z.string() }),
  z.object({ silent: z.literal(true) }),
]);
