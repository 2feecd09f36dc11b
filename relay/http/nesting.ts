/** What the operator sends nests three deep; nobody who means well comes near this. */
const DEEPEST = 64;

/**
 * Whether a body nests deeper than it could be written out again: kept, it would fail every page of the feed that it is
 * on, and hide whatever came after it. Goes through it level by level, so that it runs out of no stack itself.
 */
export function nestsTooDeep(json: unknown): boolean {
  let level: readonly unknown[] = [json];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value).filter(isNested) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
