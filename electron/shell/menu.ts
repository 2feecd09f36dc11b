import { Menu, type MenuItemConstructorOptions } from 'electron';

/**
 * The application menu: what the platform expects and nothing more. It carries the shortcuts for copy, paste and zoom;
 * on Windows and Linux its bar stays hidden until Alt is pressed.
 */
export function installMenu(platform: NodeJS.Platform): void {
  const appMenu: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...appMenu,
      { role: 'editMenu' },
      {
        role: 'viewMenu',
        submenu: [
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
        ],
      },
      { role: 'windowMenu' },
    ]),
  );
}
