import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkTo, sitePages } from '../../docs-site/pages.ts';
import { sidebarOf } from '../../docs-site/sidebar.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { writeFiles } from '../../runner/scratch-files.ts';

describe('the sidebar of the documentation site', () => {
  const pages = sitePages(projectRoot);
  const groups = sidebarOf(projectRoot, pages);

  it('leads to every page once', () => {
    const links = groups.flatMap(({ link, items }) => [link, ...items.map((item) => item.link)]);
    const distinct = new Set(links.filter((link) => link !== undefined));
    expect(distinct).toEqual(new Set(pages.map(linkTo).filter((link) => link !== '/')));
  });

  it('has the readers of the overview as groups, in their order', () => {
    expect(groups.map(({ text }) => text)).toEqual([
      'Installers',
      'Supervisors',
      'Support',
      'Operations',
      'Data owners',
      'Developers',
      'Reference',
      'Decisions',
      'Guides beside the code',
    ]);
  });

  it('is refused where the overview names a page that is not there', async () => {
    const root = await mkdtemp(join(tmpdir(), 'boxwright-sidebar-'));
    try {
      await writeFiles(root, {
        'docs/README.md':
          '# Documents\n\n| reader | pages |\n| --- | --- |\n| installers | [flows](gone.md) |\n',
      });
      expect(() => sidebarOf(root, sitePages(root))).toThrow('docs/gone.md');
    } finally {
      await rm(root, { recursive: true });
    }
  });
});

describe('the address of a page', () => {
  const addresses = new Map(sitePages(projectRoot).map(({ source, address }) => [source, address]));

  it('is its path below docs', () => {
    expect(addresses.get('docs/README.md')).toBe('index.md');
    expect(addresses.get('docs/design/faults.md')).toBe('design/faults.md');
    expect(addresses.get('docs/decisions/README.md')).toBe('decisions/index.md');
  });

  it('is below repository for the others', () => {
    expect(addresses.get('CONTRIBUTING.md')).toBe('repository/CONTRIBUTING.md');
    expect(addresses.get('electron/db/README.md')).toBe('repository/electron/db/index.md');
  });
});
