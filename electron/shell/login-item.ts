import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';

/** The argument that marks a start at login. */
export const HIDDEN_START = '--hidden';

/** Whether the system started the app at login. */
export function startedAtLogin(platform: NodeJS.Platform, args: readonly string[]): boolean {
  // macOS passes no arguments to a login item.
  return platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : args.includes(HIDDEN_START);
}

/** Registers or unregisters the start at login: by Electron on Windows and macOS, by an autostart file on Linux. */
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
    // A person may have created a file of this name; only the app's own file is removed.
    if (existsSync(file) && readFileSync(file, 'utf8').includes(HIDDEN_START)) rmSync(file);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  // An AppImage runs from a temporary mount; this variable has the path of the AppImage file.
  writeFileSync(file, autostartEntry(variables['APPIMAGE'] ?? app.getPath('exe')));
}

/** The autostart file by the XDG base directory specification. */
export function autostartFile(variables: Readonly<Record<string, string | undefined>>): string {
  const chosen = variables['XDG_CONFIG_HOME'] ?? '';
  const config = chosen.startsWith('/') ? chosen : join(app.getPath('home'), '.config');
  return join(config, 'autostart', 'boxwright.desktop');
}

/** The autostart entry for a program, quoted as the Desktop Entry Specification requires. */
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
