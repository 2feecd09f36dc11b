import type { Format } from '../../../shared/words/format.ts';

/** Thousands in their groups, all by the same sign, then perhaps the decimals. */
const inGroups = /^([+-]?)([1-9]\d{0,2}(?:([.,\s'’])\d{3})(?:\3\d{3})*)(?:([.,])(\d*))?$/u;

/** A number as people type it or read it off: with a point or a comma, and with thousands apart; null when it is none. */
export function readNumber(typed: string, format: Format): number | null {
  const text = typed.trim();
  return groupedNumber(text, format) ?? plainNumber(text.replace(',', '.'));
}

/** One point or comma before three digits may mean either; then it means what this language writes itself: 48,200 or 48.200. */
function groupedNumber(text: string, format: Format): number | null {
  const found = inGroups.exec(text);
  if (found === null) return null;
  const [, minus = '', whole = '', sign = '', decimal, decimals = ''] = found;
  if (sign === decimal) return null;
  const once = whole.indexOf(sign) === whole.lastIndexOf(sign);
  const ambiguous = once && decimal === undefined && /[.,]/.test(sign);
  if (ambiguous && sign !== groupingSign(format)) return null;
  return plainNumber(`${minus}${whole.replaceAll(sign, '')}.${decimals}`);
}

const groupingSign = (format: Format): string => format.number(12_345).replace(/\d/g, '');

function plainNumber(text: string): number | null {
  return /^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : null;
}
