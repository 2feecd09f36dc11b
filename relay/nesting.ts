/** The operator's bodies nest three deep; a well-meant request stays far below this. */
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

/**
 * A body as it can be written out, for what was kept before such bodies were refused: what lies too deep is null. The
 * anchors of a result (spec part 6) lie at the top, so that it still reaches who waits for it.
 */
export function withoutTooDeep(json: unknown): unknown {
  return nestsTooDeep(json) ? cut(json, DEEPEST) : json;
}

function cut(value: unknown, levels: number): unknown {
  if (!isNested(value)) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((item: unknown) => cut(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cut(item, levels - 1)]));
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

const nestedIn = (value: unknown): readonly object[] =>
  isNested(value) ? Object.values(value).filter(isNested) : [];
