import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';

/** The argument of a start by the system. */
export const HIDDEN_START = '--hidden';

/** Whether the system started the app at login, and not the person. */
export function startedAtLogin(platform: NodeJS.Platform, args: readonly string[]): boolean {
  // macOS passes no arguments to a login item.
  return platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : args.includes(HIDDEN_START);
}

/** Registers or unregisters the start at login. Electron does so on Windows and macOS; other desktops read a file. */
export function startAtLogin(
  wanted: boolean,
  {
    platform,
    variables,
  }: {
    readonly platform: NodeJS.Platform;
    readonly variables: Readonly<Record<string, string | undefined>>;
  },
): void {
  if (platform === 'win32' || platform === 'darwin') {
    const { openAtLogin } = app.getLoginItemSettings({ args: [HIDDEN_START] });
    if (openAtLogin !== wanted) app.setLoginItemSettings({ openAtLogin: wanted, args: [HIDDEN_START] });
    return;
  }
  const file = autostartFile(variables);
  if (!wanted) {
    // A person may have created a file of this name.
    if (existsSync(file) && readFileSync(file, 'utf8').includes(HIDDEN_START)) rmSync(file);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  // An AppImage runs from a mount of its own; this variable names its file.
  writeFileSync(file, autostartEntry(variables['APPIMAGE'] ?? app.getPath('exe')));
}

/** The file that desktops read at login, by the XDG base directories. */
export function autostartFile(variables: Readonly<Record<string, string | undefined>>): string {
  const chosen = variables['XDG_CONFIG_HOME'] ?? '';
  const config = chosen.startsWith('/') ? chosen : join(app.getPath('home'), '.config');
  return join(config, 'autostart', 'boxwright.desktop');
}

/** The entry for a program; the quotes and the escapes are those of the Desktop Entry Specification. */
export function autostartEntry(program: string): string {
  const quoted = program
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('%', '%%')
    .replaceAll('\\', '\\\\');
  return `[Desktop Entry]
Type=Application
Name=Boxwright
Exec="${quoted}" ${HIDDEN_START}
X-GNOME-Autostart-enabled=true
`;
}
