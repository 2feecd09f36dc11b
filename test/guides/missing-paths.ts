import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { namedPaths, type NamedPath } from './named-paths.ts';
import { ignoredFolders, repositoryFiles } from './repository-files.ts';

/** A path that a guide names and that is not there. */
export interface MissingPath {
  /** From the root of the repository. */
  readonly guide: string;
  readonly line: number;
  readonly path: string;
}

/** Files a guide may name although they are a person's own, a laptop's or another package's. */
const NOT_OURS: ReadonlySet<string> = new Set([
  'job.json',
  'lock.json',
  'people.json',
  'tries.json',
  'electron.d.ts',
]);

/**
 * The paths that README.md files and pages below `docs/` name and that do not exist. A path in backticks is looked for from the root and
 * from the guide's folder; a bare file name also anywhere below that folder or below a folder that the guide names. In `docs/spec` only
 * links count, because it describes the operator's service. Files that git ignores are generated and may be missing.
 */
export function missingPaths(root: string): readonly MissingPath[] {
  const made = ignoredFolders(root);
  const files = repositoryFiles(root, made);
  const rooms = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''));
  const guides = files.filter((file) => basename(file) === 'README.md' || /^docs\/.*\.md$/.test(file));
  return guides.flatMap((guide) => {
    const named = namedPaths(readFileSync(join(root, guide), 'utf8'), rooms);
    const below = [dirname(guide), ...named.map(({ path }) => join(dirname(guide), path))];
    return named
      .filter(({ written }) => written === 'link' || !guide.startsWith('docs/spec/'))
      .filter((name) => !exists(name, { root, guide, files, made, below }))
      .map(({ line, path }) => ({ guide, line, path }));
  });
}

interface Surroundings {
  readonly root: string;
  readonly guide: string;
  readonly files: readonly string[];
  readonly made: ReadonlySet<string>;
  /** Folders in which a bare file name is looked for. */
  readonly below: readonly string[];
}

function exists({ path, written }: NamedPath, { root, guide, files, made, below }: Surroundings): boolean {
  if (isInside(root, join(dirname(guide), path))) return true;
  if (written === 'link') return false;
  if (isInside(root, path) || NOT_OURS.has(path) || isMade(path, made)) return true;
  if (path.includes('/')) return false;
  return files.some((file) => basename(file) === path && below.some((folder) => isBelow(folder, file)));
}

function isBelow(folder: string, file: string): boolean {
  return folder === '.' || file.startsWith(`${folder.replace(/\/$/, '')}/`);
}

function isInside(root: string, path: string): boolean {
  return !relative(root, join(root, path)).startsWith('..') && existsSync(join(root, path));
}

function isMade(path: string, made: ReadonlySet<string>): boolean {
  const first = path.replace(/^\.\//, '').split('/')[0] ?? '';
  return made.has(first) || made.has(`/${first}`);
}
