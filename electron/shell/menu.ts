import { app, Menu, type MenuItemConstructorOptions, type BrowserWindow } from 'electron';
import type { Translate } from '../base/translator.ts';

/** The entry that opens the guides in the window. */
export interface GuidesEntry {
  readonly label: string;
  readonly open: () => void;
}

/**
 * The application menu with the platform's standard items. It carries the shortcuts for copy, paste and zoom; on
 * Windows and Linux the menu bar is hidden until Alt is pressed. Reload and the developer tools exist in development
 * only. `guides` is omitted until the language's texts are loaded.
 */
export function installMenu(platform: NodeJS.Platform, guides: GuidesEntry | null): void {
  app.setAboutPanelOptions({ applicationName: 'Boxwright', applicationVersion: app.getVersion() });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, app.isPackaged, guides)));
}

/** The entries of the application menu. */
export function menuTemplate(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  guides: GuidesEntry | null,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const development: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }];
  const help: MenuItemConstructorOptions[] = [
    // The window handles F1 itself, also while typing; macOS routes the key to the menu.
    ...(guides === null
      ? []
      : [{ label: guides.label, accelerator: 'F1', registerAccelerator: false, click: guides.open }]),
    ...(isMac ? [] : [{ role: 'about' as const }]),
  ];
  return [
    // About and Quit are in the app menu on macOS, and in the first and last menu elsewhere.
    isMac ? { role: 'appMenu' } : { role: 'fileMenu', submenu: [{ role: 'quit' }] },
    { role: 'editMenu' },
    {
      role: 'viewMenu',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...development,
      ],
    },
    { role: 'windowMenu' },
    ...(help.length === 0 ? [] : [{ role: 'help' as const, submenu: help }]),
  ];
}

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
