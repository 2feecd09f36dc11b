/** What the operator sends nests three deep; nobody who means well comes near this. */
const DEEPEST = 64;

/**
 * Whether a body nests deeper than it could be written out again: kept, it would fail every page of the feed that it is
 * on, and hide whatever came after it. Goes through it level by level, so that it runs out of no stack itself.
 */
export function nestsTooDeep(json: unknown): boolean {
  let level = nestedIn(json);
  for (let depth = 1; depth <= DEEPEST; depth += 1) {
    level = level.flatMap(nestedIn);
    if (level.length === 0) return false;
  }
  return true;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

const nestedIn = (value: unknown): readonly object[] =>
  isNested(value) ? Object.values(value).filter(isNested) : [];
