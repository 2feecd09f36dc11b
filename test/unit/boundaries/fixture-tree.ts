import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The repository whose rules are tried. */
export const repository = join(import.meta.dirname, '../../..');

/** A small project in a folder of its own, with the repository's compiler and import rules. */
export interface FixtureTree {
  readonly root: string;
  readonly remove: () => Promise<void>;
}

const ALWAYS_THERE: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'fixture',
    type: 'module',
    dependencies: { used: '1.0.0' },
    devDependencies: { electron: '1.0.0', 'only-for-tests': '1.0.0' },
  }),
  ...stubPackage('electron'),
  ...stubPackage('used'),
  ...stubPackage('only-for-tests'),
};

/** Writes `files` (path → content) beside a manifest and three tiny packages: `used`, `electron`, `only-for-tests`. */
export async function writeFixtureTree(files: Readonly<Record<string, string>>): Promise<FixtureTree> {
  const root = await mkdtemp(join(tmpdir(), 'boxwright-walls-'));
  for (const [path, content] of Object.entries({ ...ALWAYS_THERE, ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await cp(join(repository, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'));
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

function stubPackage(name: string): Record<string, string> {
  const manifest = JSON.stringify({ name, version: '1.0.0', main: 'index.js' });
  return {
    [`node_modules/${name}/package.json`]: manifest,
    [`node_modules/${name}/index.js`]: 'exports.value = 1;\n',
  };
}
