import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drawDiagrams, type Diagram } from './diagram.ts';
import { addressOf, sitePages, withoutPages } from './pages.ts';
import { anchorOf, fileAddress, keepBraces, useRepositoryLinks, type Markdown } from './markdown.ts';
import { sidebarOf } from './sidebar.ts';

// VitePress bundles this file into another folder; it is started in the root.
const root = process.cwd();
const ICON = '/icon.svg';
const pages = sitePages(root);
const linkedFiles = new Set<string>();
const diagrams = new Map<string, Diagram>();

/** VitePress's configuration: https://vitepress.dev/reference/site-config. */
export const siteConfig = {
  title: 'Boxwright',
  description: 'Documents of Boxwright, for the people who fit vehicle-access hardware into cars',
  lang: 'en',
  head: [['link', { rel: 'icon', href: ICON }]],
  srcDir: root,
  srcExclude: withoutPages(root),
  rewrites: addressOf,
  outDir: join(root, 'out/docs'),
  cacheDir: join(root, 'node_modules/.cache/boxwright/docs'),
  ignoreDeadLinks: false,
  markdown: {
    html: false,
    // The name of a file would become the address of a host.
    linkify: false,
    // Braces at the end of a line are text.
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    config: (markdown: Markdown): void => {
      useRepositoryLinks(markdown, { root, pages, files: linkedFiles });
      keepBraces(markdown);
      drawDiagrams(markdown, diagrams);
    },
  },
  themeConfig: {
    sidebar: sidebarOf(root, pages),
    outline: { level: [2, 3] },
    logo: ICON,
    search: { provider: 'local' },
  },
  buildEnd: async ({ outDir }: { readonly outDir: string }): Promise<void> => {
    const write = async (address: string, bytes: string | Buffer): Promise<void> => {
      const file = join(outDir, address);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    };
    await write(ICON, await readFile(join(root, 'resources/icons/icon.svg')));
    for (const file of linkedFiles) await write(fileAddress(file), await readFile(join(root, file)));
    for (const { address, file } of diagrams.values()) await write(address, file);
  },
};
