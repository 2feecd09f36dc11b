import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import {
  dialog,
  Menu,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  shell,
} from './desktop.ts';
import { ipcMain } from './ipc-main.ts';
import { nativeTheme } from './native-theme.ts';
import { autoUpdater, net } from './net.ts';
import { Notification } from './notification.ts';
import { protocol } from './protocol.ts';
import { session } from './session.ts';
import { HostTray as Tray } from './tray.ts';

/** The module `electron` in this host. */
export type { HostInvokeEvent as IpcMainInvokeEvent } from './ipc-main.ts';
export type MenuItemConstructorOptions = Electron.MenuItemConstructorOptions;
export {
  app,
  autoUpdater,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
};
