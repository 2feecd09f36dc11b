import { contextBridge, ipcRenderer } from 'electron';
import { CALL_CHANNEL, CHANGED_CHANNEL, GO_CHANNEL } from '../../shared/ipc/bridge.ts';

/**
 * The names of the contract's calls, inserted by the build (electron.vite.config.ts), so that the preload follows
 * the contract without a schema library.
 */
declare const BOXWRIGHT_CALL_NAMES: readonly string[];

/** The id of this page load. Main answers the page for one customer, even if another customer is shown later. */
const page = crypto.randomUUID();

type CallFunction = (input: unknown) => Promise<unknown>;

/** One function per call, grouped by namespace. The window cannot call a name outside the contract. */
const bridge: Record<string, Record<string, CallFunction>> = {};
for (const name of BOXWRIGHT_CALL_NAMES) {
  const [space = '', verb = ''] = name.split('.');
  const group = (bridge[space] ??= {});
  group[verb] = (input) => ipcRenderer.invoke(CALL_CHANNEL, name, input, page);
}

/** Subscribes to a channel and passes on the first `parts` values of each message. */
const listenTo = (channel: string, parts: number) => (listener: (...message: readonly unknown[]) => void) => {
  // The event object is withheld, because it would give the window access to ipcRenderer.
  const forward = (_event: unknown, ...message: readonly unknown[]) => listener(...message.slice(0, parts));
  ipcRenderer.on(channel, forward);
  return () => {
    ipcRenderer.off(channel, forward);
  };
};

const listenToGo = listenTo(GO_CHANNEL, 2);
/** The last place that arrived before a screen listened; it is delivered to the first listener. */
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
