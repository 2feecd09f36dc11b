import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Translate } from '../base/translator.ts';

/** The words of the context menu, in the person's language. */
export interface ContextMenuWords {
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly selectAll: string;
}

/** Translates the words of the context menu. */
export function contextMenuWords(translate: Translate): ContextMenuWords {
  const word = (key: string) => translate({ key, params: {} });
  return {
    cut: word('menu.cut'),
    copy: word('menu.copy'),
    paste: word('menu.paste'),
    selectAll: word('menu.selectAll'),
  };
}

/** The part of Electron's description of a right click that decides the entries. */
interface Clicked {
  readonly isEditable: boolean;
  readonly selectionText: string;
  readonly editFlags: Pick<Electron.EditFlags, 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'>;
}

/** The entries for a right click: all of them in an editable field, "copy" on selected text, none elsewhere. */
export function contextMenuItems(clicked: Clicked, words: ContextMenuWords): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags } = clicked;
  const copy: MenuItemConstructorOptions = { role: 'copy', label: words.copy, enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'cut', label: words.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
  ];
}

/** Opens the menu on a right click. `words` is called each time, because the language may have changed. */
export function openContextMenus(window: BrowserWindow, words: () => Promise<ContextMenuWords>): void {
  window.webContents.on('context-menu', (_event, clicked) => {
    const open = async () => {
      const items = contextMenuItems(clicked, await words());
      if (items.length > 0 && !window.isDestroyed()) Menu.buildFromTemplate(items).popup({ window });
    };
    void open();
  });
}
