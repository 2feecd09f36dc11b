/** A guide as a tree: only these nodes are rendered, and all their text is plain. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly parts: readonly Inline[] }
  | { readonly kind: 'emphasis'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly target: string; readonly parts: readonly Inline[] };

export type Block =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly slug: string;
      readonly parts: readonly Inline[];
    }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'drawing'; readonly text: string }
  | { readonly kind: 'picture'; readonly file: string; readonly says: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

const HEADING = /^(#{1,3}) (.+)$/;
const PICTURE = /^!\[([^\]]+)\]\(pictures\/([\w-]+\.png)\)$/;
const ITEM = /^(?:[-*]|\d+\.) /;
const FENCE = '```';
const ORDERED = /^\d/;

/**
 * Parses the part of Markdown that the guides use: headings, paragraphs, flat lists, tables, pictures, fences. Other
 * forms would appear as source, so `test/unit/renderer/help.test.ts` refuses a guide with them.
 */
export function blocksOf(markdown: string): readonly Block[] {
  return markdown.split(`\n${FENCE}`).flatMap((part, index): readonly Block[] => {
    // Odd parts are between a pair of fences; their first line names a language.
    if (index % 2 === 1) return [{ kind: 'drawing', text: part.slice(part.indexOf('\n') + 1) }];
    return part
      .split(/\n\n+/)
      .map((chunk) => chunk.trim())
      .filter((chunk) => chunk !== '' && !chunk.startsWith('<!--'))
      .map(blockOf);
  });
}

function blockOf(chunk: string): Block {
  const lines = chunk.split('\n');
  const [first = ''] = lines;
  const heading = HEADING.exec(first);
  if (heading !== null) {
    const [, marks = '', text = ''] = heading;
    return { kind: 'heading', level: marks.length, slug: slugOf(text), parts: inlineOf(text) };
  }
  const picture = PICTURE.exec(chunk);
  if (picture !== null) return { kind: 'picture', says: picture[1] ?? '', file: picture[2] ?? '' };
  if (first.startsWith('|')) return tableOf(lines);
  if (ITEM.test(first)) return { kind: 'list', ordered: ORDERED.test(first), items: itemsOf(lines) };
  return { kind: 'paragraph', parts: inlineOf(lines.join(' ')) };
}

function itemsOf(lines: readonly string[]): readonly (readonly Inline[])[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items.map(inlineOf);
}

function tableOf([head = '', , ...rows]: readonly string[]): Block {
  const cells = (row: string) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => inlineOf(cell.trim()));
  return { kind: 'table', head: cells(head), rows: rows.map(cells) };
}

/** The anchor that GitHub generates for a heading. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/** The delimiters of a span, the longest first, each with its closing one. */
const MARKS = [
  ['`', 'code'],
  ['**', 'strong'],
  ['_', 'emphasis'],
] as const;
/** A span does not begin within a word, as in `BOXWRIGHT_DATA_DIR`. */
const WORD = /[\p{L}\p{N}]/u;

function inlineOf(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const span = spanAt(text, at);
    if (span === null) {
      plain += text.charAt(at);
      at += 1;
      continue;
    }
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
    parts.push(span.part);
    at = span.end;
  }
  return plain === '' ? parts : [...parts, { kind: 'text', text: plain }];
}

function spanAt(text: string, at: number): { readonly part: Inline; readonly end: number } | null {
  if (text.startsWith('[', at)) return linkAt(text, at);
  for (const [mark, kind] of MARKS) {
    if (!text.startsWith(mark, at)) continue;
    if (mark === '_' && WORD.test(text.charAt(at - 1))) return null;
    const start = at + mark.length;
    const close = text.indexOf(mark, start);
    if (close <= start) return null;
    const inner = text.slice(start, close);
    const part: Inline = kind === 'code' ? { kind, text: inner } : { kind, parts: inlineOf(inner) };
    return { part, end: close + mark.length };
  }
  return null;
}

function linkAt(text: string, at: number): { readonly part: Inline; readonly end: number } | null {
  const middle = text.indexOf('](', at);
  const close = middle === -1 ? -1 : text.indexOf(')', middle);
  if (close === -1) return null;
  const target = text.slice(middle + 2, close);
  return { part: { kind: 'link', target, parts: inlineOf(text.slice(at + 1, middle)) }, end: close + 1 };
}

/** The text of spans without their delimiters. */
export const wordsOf = (parts: readonly Inline[]): string =>
  parts.map((part) => ('text' in part ? part.text : wordsOf(part.parts))).join('');

/** The words of a block. */
export function textOf(block: Block): string {
  switch (block.kind) {
    case 'picture':
      return block.says;
    case 'drawing':
      return block.text;
    case 'list':
      return block.items.map(wordsOf).join('\n');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(wordsOf).join(' ')).join('\n');
    case 'heading':
    case 'paragraph':
      return wordsOf(block.parts);
  }
}
