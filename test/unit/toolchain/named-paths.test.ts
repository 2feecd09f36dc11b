import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const missing = (paths: readonly string[]) => paths.filter((path) => !existsSync(join(root, path)));

/* Files that no tool of this machine reads, and that would name a folder long after it moved. */
describe('a path is there that is named by', () => {
  it('CODEOWNERS', () => {
    const named = [...read('.github/CODEOWNERS').matchAll(/^\/(\S+)/gm)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(0);
    expect(missing(named)).toEqual([]);
  });

  it('.env.example', () => {
    const named = [...read('.env.example').matchAll(/[\w./-]+\.(?:ts|md)\b/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(0);
    expect(missing(named)).toEqual([]);
  });

  it('the debug configurations', () => {
    const named = [...read('.vscode/launch.json').matchAll(/\$\{workspaceFolder\}\/([\w@./-]+)/g)]
      .map(([, path = '']) => path)
      .filter((path) => !path.includes('/.cache/'));
    expect(named.length).toBeGreaterThan(0);
    expect(missing(named)).toEqual([]);
  });

  it('the updates of dependencies, which know every lockfile', () => {
    const { updates } = z
      .object({ updates: z.array(z.object({ 'package-ecosystem': z.string(), directory: z.string() })) })
      .parse(parse(read('.github/dependabot.yml')));
    const npm = updates.filter((each) => each['package-ecosystem'] === 'npm');
    const lockfiles = globSync('{,test/**/}package-lock.json', {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    });
    expect(
      npm.map(({ directory }) => `${directory.slice(1)}/package-lock.json`.replace(/^\//, '')).toSorted(),
    ).toEqual(lockfiles.map((file) => file.replaceAll('\\', '/')).toSorted());
  });
});
