import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { siteFaults } from '../../docs-site/check-site.ts';
import { anchorOf } from '../../docs-site/markdown.ts';
import { writeFiles } from '../../runner/scratch-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boxwright-site-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The faults of a site whose index has this body. */
async function faultsOf(body: string, style = ''): Promise<readonly string[]> {
  await writeFiles(folder, {
    'index.html': `<html><body>${body}</body></html>`,
    'risk.html': '<h2 id="weights">Weights</h2>',
    'decisions/index.html': '<a class="link" href="../risk.html#weights">weights</a>',
    'assets/style.css': style,
    'home.png': '',
  });
  return siteFaults(folder);
}

describe('a built site', () => {
  it('has no fault where pages, headings and pictures are there', async () => {
    const body =
      '<h1 id="top"></h1><a href="/risk.html#weights"></a><a href="./decisions/"></a><a href="#top"></a><img src="/home.png">';
    expect(await faultsOf(body)).toEqual([]);
  });

  it.each([
    ['a page', '<a href="/gone.html"></a>', '/index.html links to /gone.html, which does not exist'],
    ['a folder', '<a href="/gone/"></a>', '/index.html links to /gone/, which does not exist'],
    [
      'a heading',
      '<a href="/risk.html#gone"></a>',
      '/index.html links to /risk.html#gone, which has no such heading',
    ],
    ['an own heading', '<a href="#gone"></a>', '/index.html links to #gone, which has no such heading'],
    ['a picture', '<img alt="" src="/gone.png">', '/index.html lacks its part /gone.png'],
  ])('is at fault where %s is missing', async (_what, body, fault) => {
    expect(await faultsOf(body)).toEqual([fault]);
  });

  it.each([
    '<script src="https://cdn.example/x.js"></script>',
    '<link rel="stylesheet" href="//cdn.example/x.css">',
    '<img src="http://cdn.example/x.png">',
    '<iframe src="https://cdn.example/"></iframe>',
  ])('is at fault where it fetches %s', async (body) => {
    expect(await faultsOf(body)).toEqual([expect.stringContaining('cdn.example')]);
  });

  it('is at fault where a style fetches from another host', async () => {
    expect(await faultsOf('', '@font-face { src: url("https://fonts.example/x.woff2") }')).toEqual([
      '/assets/style.css fetches https://fonts.example/x.woff2',
    ]);
  });

  it('may link to another host', async () => {
    expect(await faultsOf('<a href="https://www.conventionalcommits.org"></a>')).toEqual([]);
  });
});

describe('the anchor of a heading', () => {
  it.each([
    ['To add a migration', 'to-add-a-migration'],
    ['4. The queue: states', '4-the-queue-states'],
    ['Roles & calls', 'roles--calls'],
    ['`npm run docs`', 'npm-run-docs'],
  ])('of %s is that of GitHub', (heading, anchor) => {
    expect(anchorOf(heading)).toBe(anchor);
  });
});
