import { z } from 'zod';
import { attachmentDigest } from '../relay/attachments.ts';
import { instant } from '../time.ts';
import { foldSerial } from './serial.ts';

/** The photographed label of a Box. The photo is a file, named by its digest. */
export const boxLabel = z.object({
  digest: attachmentDigest,
  /** The number printed on it: read from its code, or by a person off the picture. Null until it is read. */
  read: z.object({ serial: z.string(), by: z.enum(['code', 'person']) }).nullable(),
  /** When and by whom it was photographed with the Box already taken; null: before. */
  afterwards: z.object({ at: instant, worker: z.string() }).nullable().default(null),
});
export type BoxLabel = z.infer<typeof boxLabel>;

/**
 * The label that belongs to a Box which is about to be taken: the one in hand; else that of the same Box, when it is only
 * taken once more.
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
 * Does the label of a taken Box match it? Then it stays as it is. One that is missing, unread, or that was
 * photographed afterwards may still be photographed and read.
 */
export const isSettled = (label: BoxLabel | null): boolean =>
  label !== null && label.read !== null && label.afterwards === null;

/** In place of a checklist item's name, in the log entries about this photo. */
export const LABEL_ITEM = 'box-label';

/** Codes of one picture that are looked at. */
export const MOST_LABEL_CODES = 8;
