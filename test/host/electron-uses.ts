import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Variables of the shell that hold an object of Electron's. */
const INSTANCES: Readonly<Record<string, string>> = {
  window: 'BrowserWindow',
  open: 'BrowserWindow',
  contents: 'webContents',
  webContents: 'webContents',
  notification: 'Notification',
  tray: 'Tray',
  current: 'BrowserWindow',
  defaultSession: 'session.defaultSession',
  webRequest: 'session.defaultSession.webRequest',
};

/** Every API of Electron that the product uses, as `module.member`, `new Class` or `module.on('event')`, in order. */
export function electronUses(root: string): readonly string[] {
  const files = globSync('electron/{shell/*,app/main}.ts', { cwd: root });
  const found = files.flatMap((file) => usesIn(readFileSync(join(root, file), 'utf8')));
  return [...new Set(found)].toSorted();
}

function usesIn(source: string): readonly string[] {
  const [, imported] = /import \{([^}]*)\} from 'electron';/.exec(source) ?? [];
  if (imported === undefined) return [];
  const names = imported
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
  const code = source
    .slice(source.indexOf("from 'electron';"))
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    // A chain that the formatter broke over lines.
    .replaceAll(/\s+\./g, '.');
  const objects = [...names.map((name) => [name, name] as const), ...Object.entries(INSTANCES)];
  return [
    ...names.filter((name) => new RegExp(`\\bnew ${name}\\(`).test(code)).map((name) => `new ${name}`),
    ...objects.flatMap(([variable, api]) =>
      [...code.matchAll(new RegExp(`(?<!['"/])\\b${variable}\\??\\.(\\w+)(?:\\(\\s*'([^']+)')?`, 'g'))]
        .filter(([, member = '']) => !(member in INSTANCES))
        .map(([, member = '', word]) =>
          /^(?:on|once|off)$/.test(member)
            ? `${api}.on${word === undefined ? '' : `('${word}')`}`
            : `${api}.${member}`,
        ),
    ),
  ];
}
