import { contextBridge, ipcRenderer } from 'electron';
import { CALL_CHANNEL, CHANGED_CHANNEL, GO_CHANNEL } from '../../shared/ipc/bridge.ts';

/**
 * The names of the contract, written in by the build (electron.vite.config.ts): the preload follows the contract by
 * itself and carries no schema library.
 */
declare const BOXWRIGHT_CALL_NAMES: readonly string[];

/** Names this load of the page: main answers it for one customer, whichever one is shown later. */
const page = crypto.randomUUID();

type CallFunction = (input: unknown) => Promise<unknown>;

/** One function per call, grouped by namespace. The window cannot name a call that is not in the contract. */
const bridge: Record<string, Record<string, CallFunction>> = {};
for (const name of BOXWRIGHT_CALL_NAMES) {
  const [space = '', verb = ''] = name.split('.');
  const group = (bridge[space] ??= {});
  group[verb] = (input) => ipcRenderer.invoke(CALL_CHANNEL, name, input, page);
}

/** So many `parts` of a message reach the window. */
const listenTo = (channel: string, parts: number) => (listener: (...message: readonly unknown[]) => void) => {
  // The event object stays here: it would hand the window a way back into ipcRenderer.
  const forward = (_event: unknown, ...message: readonly unknown[]) => listener(...message.slice(0, parts));
  ipcRenderer.on(channel, forward);
  return () => {
    ipcRenderer.off(channel, forward);
  };
};

const listenToGo = listenTo(GO_CHANNEL, 2);
/** A page that was loaded to show a place is led there before its screens listen. */
let early: readonly unknown[] | null = null;
let stopWaiting = listenToGo((...message) => {
  early = message;
});

contextBridge.exposeInMainWorld('boxwright', {
  ...bridge,
  onChanged: listenTo(CHANGED_CHANNEL, 2),
  onGo: (listener: (...message: readonly unknown[]) => void) => {
    stopWaiting();
    stopWaiting = () => {};
    const kept = early;
    early = null;
    if (kept !== null) queueMicrotask(() => listener(...kept));
    return listenToGo(listener);
  },
});
