import type { Format } from '../../../shared/words/speak.ts';

/** Groups of thousands with one separator throughout, then optional decimals. */
const inGroups = /^([+-]?)([1-9]\d{0,2}(?:([.,\s'’])\d{3})(?:\3\d{3})*)(?:([.,])(\d*))?$/u;

/**
 * Parses a number as people type or read it: with a point or a comma, with or without separators of thousands.
 *
 * @returns null when it is not a number
 */
export function readNumber(typed: string, format: Format): number | null {
  const text = typed.trim();
  return groupedNumber(text, format) ?? plainNumber(text.replace(',', '.'));
}

/**
 * One point or comma before three digits is ambiguous. The separator that this language itself writes decides: 48,200
 * or 48.200.
 */
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
