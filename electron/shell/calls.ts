import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron';
import { CALL_CHANNEL, CHANGED_CHANNEL } from '../../shared/ipc/channels.ts';
import type { Topic } from '../../shared/ipc/topics.ts';
import type { Router, Sender } from '../ipc/router.ts';
import { isAppUrl } from './origin.ts';

/** The one place where a window's message enters: everything goes through the router. */
export function answerCalls(router: Router): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) =>
    router.handle(name, input, senderOf(event)),
  );
}

/** Only the top frame of our own pages may call. */
export function isTrustedSender(sender: Sender): boolean {
  return sender.isMainFrame && isAppUrl(sender.url);
}

/** Tells every open window what changed. */
export function sendTopics(topics: readonly Topic[]): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(CHANGED_CHANNEL, topics);
  }
}

function senderOf(event: IpcMainInvokeEvent): Sender {
  const frame = event.senderFrame;
  return { windowId: event.sender.id, url: frame?.url ?? '', isMainFrame: frame?.parent === null };
}
