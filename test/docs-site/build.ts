import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../host/electron/settings.ts';
import { installOwnPackages } from '../runner/own-packages.ts';
import { siteFaults } from './check-site.ts';

/** Where the site is built; `config.ts` says the same to VitePress. */
export const SITE = join(projectRoot, 'out/docs');

/** Builds the site, and installs VitePress before where it is missing. Rejects with the dead links where there are any. */
export async function buildSite(): Promise<void> {
  installOwnPackages(import.meta.dirname);
  const vitepress = join(import.meta.dirname, 'node_modules/vitepress/bin/vitepress.js');
  await promisify(execFile)(process.execPath, [vitepress, 'build', import.meta.dirname], {
    cwd: projectRoot,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => {
    throw new Error(`VitePress failed:\n${wordsOf(error)}`);
  });
  const faults = siteFaults(SITE);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** All that a failed process has said. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = ['stdout', 'stderr'].map((name): unknown => Reflect.get(error, name));
  return (
    said
      .filter((words) => typeof words === 'string')
      .join('\n')
      .trim() || error.message
  );
}
