/** A path that a guide names: where, and how it was written. */
export interface NamedPath {
  /** Counted from 1. */
  readonly line: number;
  /** Without anchor and surrounding punctuation. */
  readonly path: string;
  /** A link is resolved from its document alone; a path in backticks also from the root of the repository. */
  readonly written: 'link' | 'backticks';
}

const FILE_ENDING = /\.(?:ts|tsx|js|mjs|cjs|json|jsonl|md|yml|yaml|html|css|sh|png|svg|sql|c)$/;
/** A media type has the form of a path but is none. */
const MEDIA_TYPE = /^(?:application|audio|font|image|multipart|text|video)\//;
/** Globs, placeholders, variables, addresses, alternatives, numbers to count with: no single file is meant. */
const NO_SINGLE_FILE = /[*<>{}|$=…,;()"'\\?&]|\.\.\.|:\/\//;

/**
 * The paths of this repository that a Markdown text names, in backticks or as a link. What begins with `/` is an address of
 * a service, with `@` a package, with `~` a person's own folder. Of a command in backticks only the words that begin with one
 * of `rooms` (the top-level folders) count. Fenced blocks are examples and are left out.
 */
export function namedPaths(markdown: string, rooms: ReadonlySet<string>): readonly NamedPath[] {
  const found: NamedPath[] = [];
  let fenced = false;
  for (const [index, text] of markdown.split(/\r?\n/).entries()) {
    if (/^\s*(?:```|~~~)/.test(text)) fenced = !fenced;
    else if (!fenced) found.push(...pathsOfLine(text, rooms).map((path) => ({ line: index + 1, ...path })));
  }
  return found;
}

function pathsOfLine(text: string, rooms: ReadonlySet<string>): readonly Omit<NamedPath, 'line'>[] {
  const spans = matches(text, /`([^`]+)`/g);
  const links = matches(text.replaceAll(/`[^`]*`/g, '``'), /\]\(([^()\s]+)(?:\s+"[^"]*")?\)/g);
  return [
    ...spans
      .flatMap((span) => pathsOfSpan(span, rooms))
      .map((path) => ({ path, written: 'backticks' as const })),
    ...links.flatMap((target) => pathOfLink(target)).map((path) => ({ path, written: 'link' as const })),
  ];
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

function pathsOfSpan(span: string, rooms: ReadonlySet<string>): readonly string[] {
  const words = span.trim().split(/\s+/);
  if (words.length > 1) return words.filter((word) => rooms.has(word.split('/')[0] ?? '') && isPath(word));
  return words.map((word) => word.replace(/(?::\d+)+$/, '').replace(/#.*$/, '')).filter(isPath);
}

function isPath(word: string): boolean {
  if (/^[/@~-]/.test(word) || NO_SINGLE_FILE.test(word) || MEDIA_TYPE.test(word)) return false;
  return FILE_ENDING.test(word) ? !word.startsWith('.') || /[/]|\..+\./.test(word) : word.includes('/');
}

function pathOfLink(target: string): readonly string[] {
  const path = target.replace(/[#?].*$/, '');
  const elsewhere = path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path);
  return elsewhere ? [] : [decodeURI(path)];
}
