import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from './electron/settings.ts';

const packageDir = join(projectRoot, 'node_modules/electron');
/** Answers within this, or the release site counts as closed off: no minutes are spent on a firewall. */
const PROBE_TIMEOUT_MS = 5000;
/** About 110 MB, once per version. */
const FETCH_TIMEOUT_MS = 10 * 60 * 1000;

/** Path of the fetched Electron executable; null while it is not there. Never triggers a download. */
export function installedElectron(): string | null {
  const pathFile = join(packageDir, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const executable = join(packageDir, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(executable) ? executable : null;
}

/** Fetches Electron's binary if its release site can be reached. The reason when it cannot. */
export async function fetchElectron(say: (line: string) => void): Promise<string | null> {
  const unreachable = await whyUnreachable();
  if (unreachable !== null) return unreachable;
  say(`fetching Electron ${electronVersion()} (about 110 MB, once)`);
  const code = await runInstaller();
  return code === 0 && installedElectron() !== null ? null : 'its binary could not be fetched';
}

async function whyUnreachable(): Promise<string | null> {
  const version = electronVersion();
  const base = process.env['ELECTRON_MIRROR'] ?? 'https://github.com/electron/electron/releases/download/v';
  const url = `${base}${version}/electron-v${version}-${process.platform}-${process.arch}.zip`;
  try {
    const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return answer.ok ? null : `its release site answered ${answer.status}`;
  } catch {
    return 'its release site cannot be reached';
  }
}

function electronVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

function runInstaller(): Promise<number> {
  return new Promise((resolve) => {
    const installer = spawn(process.execPath, [join(packageDir, 'install.js')], {
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: FETCH_TIMEOUT_MS,
    });
    installer.on('error', () => resolve(1));
    installer.on('exit', (code) => resolve(code ?? 1));
  });
}
