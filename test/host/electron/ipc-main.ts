import { appendFileSync } from 'node:fs';
import { settings } from './settings.ts';
import type { HostWebContents } from './web-contents.ts';

/** The caller: a frame with its address as the app knows it. */
export interface HostFrame {
  readonly url: string;
  readonly parent: HostFrame | null;
}

/** The event of one `ipcRenderer.invoke`. */
export interface HostInvokeEvent {
  readonly sender: HostWebContents;
  readonly senderFrame: HostFrame | null;
}

type Listener = (event: HostInvokeEvent, ...args: unknown[]) => unknown;

const handlers = new Map<string, Listener>();

/** Electron's `ipcMain`, as far as the app uses it. */
export const ipcMain = {
  handle: (channel: string, listener: Listener): void => {
    if (handlers.has(channel)) throw new Error(`a second handler for '${channel}'`);
    handlers.set(channel, listener);
  },
};

/** Runs the handler of a channel. Throws what it throws, or when there is none. */
export async function handleInvoke(channel: string, event: HostInvokeEvent, args: readonly unknown[]) {
  const listener = handlers.get(channel);
  if (isOf(settings.broken, args)) throw new Error('This call breaks, as asked by BOXWRIGHT_HOST_BROKEN.');
  if (isOf(settings.unanswered, args)) return new Promise(() => {});
  if (listener === undefined) throw new Error(`No handler registered for '${channel}'`);
  const answer = await listener(event, ...args);
  recordTraffic(args[0], answer);
  return answer;
}

/** Keeps what goes to the window, where the launcher wants to look into it. */
export function recordTraffic(about: unknown, message: unknown): void {
  if (settings.trafficFile !== undefined)
    appendFileSync(settings.trafficFile, `${JSON.stringify([about, message])}\n`);
}

/** The app's one channel names the call first. */
const isOf = (names: readonly string[], [call]: readonly unknown[]): boolean =>
  typeof call === 'string' && names.some((name) => call.startsWith(name));
