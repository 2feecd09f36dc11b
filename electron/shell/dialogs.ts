import { join } from 'node:path';
import { app, dialog, shell } from 'electron';
import type { OpenDialog, SaveDialog } from '../base/ports.ts';

/** The operating system's own save dialog, starting in the person's documents. */
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

/** The operating system's own dialog for one file, starting where downloads go. */
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

/** The operating system's own file manager, with the file selected. */
export const showInFolder = (path: string): void => shell.showItemInFolder(path);

/** The system's program for this kind of file; false where there is none. */
export const openFile = async (path: string): Promise<boolean> => (await shell.openPath(path)) === '';
