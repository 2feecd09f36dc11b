import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of a tool's folder that has a lockfile of its own, because an installation of the product must not bring
 * them. Does nothing while they are as new as that lockfile.
 */
export function installOwnPackages(folder: string): void {
  const marker = join(folder, 'node_modules', '.package-lock.json');
  if (existsSync(marker) && statMs(marker) >= statMs(join(folder, 'package-lock.json'))) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
}

const statMs = (path: string): number => statSync(path).mtimeMs;
