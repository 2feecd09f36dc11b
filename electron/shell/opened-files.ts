import { app } from 'electron';

/** macOS tells of an opened file by an event, at the first start before the app is ready: listen at once. */
export function listenForOpenedFiles(onFile: (path: string) => void): void {
  app.on('open-file', (event, path) => {
    event.preventDefault();
    onFile(path);
  });
}
