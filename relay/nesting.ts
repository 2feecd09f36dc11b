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

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** The same of the bytes of a body, before they are parsed: a megabyte of brackets takes JSON's reader a tenth of a second. */
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
