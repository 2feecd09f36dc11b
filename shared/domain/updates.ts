import { z } from 'zod';
import { problem } from '../problem.ts';
import { instant } from '../time.ts';

/** A newer version: its number, and its publisher's release notes. */
const newer = z.object({ version: z.string(), notes: z.string() });

/** The state of the update task. */
export const updateStep = z.discriminatedUnion('is', [
  /** `checkedAt`: when the server last answered without a newer version. */
  z.object({ is: z.literal('idle'), checkedAt: instant.nullable() }),
  z.object({ is: z.literal('looking') }),
  /** `done` and `total` in bytes; `total` is 0 until it is known. */
  newer.extend({ is: z.literal('fetching'), done: z.number(), total: z.number() }),
  /** The update is downloaded and verified; it is installed when the app closes. */
  newer.extend({ is: z.literal('ready') }),
]);
export type UpdateStep = z.infer<typeof updateStep>;

export const updates = z.object({
  version: z.string(),
  /**
   * `no-key`: this build has no publisher key; `not-installed`: the app was not installed from a package that can be
   * replaced.
   */
  cannot: z.enum(['no-key', 'not-installed']).nullable(),
  /** The address of newer versions; null = no server. */
  feed: z.string().nullable(),
  step: updateStep,
  /** Why the last check, download or file failed. */
  problem: problem.nullable(),
});
export type Updates = z.infer<typeof updates>;
