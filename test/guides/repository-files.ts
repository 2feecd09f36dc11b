import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of ignored folders; one with a leading slash is ignored in the root alone. */
export function ignoredFolders(root: string): ReadonlySet<string> {
  const file = join(root, '.gitignore');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return new Set(lines.filter((line) => line.endsWith('/')).map((line) => line.slice(0, -1)));
}

/** Every file below `root`, as a path from there with `/`, without git's own folder and the `ignored` ones. */
export function repositoryFiles(root: string, ignored: ReadonlySet<string>): readonly string[] {
  return listFiles(root, '', ignored);
}

function listFiles(root: string, folder: string, ignored: ReadonlySet<string>): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === '.git' || ignored.has(entry.name) || ignored.has(`/${path}`)
      ? []
      : listFiles(root, path, ignored);
  });
}
