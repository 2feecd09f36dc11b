import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contextMenuItems, menuTemplate, openContextMenus } from '../../../electron/shell/menu.ts';

const opened = vi.hoisted((): { menus: unknown[] } => ({ menus: [] }));
vi.mock('electron', () => ({
  app: {},
  Menu: { buildFromTemplate: (items: unknown) => ({ popup: () => opened.menus.push(items) }) },
}));
beforeEach(() => {
  opened.menus.length = 0;
});

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

const words = { cut: 'Cut', copy: 'Copy', paste: 'Paste', selectAll: 'Select all' };
const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
const clicked = (changes: object = {}) => ({ isEditable: false, selectionText: '', editFlags, ...changes });
const labels = (items: readonly { readonly label?: string }[]) => items.flatMap(({ label }) => label ?? []);

describe('the context menu', () => {
  it('offers cut, copy, paste and select all in a field', () => {
    const items = contextMenuItems(clicked({ isEditable: true }), words);
    expect(labels(items)).toEqual(['Cut', 'Copy', 'Paste', 'Select all']);
  });

  it('offers copying on selected text, and nothing else', () => {
    expect(labels(contextMenuItems(clicked({ selectionText: 'B OX 4711' }), words))).toEqual(['Copy']);
  });

  it('has no entry where nothing is selected', () => {
    expect(contextMenuItems(clicked({ selectionText: ' \n' }), words)).toEqual([]);
  });

  it('disables an entry that the page cannot do, as copying from a password field', () => {
    const items = contextMenuItems(
      clicked({ isEditable: true, editFlags: { ...editFlags, canCut: false, canCopy: false } }),
      words,
    );
    expect(items.filter(({ enabled }) => enabled === false).map(({ role }) => role)).toEqual(['cut', 'copy']);
  });

  it('is opened in the language of that moment, and not where it has no entry', async () => {
    const window = Object.assign(new EventEmitter(), {
      webContents: new EventEmitter(),
      isDestroyed: () => false,
    });
    let copy = 'Copy';
    Reflect.apply(openContextMenus, null, [window, async () => ({ ...words, copy })]);
    copy = 'Kopieren';
    window.webContents.emit('context-menu', {}, clicked());
    window.webContents.emit('context-menu', {}, clicked({ selectionText: 'words' }));
    await vi.waitFor(() => expect(opened.menus).toEqual([[expect.objectContaining({ label: 'Kopieren' })]]));
  });
});
