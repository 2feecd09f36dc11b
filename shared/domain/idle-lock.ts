import { z } from 'zod';
import { personId } from '../ids.ts';
import { preferences } from './preferences.ts';

/** The choices of minutes without input after which the window is locked. */
export const LOCK_MINUTES = [5, 15, 30] as const;
/** Null = the window is never locked. */
export const lockMinutes = z.literal(LOCK_MINUTES).nullable();
export type LockMinutes = z.infer<typeof lockMinutes>;

/** The PIN of a person who has one: allows to switch the lock off or to lengthen its time. */
export const lockProof = z.object({ person: personId, pin: z.string().max(200) });
export type LockProof = z.infer<typeof lockProof>;

/** The idle lock, with the preferences that its page needs: all others are refused while the window is locked. */
export const lockState = z.object({
  locked: z.boolean(),
  minutes: lockMinutes,
  look: preferences.pick({ theme: true, language: true, scanner: true, worker: true }),
});
export type LockState = z.infer<typeof lockState>;
