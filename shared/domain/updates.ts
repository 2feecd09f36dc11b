import { z } from 'zod';
import { problem } from '../problem.ts';
import { instant } from '../time.ts';

/** A newer version: its number, and what its publisher says of it. */
const newer = z.object({ version: z.string(), notes: z.string() });

/** The update task of this copy of the app. */
export const updateStep = z.discriminatedUnion('is', [
  /** `checkedAt`: when the server last said that there is nothing newer. */
  z.object({ is: z.literal('idle'), checkedAt: instant.nullable() }),
  z.object({ is: z.literal('looking') }),
  /** `done` and `total` in bytes; `total` is 0 until it is known. */
  newer.extend({ is: z.literal('fetching'), done: z.number(), total: z.number() }),
  /** It is here, whole and genuine, and is installed when the app closes. */
  newer.extend({ is: z.literal('ready') }),
]);
export type UpdateStep = z.infer<typeof updateStep>;

export const updates = z.object({
  version: z.string(),
  /** `no-key`: this build knows no publisher; `not-installed`: it was not installed from a package that can be exchanged. */
  cannot: z.enum(['no-key', 'not-installed']).nullable(),
  /** The address of newer versions; null = no server. */
  feed: z.string().nullable(),
  step: updateStep,
  /** Why the last look, fetching or file came to nothing. */
  problem: problem.nullable(),
});
export type Updates = z.infer<typeof updates>;
