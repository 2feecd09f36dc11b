/** The operator's bodies nest three deep; legitimate requests stay far below this. */
const DEEPEST = 64;

/**
 * Tests whether a body nests too deep to be serialised again: once kept, it would fail every page of the feed that
 * contains it and hide all later results. Iterates level by level, so that the test itself cannot overflow the stack.
 */
export function nestsTooDeep(json: unknown): boolean {
  let level = nestedIn(json);
  for (let depth = 1; depth <= DEEPEST; depth += 1) {
    level = level.flatMap(nestedIn);
    if (level.length === 0) return false;
  }
  return true;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** The same test on the bytes, before parsing: `JSON.parse` needs a tenth of a second for a megabyte of brackets. */
export function nestsDeep(body: Uint8Array): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (inText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/**
 * A body in a form that can be serialised, for bodies kept before the limit existed: values nested too deep become
 * null. The anchors of a result (spec part 6) are at the top level, so the result still reaches its laptop.
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
