import { describe, expect, it, vi } from 'vitest';
import { menuTemplate } from '../../../electron/shell/menu.ts';

vi.mock('electron', () => ({ app: {}, Menu: {} }));

/** Every role in the menu, those of submenus that are written out too. */
function roles(platform: NodeJS.Platform, isPackaged: boolean): readonly string[] {
  return menuTemplate(platform, isPackaged, null).flatMap(({ role, submenu }) => [
    ...(role === undefined ? [] : [role]),
    ...(Array.isArray(submenu) ? submenu.flatMap((item) => item.role ?? []) : []),
  ]);
}

describe('the application menu', () => {
  it.each(['win32', 'linux'] as const)('has Quit and About on %s', (platform) => {
    expect(roles(platform, true)).toEqual(expect.arrayContaining(['quit', 'about', 'editMenu']));
  });

  it('has the menu of the app on macOS, which holds Quit and About', () => {
    expect(roles('darwin', true)[0]).toBe('appMenu');
    expect(roles('darwin', true)).not.toContain('fileMenu');
  });

  it.each(['win32', 'linux', 'darwin'] as const)(
    'offers no reload and no tools to a person on %s',
    (platform) => {
      const never = ['reload', 'forceReload', 'toggleDevTools'];
      expect(roles(platform, true).filter((role) => never.includes(role))).toEqual([]);
      expect(roles(platform, false)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
    },
  );

  it.each(['win32', 'linux', 'darwin'] as const)('opens the guides on %s', (platform) => {
    const open = vi.fn<() => void>();
    const items = menuTemplate(platform, true, { label: 'Guides', open }).flatMap(({ role, submenu }) =>
      role === 'help' && Array.isArray(submenu) ? submenu : [],
    );
    // The window hears F1 itself; heard twice, it would open and close them.
    expect(items[0]).toEqual({ label: 'Guides', accelerator: 'F1', registerAccelerator: false, click: open });
  });
});
