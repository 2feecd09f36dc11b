/** A number as people type it, with a point or a comma; null when it is none. */
export function readNumber(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (!/^[+-]?\d+(\.\d*)?$/.test(text)) return null;
  return Number(text);
}
