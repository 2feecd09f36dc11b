import { app } from 'electron';

/**
 * `appId` of electron-builder.yml. Windows shows the app's name and icon on its notifications and keeps a pinned taskbar button by it.
 */
export const APP_ID = 'org.boxwright.desktop';

/** Call before the first window is made. */
export function identifyApp(platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
}
