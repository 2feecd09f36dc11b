import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  autostartEntry,
  autostartFile,
  startAtLogin,
  startedAtLogin,
} from '../../../electron/shell/login-item.ts';

const electron = vi.hoisted((): { openAtLogin: boolean; readonly changes: unknown[] } => ({
  openAtLogin: false,
  changes: [],
}));
vi.mock('electron', () => ({
  app: {
    getPath: (name: string) => (name === 'exe' ? '/opt/Boxwright/boxwright' : '/home/anyone'),
    getLoginItemSettings: () => ({ openAtLogin: electron.openAtLogin, wasOpenedAtLogin: true }),
    setLoginItemSettings: (change: { readonly openAtLogin: boolean }) => {
      electron.openAtLogin = change.openAtLogin;
      electron.changes.push(change);
    },
  },
}));

beforeEach(() => {
  electron.openAtLogin = false;
  electron.changes.splice(0);
});

describe.each(['win32', 'darwin'] as const)('on %s', (platform) => {
  it('Electron is asked for changes only', () => {
    for (const wanted of [false, true, true, false]) startAtLogin(wanted, { platform, variables: {} });
    expect(electron.changes).toEqual([
      { openAtLogin: true, args: ['--hidden'] },
      { openAtLogin: false, args: ['--hidden'] },
    ]);
  });
});

describe('on Linux', () => {
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'boxwright-autostart-'));
    onTestFinished(() => rmSync(made, { recursive: true }));
    return made;
  };

  it('an entry for the desktop is written, and taken away', () => {
    const variables = { XDG_CONFIG_HOME: folder() };
    startAtLogin(true, { platform: 'linux', variables });
    expect(readFileSync(autostartFile(variables), 'utf8')).toContain(
      'Exec="/opt/Boxwright/boxwright" --hidden\n',
    );
    startAtLogin(false, { platform: 'linux', variables });
    expect(existsSync(autostartFile(variables))).toBe(false);
  });

  it('an entry that a person wrote stays', () => {
    const variables = { XDG_CONFIG_HOME: folder() };
    mkdirSync(dirname(autostartFile(variables)));
    writeFileSync(autostartFile(variables), '[Desktop Entry]\nExec=boxwright\n');
    startAtLogin(false, { platform: 'linux', variables });
    expect(existsSync(autostartFile(variables))).toBe(true);
  });

  it('the file of an AppImage is named, and characters of the shell are escaped', () => {
    const variables = { XDG_CONFIG_HOME: folder(), APPIMAGE: '/home/kim/100% "mine" $x/`y`.AppImage' };
    startAtLogin(true, { platform: 'linux', variables });
    expect(readFileSync(autostartFile(variables), 'utf8')).toContain(
      String.raw`Exec="/home/kim/100%% \\"mine\\" \\$x/\\` + '`y' + String.raw`\\` + '`.AppImage" --hidden',
    );
    expect(autostartEntry('/a\\b')).toContain(String.raw`Exec="/a\\\\b"`);
  });

  it('a relative folder of the configuration is not taken', () => {
    expect(autostartFile({ XDG_CONFIG_HOME: 'here' })).toBe(
      '/home/anyone/.config/autostart/boxwright.desktop',
    );
  });
});

it('a start at login is known by its argument, on macOS by Electron', () => {
  expect(startedAtLogin('linux', ['boxwright', '--hidden'])).toBe(true);
  expect(startedAtLogin('win32', ['boxwright'])).toBe(false);
  expect(startedAtLogin('darwin', ['boxwright'])).toBe(true);
});
