import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { mayInstall } from './consent.ts';

/** The packages that the Chromium host needs on a bare Debian; the fonts so that every script of the interface has letters. */
export const CHROMIUM_PACKAGES = ['chromium', 'xvfb', 'fonts-noto-core', 'fonts-liberation'] as const;

/** The command a person types, exactly. */
export const INSTALL_COMMAND = `sudo apt-get install -y ${CHROMIUM_PACKAGES.join(' ')}`;

/** First of `names` on the PATH, or null. */
export function findOnPath(names: readonly string[]): string | null {
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const file = join(folder, name);
      if (isExecutable(file)) return file;
    }
  }
  return null;
}

/** Installs the host's packages: as root, with apt, and not against a person's word. False when it may not or failed. */
export async function installChromiumPackages(say: (line: string) => void): Promise<boolean> {
  if (process.getuid?.() !== 0 || findOnPath(['apt-get']) === null) return false;
  if (!(await mayInstall(CHROMIUM_PACKAGES))) return false;
  say(`installing ${CHROMIUM_PACKAGES.join(' ')}`);
  await run('apt-get', ['update', '-qq']);
  return (
    (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...CHROMIUM_PACKAGES])) === 0
  );
}

function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
