import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The packages that the benches are measured beside. They have a lockfile of their own, because an installation of the
 * product must not bring them.
 */
const folder = join(import.meta.dirname, 'peers');

/** Installs them where they are missing or older than their lockfile. */
export function installPeers(): void {
  const marker = join(folder, 'node_modules', '.package-lock.json');
  if (existsSync(marker) && statMs(marker) >= statMs(join(folder, 'package-lock.json'))) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
}

const statMs = (path: string): number => statSync(path).mtimeMs;
