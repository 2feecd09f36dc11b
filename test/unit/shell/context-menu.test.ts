import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contextMenuItems, openContextMenus } from '../../../electron/shell/context-menu.ts';

const opened = vi.hoisted((): { menus: unknown[] } => ({ menus: [] }));
vi.mock('electron', () => ({
  Menu: { buildFromTemplate: (items: unknown) => ({ popup: () => opened.menus.push(items) }) },
}));
beforeEach(() => {
  opened.menus.length = 0;
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
