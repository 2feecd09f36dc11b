import { z } from 'zod';
import { attachmentDigest } from '../relay/attachments.ts';
import { instant } from '../time.ts';
import { localText } from './checklist.ts';
import { checklistName } from '../ids.ts';

/*
 * Mounting memory: the place of the Box in earlier jobs of the same model. A checklist contributes by items with these
 * names, also a workshop's own checklist.
 */
export const MOUNTING_PLACE = 'mounting-place';
export const MOUNTING_PLACE_WHERE = 'mounting-place-where';
export const MOUNTING_PHOTOS = 'photo-place';
export const MOUNTING_NOTE = 'note';

/** One place, with the jobs that chose it; the same key's jobs first, then the most frequent. */
export const mountingPlace = z.object({
  /** The option of the item `mounting-place`. */
  place: checklistName,
  words: localText,
  /** The exact place, if the option does not state it; else empty. */
  where: z.string(),
  jobs: z.number().int().positive(),
  /** The number of these jobs that no supervisor returned. */
  rightFirstTime: z.number().int().nonnegative(),
  /** The number of these jobs with the same key. */
  sameKey: z.number().int().nonnegative(),
  lastAt: instant,
  lastBy: z.string(),
  /** The notes for the next installer, newest first. */
  notes: z.array(z.string()),
  photos: z.array(attachmentDigest),
});
export type MountingPlace = z.infer<typeof mountingPlace>;

/** The known mountings of a model. */
export const mountingMemory = z.object({
  places: z.array(mountingPlace),
  /** Whether a relay has the notes of other laptops. */
  shared: z.boolean(),
  /** When other laptops' jobs were last read; null = not yet. */
  readAt: instant.nullable(),
});
export type MountingMemory = z.infer<typeof mountingMemory>;
