import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The faults of a built site; empty = none. */
export type SiteFaults = readonly string[];

/**
 * Links to pages, files and headings of the site that are not there, and parts of a page that a browser would fetch from another
 * host. VitePress looks at the pages that links name, and not at their headings.
 */
export function siteFaults(folder: string): SiteFaults {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'));
  const there = new Set(files);
  const pages = new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readPage(readFileSync(join(folder, file), 'utf8'))]),
  );
  const faults: string[] = [];
  for (const [page, { links, parts }] of pages) {
    for (const part of parts)
      if (isElsewhere(part)) faults.push(`${page} fetches ${part}`);
      else if (!there.has(resolve(page, part))) faults.push(`${page} lacks its part ${part}`);
    for (const link of links) {
      if (isElsewhere(link)) continue;
      const [path = '', anchor = ''] = link.split('#');
      const target = path === '' ? page : resolve(page, path);
      if (!there.has(target)) faults.push(`${page} links to ${path}, which does not exist`);
      else if (anchor !== '' && pages.get(target)?.anchors.has(decodeURIComponent(anchor)) === false)
        faults.push(`${page} links to ${link}, which has no such heading`);
    }
  }
  const styles = files.filter((file) => file.endsWith('.css'));
  for (const style of styles)
    for (const [, address = ''] of readFileSync(join(folder, style), 'utf8').matchAll(/url\(["']?([^"')]+)/g))
      if (isElsewhere(address) && !address.startsWith('data:')) faults.push(`${style} fetches ${address}`);
  return faults;
}

interface BuiltPage {
  readonly links: readonly string[];
  /** Scripts, styles, pictures and preloads. */
  readonly parts: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

/** Reads what VitePress has written: quoted attributes only. */
function readPage(html: string): BuiltPage {
  const values = (pattern: RegExp): readonly string[] =>
    [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
  return {
    links: values(/<a\b[^>]*?\shref="([^"]*)"/g),
    parts: [
      ...values(/<link\b[^>]*?\shref="([^"]*)"/g),
      ...values(/<(?:img|script|iframe)\b[^>]*?\ssrc="([^"]*)"/g),
    ],
    anchors: new Set(values(/\sid="([^"]*)"/g)),
  };
}

const isElsewhere = (address: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address);

/** The file that a browser would be given. */
function resolve(page: string, address: string): string {
  const path = posix.resolve(posix.dirname(page), decodeURI(address));
  return address.endsWith('/') ? posix.join(path, 'index.html') : path;
}
