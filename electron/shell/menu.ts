import { app, Menu, type MenuItemConstructorOptions } from 'electron';

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
