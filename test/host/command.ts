import { join } from 'node:path';
import type { ChosenHost } from './chosen-host.ts';
import { projectRoot } from './electron/settings.ts';

/** The process to spawn for the app in a host. */
export interface HostCommand {
  readonly executable: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The command that runs the built app, `args` with it. Electron is given the folder that holds package.json and `out`, so
 * that it finds name and version.
 */
export function hostCommand(
  chosen: ChosenHost,
  args: readonly string[] = [],
  folder: string = projectRoot,
): HostCommand {
  if (chosen.host === 'chromium') {
    const env = { BOXWRIGHT_HOST_CHROMIUM: chosen.executable };
    const main = join(folder, 'out/main/main.js');
    return {
      executable: process.execPath,
      args: [join(projectRoot, 'test/host/run-main.ts'), main, ...args],
      env,
    };
  }
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { executable: chosen.executable, args: [...asRoot, folder, ...args], env: {} };
}
