import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Electron's folders that the app asks for, as Electron computes them on each platform. */
export function defaultPaths(appName: string): Map<string, string> {
  const appData = appDataDir();
  return new Map([
    ['home', homedir()],
    ['exe', process.execPath],
    ['temp', tmpdir()],
    ['appData', appData],
    ['userData', join(appData, appName)],
    ['documents', join(homedir(), 'Documents')],
    ['downloads', join(homedir(), 'Downloads')],
  ]);
}

function appDataDir(): string {
  switch (process.platform) {
    case 'win32':
      return process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support');
    default:
      return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  }
}
