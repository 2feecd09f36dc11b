import { spawn } from 'node:child_process';
import { NoHostError } from './chosen-host.ts';
import { findOnPath, INSTALL_COMMAND, installChromiumPackages } from './debian-packages.ts';

/** A screen to draw on. `name` is null when the one that is there is used. */
export interface Display {
  readonly name: string | null;
  readonly stop: () => void;
}

const OWN: Display = { name: null, stop: () => {} };

/**
 * The person's own screen, or an invisible one (Xvfb) where there is none; said in one line, since no person will see the
 * window then. The invisible one ends by itself some seconds after its last window, unless it is stopped before.
 */
export async function ensureDisplay(say: (line: string) => void): Promise<Display> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return OWN;
  const executable = await xvfb(say);
  const { name, stop } = await startXvfb(executable);
  say(`no display: the window is drawn on an invisible one (Xvfb ${name})`);
  return { name, stop };
}

async function xvfb(say: (line: string) => void): Promise<string> {
  const present = findOnPath(['Xvfb']);
  if (present !== null) return present;
  const installed = (await installChromiumPackages(say)) ? findOnPath(['Xvfb']) : null;
  if (installed !== null) return installed;
  throw new NoHostError(
    `There is no display (DISPLAY is not set). Run it in a desktop session, or: ${INSTALL_COMMAND}`,
  );
}

function startXvfb(executable: string): Promise<{ name: string; stop: () => void }> {
  // -displayfd: Xvfb finds a free number by itself and writes it when it is ready.
  const flags = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-terminate', '10'];
  const server = spawn(executable, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  server.unref();
  return new Promise((resolve, reject) => {
    const number = server.stdio[3];
    let text = '';
    number?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve({ name: `:${text.trim()}`, stop: () => void server.kill('SIGTERM') });
    });
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`Xvfb ended with ${String(code)}`)));
  });
}
