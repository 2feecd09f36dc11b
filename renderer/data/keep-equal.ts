/**
 * Structural sharing: returns the new answer with each part that equals the previous one replaced by it, so that memoised
 * rows are not rendered again. Returns the previous answer if both are equal.
 */
export function keepEqual<Value>(before: unknown, now: Value): Value;
export function keepEqual(before: unknown, now: unknown): unknown {
  if (Object.is(before, now)) return before;
  if (isList(before) && isList(now)) {
    const kept = now.map((part, place) => keepEqual(before[place], part));
    return before.length === now.length && kept.every((part, place) => part === before[place])
      ? before
      : kept;
  }
  if (!isRecord(before) || !isRecord(now)) return now;
  const names = Object.keys(now);
  const kept = Object.fromEntries(names.map((name) => [name, keepEqual(before[name], now[name])]));
  const isSame =
    Object.keys(before).length === names.length &&
    names.every((name) => name in before && kept[name] === before[name]);
  return isSame ? before : kept;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Tests for a plain object. Bytes and instances of classes are not compared. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
