import { z } from 'zod';
import { attachmentDigest } from '../relay/attachments.ts';
import { instant } from '../time.ts';
import { foldSerial } from './serial.ts';

/** The photographed label of a Box. The photo is a file, named by its digest. */
export const boxLabel = z.object({
  digest: attachmentDigest,
  /** The number printed on it: read from its code, or by a person off the picture. Null until it is read. */
  read: z.object({ serial: z.string(), by: z.enum(['code', 'person']) }).nullable(),
  /** When and by whom it was photographed after the Box was chosen; null: before. */
  afterwards: z.object({ at: instant, worker: z.string() }).nullable().default(null),
});
export type BoxLabel = z.infer<typeof boxLabel>;

/**
 * The label of a Box that is about to be taken: the label in hand, or the stored label if the same Box is taken again.
 */
export function labelOf(
  {
    label,
    box,
  }: {
    readonly label: BoxLabel | null;
    readonly box: { readonly serialNumber: string; readonly label: BoxLabel | null } | null;
  },
  serial: string,
): BoxLabel | null {
  if (label !== null || box === null) return label;
  return foldSerial(box.serialNumber) === foldSerial(serial) ? box.label : null;
}

/**
 * Tests whether the label of a taken Box matches it, so that it stays as it is. A missing or unread label, or one
 * photographed afterwards, may still be photographed and read.
 */
export const isSettled = (label: BoxLabel | null): boolean =>
  label !== null && label.read !== null && label.afterwards === null;

/** Replaces a checklist item's name in the log entries about this photo. */
export const LABEL_ITEM = 'box-label';

/** The subject of such an entry. */
export const ABOUT_LABEL = { item: LABEL_ITEM, text: 'Label of the Box' };

/** Upper bound of codes read from one picture. */
export const MOST_LABEL_CODES = 8;
