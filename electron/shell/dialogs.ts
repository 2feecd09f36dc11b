import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { SaveDialog } from '../ports.ts';

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
