import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron';
import { CALL_CHANNEL, CHANGED_CHANNEL } from '../../shared/ipc/bridge.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import type { Router, Sender } from '../handlers/router.ts';
import { isAppUrl } from './origin.ts';

/** The only receiver of calls from a window. Each call goes through the router, and waits until the router exists. */
export function answerCalls(router: () => Promise<Router>): void {
  ipcMain.handle(CALL_CHANNEL, async (event, name: unknown, input: unknown, page: unknown) => {
    // Read before any await: a closed frame has no sender any more.
    const sender = { ...senderOf(event), page: pageOf(page) };
    return (await router()).handle(name, input, sender);
  });
}

/** Only the top frame of our own pages may call. */
export function isTrustedSender(sender: Pick<Sender, 'isMainFrame' | 'url'>): boolean {
  return sender.isMainFrame && isAppUrl(sender.url);
}

/** Sends every open window the changed topics, and the number of the last change of each topic. */
export function sendTopics(topics: readonly Topic[], numbers: readonly number[]): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(CHANGED_CHANNEL, topics, numbers);
  }
}

/** The id that the preload script gave to its page. A call without a valid id shares the page ''. */
const pageOf = (named: unknown): string =>
  typeof named === 'string' && named.length <= LONGEST_PAGE_NAME ? named : '';
const LONGEST_PAGE_NAME = 64;

function senderOf(event: IpcMainInvokeEvent): Omit<Sender, 'page'> {
  const frame = event.senderFrame;
  return { windowId: event.sender.id, url: frame?.url ?? '', isMainFrame: frame?.parent === null };
}
