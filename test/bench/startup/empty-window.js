// The least that a window of this host can be: its own scheme, one page, nothing behind it.
import { app, BrowserWindow, protocol } from 'electron';

protocol.registerSchemesAsPrivileged([
  { scheme: 'boxwright', privileges: { standard: true, secure: true, codeCache: true } },
]);
await app.whenReady();
protocol.handle(
  'boxwright',
  () =>
    new Response('<!doctype html><title>Empty</title><h1>An empty window</h1>', {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
);
// A window with a preload is the app's own: this one does nothing.
const preload = new URL('./preload.cjs', import.meta.url).pathname;
const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { preload } });
await window.loadURL('boxwright://app/');
