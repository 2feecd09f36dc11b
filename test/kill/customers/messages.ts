import { z } from 'zod';
import { envelopeOf } from '../../../shared/ipc/messages.ts';

/** A call of a page of the window. */
export const coreAsked = z.object({
  number: z.number().int(),
  page: z.string(),
  name: z.string(),
  input: z.unknown(),
});

/** Live heap after a sweep, and all that the system counts, bytes. */
const memory = z.object({ heap: z.number(), rss: z.number() });
export type Memory = z.infer<typeof memory>;
/** Asks for the memory of the process. */
export const memoryAsked = z.object({ memory: z.literal(true) });

/** The first message, then one for each call. */
export const coreAnswered = z.union([
  z.object({ memory }),
  z.object({ ready: z.literal(true) }),
  z.object({ number: z.number().int(), envelope: envelopeOf(z.unknown()) }),
]);
