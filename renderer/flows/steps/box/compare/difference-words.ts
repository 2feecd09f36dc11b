import { compareSerials, type SerialColumn } from '../../../../../shared/domain/serial.ts';
import type { useText } from '../../../../i18n/use-text.ts';

type Text = ReturnType<typeof useText>;

/** Upper bound of differing digits that count as a typing error; with more it is another number. */
const MOST_SLIPS = 4;

/**
 * The differences between the number on the label and the scanned or typed one, digit by digit; empty where they are
 * equal.
 */
export function differenceWords(label: string, serial: string, text: Text): readonly string[] {
  const different = compareSerials(label, serial).filter(({ same }) => !same);
  if (different.length > MOST_SLIPS) return [text('flow.box.compare.digit.many', { label, serial })];
  return different.map((column) => words(column, text));
}

function words({ one, other, place }: SerialColumn, text: Text): string {
  if (one === null) return text('flow.box.compare.digit.extra', { place, serial: other ?? '' });
  return other === null
    ? text('flow.box.compare.digit.missing', { place, label: one })
    : text('flow.box.compare.digit.differs', { place, label: one, serial: other });
}
