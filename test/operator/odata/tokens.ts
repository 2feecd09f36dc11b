/** A query option that cannot be understood; the message is for the one who sent it. */
export class QueryOptionError extends Error {}

export type Token =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'instant'; readonly value: string }
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'mark'; readonly value: '(' | ')' | ',' };

const patterns = [
  { kind: 'space', expression: /\s+/y },
  { kind: 'text', expression: /'(?:[^']|'')*'/y },
  { kind: 'instant', expression: /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})/y },
  { kind: 'number', expression: /-?\d+(?:\.\d+)?/y },
  { kind: 'word', expression: /[A-Za-z_][\w/]*/y },
  { kind: 'mark', expression: /[(),]/y },
] as const;

/** Splits a `$filter` expression; quotes inside a text are doubled. Throws QueryOptionError. */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < expression.length) {
    const found = nextToken(expression, position);
    if (found === null)
      throw new QueryOptionError(`Unexpected character at position ${position} of the filter.`);
    if (found.token !== null) tokens.push(found.token);
    position = found.end;
  }
  return tokens;
}

function nextToken(expression: string, position: number): { token: Token | null; end: number } | null {
  for (const pattern of patterns) {
    pattern.expression.lastIndex = position;
    const raw = pattern.expression.exec(expression)?.[0];
    if (raw === undefined) continue;
    return { token: tokenFrom(pattern.kind, raw), end: position + raw.length };
  }
  return null;
}

function tokenFrom(kind: (typeof patterns)[number]['kind'], raw: string): Token | null {
  if (kind === 'space') return null;
  if (kind === 'text') return { kind, value: raw.slice(1, -1).replaceAll("''", "'") };
  if (kind === 'number') return { kind, value: Number(raw) };
  if (kind === 'mark') return { kind, value: raw === '(' || raw === ')' ? raw : ',' };
  return { kind, value: raw };
}
