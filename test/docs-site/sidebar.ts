import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { linkTo, type Page } from './pages.ts';

/** A group of links; its own link, if it has one, leads to a page about the group. */
export interface SidebarGroup {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

const OVERVIEW = 'docs/README.md';
const DECISIONS = 'docs/decisions/';

/**
 * A group for each reader in the first table of `docs/README.md`, one for its table of reference pages, then the decisions and the
 * guides beside the code.
 */
export function sidebarOf(root: string, pages: readonly Page[]): readonly SidebarGroup[] {
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const page = (source: string): Page => {
    const found = bySource.get(source);
    if (found === undefined) throw new Error(`${OVERVIEW} names ${source}, which is no page`);
    return found;
  };
  const tables = tablesIn(readFileSync(join(root, OVERVIEW), 'utf8'));
  const rowsOf = (head: string): readonly string[] => {
    const rows = tables.find(([first = '']) => first.startsWith(`| ${head} `))?.slice(2);
    if (rows === undefined)
      throw new Error(`${OVERVIEW} has no table of which the first column is "${head}"`);
    return rows;
  };
  const entries = (row: string) => linksIn(row).map((source) => entry(page(source)));

  const readers = rowsOf('reader').map((row) => ({ text: capitalised(firstCell(row)), items: entries(row) }));
  const named = new Set(
    [...rowsOf('reader'), ...rowsOf('reference')].flatMap((row) => linksIn(row)).concat(OVERVIEW),
  );
  const others = pages.filter(({ source }) => !named.has(source));
  return [
    ...readers,
    {
      text: 'Reference',
      items: rowsOf('reference').flatMap((row) => entries(row)),
    },
    {
      text: 'Decisions',
      link: linkTo(page(`${DECISIONS}README.md`)),
      collapsed: true,
      items: others.filter(({ source }) => source.startsWith(DECISIONS)).map(entry),
    },
    {
      text: 'Guides beside the code',
      collapsed: true,
      items: others.filter(({ source }) => !source.startsWith('docs/')).map(entry),
    },
  ];
}

const entry = (page: Page) => ({ text: page.title, link: linkTo(page) });

/** Consecutive lines that begin with a bar. */
function tablesIn(markdown: string): readonly (readonly string[])[] {
  return markdown
    .split(/\n(?!\|)/)
    .map((part) => part.split('\n').filter((line) => line.startsWith('|')))
    .filter((lines) => lines.length > 2);
}

/** The sources that a row of the overview links to. */
const linksIn = (row: string): readonly string[] =>
  [...row.matchAll(/\]\(([^()#\s]+)[^()\s]*\)/g)].map(([, target = '']) =>
    posix.join(posix.dirname(OVERVIEW), target),
  );

const firstCell = (row: string): string => row.split('|')[1]?.trim() ?? '';
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
