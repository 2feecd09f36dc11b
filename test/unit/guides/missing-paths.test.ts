import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { missingPaths } from '../../guides/missing-paths.ts';
import { writeFiles } from '../../runner/scratch-files.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'boxwright-guides-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, string>>): Promise<void> => writeFiles(root, files);

describe('a path that a guide names', () => {
  it('is missed by guide, line and path when it is not there', async () => {
    await write({ 'electron/README.md': '# Guide\n\nStarts in `gone.ts`, see [more](docs/gone.md).\n' });
    expect(missingPaths(root)).toEqual([
      { guide: 'electron/README.md', line: 3, path: 'gone.ts' },
      { guide: 'electron/README.md', line: 3, path: 'docs/gone.md' },
    ]);
  });

  it('may be relative to the root, from the folder of the guide, or by name below it', async () => {
    await write({
      'electron/queue/kinds/install.ts': '',
      'electron/README.md': '`electron/queue/kinds`, `queue/kinds/install.ts`, `install.ts`',
    });
    expect(missingPaths(root)).toEqual([]);
  });

  it('may be a bare name in another folder that the guide names', async () => {
    await write({ 'shared/feed.ts': '', 'relay/README.md': 'In [shared](../shared): `feed.ts`, `gone.ts`' });
    expect(missingPaths(root)).toEqual([{ guide: 'relay/README.md', line: 1, path: 'gone.ts' }]);
  });

  it('is not found by name in a folder the guide does not speak of', async () => {
    await write({ 'shared/feed.ts': '', 'relay/README.md': '`feed.ts`' });
    expect(missingPaths(root)).toEqual([{ guide: 'relay/README.md', line: 1, path: 'feed.ts' }]);
  });

  it('is not looked for outside the repository', async () => {
    await write({ 'README.md': '[up](../)' });
    expect(missingPaths(root)).toEqual([{ guide: 'README.md', line: 1, path: '../' }]);
  });

  it('may be missing when git ignores it, because it is made', async () => {
    await write({ '.gitignore': 'out/\n', 'README.md': '`out/main/main.js` and `else/main.js`' });
    expect(missingPaths(root)).toEqual([{ guide: 'README.md', line: 1, path: 'else/main.js' }]);
  });

  it('counts in pages below docs; in the spec only links count', async () => {
    await write({
      'docs/decisions/0001-one.md': '`electron/gone.ts`',
      'docs/spec/api.md': '`electron/later.ts` and [gone](gone.md)',
    });
    expect(missingPaths(root)).toEqual([
      { guide: 'docs/decisions/0001-one.md', line: 1, path: 'electron/gone.ts' },
      { guide: 'docs/spec/api.md', line: 1, path: 'gone.md' },
    ]);
  });

  it('fails the check with one line for each, and only then', async () => {
    await write({ 'README.md': '`electron/gone.ts`' });
    expect(await check()).toEqual({ code: 1, said: 'README.md:1: electron/gone.ts does not exist\n' });
    await write({ 'electron/gone.ts': '' });
    expect(await check()).toEqual({ code: 0, said: '' });
  });
});

function check(): Promise<{ code: number | null; said: string }> {
  const script = join(import.meta.dirname, '../../guides/check-paths.ts');
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, root], (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, said: stderr }),
    );
  });
}
