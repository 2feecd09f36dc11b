import { z } from 'zod';
import { envelopeOf } from '../../../shared/ipc/call.ts';

/** A call of a page of the window. */
export const coreAsked = z.object({
  number: z.number().int(),
  page: z.string(),
  name: z.string(),
  input: z.unknown(),
});

/** The first message, then one for each call. */
export const coreAnswered = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ number: z.number().int(), envelope: envelopeOf(z.unknown()) }),
]);
