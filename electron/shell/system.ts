import { join } from 'node:path';
import { app, dialog, shell, powerMonitor, session } from 'electron';
import type { OpenDialog, SaveDialog, PowerEvents, ResolveProxy } from '../base/ports.ts';

/* Services of the operating system: its dialogs, its file manager, power events, its proxy settings. */

/** The system's save dialog; it starts in the documents folder. */
export function createSaveDialog(): SaveDialog {
  return {
    choose: async ({ title, suggestedName, extension }) => {
      const answer = await dialog.showSaveDialog({
        title,
        defaultPath: join(app.getPath('documents'), suggestedName),
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      return answer.canceled || answer.filePath === '' ? null : answer.filePath;
    },
  };
}

/** The system's dialog for opening one file; it starts in the downloads folder. */
export function createOpenDialog(): OpenDialog {
  return {
    choose: async ({ title, extension }) => {
      const answer = await dialog.showOpenDialog({
        title,
        defaultPath: app.getPath('downloads'),
        filters: [{ name: extension, extensions: [extension] }],
        properties: ['openFile', 'dontAddToRecent'],
      });
      return answer.canceled ? null : (answer.filePaths[0] ?? null);
    },
  };
}

/** Shows the file selected in the system's file manager. */
export const showInFolder = (path: string): void => shell.showItemInFolder(path);

/** Opens the file with the system's default program; false if there is none. */
export const openFile = async (path: string): Promise<boolean> => (await shell.openPath(path)) === '';

/** Reports when the laptop sleeps, is locked, or wakes up. Must be called after the app is ready. */
export function createPowerEvents(): PowerEvents {
  return {
    onAway: (listener) => {
      const heard = () => listener();
      powerMonitor.on('suspend', heard);
      powerMonitor.on('lock-screen', heard);
      return () => {
        powerMonitor.off('suspend', heard);
        powerMonitor.off('lock-screen', heard);
      };
    },
    onResume: (listener) => {
      const heard = () => listener();
      powerMonitor.on('resume', heard);
      return () => {
        powerMonitor.off('resume', heard);
      };
    },
  };
}

/**
 * Chromium's proxy result for an address: system settings, PAC script or WPAD. Must be called after the app is
 * ready.
 */
export const resolveSystemProxy: ResolveProxy = (url) => session.defaultSession.resolveProxy(url);
