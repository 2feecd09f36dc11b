import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/**
 * The application menu: what the platform expects and nothing more. It carries the shortcuts for copy, paste and zoom;
 * on Windows and Linux its bar stays hidden until Alt is pressed. Reload and the developer tools exist in development alone.
 */
export function installMenu(platform: NodeJS.Platform): void {
  app.setAboutPanelOptions({ applicationName: 'Boxwright', applicationVersion: app.getVersion() });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, app.isPackaged)));
}

/** The entries of the application menu. */
export function menuTemplate(platform: NodeJS.Platform, isPackaged: boolean): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const development: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }];
  const help: MenuItemConstructorOptions[] = isMac ? [] : [{ role: 'help', submenu: [{ role: 'about' }] }];
  return [
    // macOS has About and Quit in the menu of the app, the other systems in the first and the last one.
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
    ...help,
  ];
}
