import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ignoredFolders, repositoryFiles } from '../guides/repository-files.ts';

/** A Markdown file that is a page of the site. Paths and addresses have `/` on every system. */
export interface Page {
  /** From the root of the repository: `docs/risk.md`. */
  readonly source: string;
  /** From the root of the site: `risk.md`. */
  readonly address: string;
  /** Its heading of the first level. */
  readonly title: string;
}

/** Where the site has the pages and files that are not below `docs/`. */
export const REPOSITORY = 'repository';

/**
 * The pages below `docs/` and, because those link to them, the guides beside the code and the pages in the root. Folders whose name
 * begins with a dot hold none.
 */
export function sitePages(root: string): readonly Page[] {
  return repositoryFiles(root, ignoredFolders(root))
    .filter((file) => file.endsWith('.md') && !file.startsWith('.'))
    .toSorted()
    .map((source) => ({ source, address: addressOf(source), title: titleOf(root, source) }));
}

/** The folders that git ignores hold packages and products, and no page. */
export const withoutPages = (root: string): readonly string[] =>
  [...ignoredFolders(root)].map((folder) =>
    folder.startsWith('/') ? `${folder.slice(1)}/**` : `**/${folder}/**`,
  );

/** A README is the index of its folder. */
export function addressOf(source: string): string {
  const place = source.startsWith('docs/') ? source.slice('docs/'.length) : `${REPOSITORY}/${source}`;
  return place.replace(/(^|\/)README\.md$/, '$1index.md');
}

/** The link that leads to a page. */
export const linkTo = ({ address }: Page): string => `/${address.replace(/(^|\/)index\.md$/, '$1')}`;

function titleOf(root: string, source: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8'))?.[1];
  if (title === undefined) throw new Error(`${source} has no heading of the first level`);
  return title.replaceAll('`', '');
}
