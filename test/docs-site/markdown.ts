import { existsSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { REPOSITORY, type Page } from './pages.ts';

/** The part of markdown-it that is used here. */
export interface Markdown {
  readonly core: {
    readonly ruler: { push: (name: string, rule: (state: MarkdownState) => void) => void };
  };
  readonly renderer: { readonly rules: Record<string, RenderRule | undefined> };
}

interface Token {
  readonly type: string;
  readonly info: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  attrGet: (name: string) => string | null;
  attrSet: (name: string, value: string) => void;
}

interface MarkdownState {
  readonly tokens: readonly Token[];
  /** VitePress's: the file that the text was read from. */
  readonly env: { readonly realPath?: string };
}

type RenderRule = (tokens: readonly Token[], index: number, ...rest: readonly unknown[]) => string;

/** Leads the links of the pages to pages of the site; the other files that they name are added to `files`. */
export function useRepositoryLinks(
  markdown: Markdown,
  {
    root,
    pages,
    files,
  }: { readonly root: string; readonly pages: readonly Page[]; readonly files: Set<string> },
): void {
  const targetOf = linkTargets(root, pages);
  markdown.core.ruler.push('repository-links', ({ tokens, env: { realPath } }) => {
    if (realPath === undefined) return;
    const source = relative(root, realPath).split(sep).join('/');
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue;
      const target = targetOf(source, token.attrGet('href') ?? '');
      if (target === null) continue;
      token.attrSet('href', target.href);
      if (target.file === undefined) continue;
      files.add(target.file);
      // The file itself: VitePress would look for a page.
      token.attrSet('target', '_blank');
    }
  });
}

/** An address of the site, and the file of the repository where it is no page. */
interface LinkTarget {
  readonly href: string;
  readonly file?: string;
}

/** Where a link in the page `source` leads; null for one within the page or to another host. Throws where it leads nowhere. */
export function linkTargets(
  root: string,
  pages: readonly Page[],
): (source: string, href: string) => LinkTarget | null {
  const bySource = new Map(pages.map((page) => [page.source, page]));
  return (source, href) => {
    const [path = '', anchor] = href.split('#');
    if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null;
    const target = posix.join(posix.dirname(source), decodeURI(path));
    const page = bySource.get(target);
    if (page !== undefined) return { href: `/${page.address}${anchor === undefined ? '' : `#${anchor}`}` };
    if (target.startsWith('../') || !isFile(join(root, target)))
      throw new Error(`${source} links to ${path}, which is no file of the repository`);
    return { href: fileAddress(target), file: target };
  };
}

/** Where the site has a file of the repository. */
export const fileAddress = (path: string): string => `/${REPOSITORY}/${path}`;

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** Vue reads two braces as the beginning of an expression; in these pages they are text. */
export function keepBraces({ renderer: { rules } }: Markdown): void {
  for (const name of ['text', 'code_inline']) {
    const render = rules[name];
    if (render === undefined) throw new Error(`markdown-it has no rule ${name}`);
    rules[name] = (...token) => render(...token).replaceAll('{{', '&#123;&#123;');
  }
}

/** The anchor that GitHub gives a heading, so that a link leads to the same place there and here. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
