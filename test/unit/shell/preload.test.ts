import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CALL_CHANNEL, CHANGED_CHANNEL, GO_CHANNEL } from '../../../shared/ipc/bridge.ts';
import { callNames } from '../../../shared/ipc/contract.ts';

type Listener = (...args: readonly unknown[]) => void;
type Call = (...args: readonly unknown[]) => unknown;

const electron = vi.hoisted(() => {
  const given: { readonly world: string; readonly bridge: Readonly<Record<string, unknown>> }[] = [];
  const invoked: (readonly unknown[])[] = [];
  return { given, invoked, listeners: new Map<string, Listener>() };
});
vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (world: string, bridge: Readonly<Record<string, unknown>>) =>
      electron.given.push({ world, bridge }),
  },
  ipcRenderer: {
    invoke: async (...args: readonly unknown[]) => electron.invoked.push(args),
    on: (channel: string, listener: Listener) => electron.listeners.set(channel, listener),
    off: (channel: string) => electron.listeners.delete(channel),
  },
}));

const isCall = (value: unknown): value is Call => typeof value === 'function';

/** A function of the bridge by its path, as the window sees it. */
function offered(...path: readonly string[]): Call {
  const found = path.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, name) : undefined),
    electron.given[0]?.bridge,
  );
  if (!isCall(found)) throw new Error(`${path.join('.')} is not offered`);
  return found;
}

beforeAll(async () => {
  // The build writes them in (electron.vite.config.ts).
  vi.stubGlobal('BOXWRIGHT_CALL_NAMES', callNames);
  await import('../../../electron/shell/preload.ts');
});
beforeEach(() => {
  electron.invoked.length = 0;
  electron.listeners.clear();
});

it('gives the window one thing, which holds the calls of the contract and two ways to listen', () => {
  expect(electron.given.map(({ world }) => world)).toEqual(['boxwright']);
  const leaves = Object.entries(electron.given[0]?.bridge ?? {}).flatMap(([space, verbs]) =>
    typeof verbs === 'object' && verbs !== null
      ? Object.keys(verbs).map((verb) => `${space}.${verb}`)
      : [space],
  );
  expect(leaves.toSorted()).toEqual([...callNames, 'onChanged', 'onGo'].toSorted());
});

it('a call goes to one channel under its own name with its input and the name of the page alone, whatever else the window hands over', () => {
  void offered('app', 'info')({}, 'another-channel', { more: true });
  void offered('app', 'info')({});
  const page: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(electron.invoked).toEqual([
    [CALL_CHANNEL, 'app.info', {}, page],
    [CALL_CHANNEL, 'app.info', {}, page],
  ]);
  expect(electron.invoked[0]?.at(-1)).toBe(electron.invoked[1]?.at(-1));
});

it.each([
  ['onChanged', CHANGED_CHANNEL, [['status'], [7]]],
  ['onGo', GO_CHANNEL, [['status'], [7]]],
])(
  '%s receives the message and nothing of the event, which would lead back to ipcRenderer',
  (name, channel, said) => {
    const heard: (readonly unknown[])[] = [];
    const stop = offered(name)((...args: readonly unknown[]) => heard.push(args));
    electron.listeners.get(channel)?.({ sender: 'ipcRenderer' }, ['status'], [7], 'more');
    expect(heard).toEqual([said]);
    if (isCall(stop)) stop();
    expect(electron.listeners.has(channel)).toBe(false);
  },
);

it('the window listens to offered topics, and names no channel itself', () => {
  offered('onChanged')(() => undefined, 'another-channel');
  expect([...electron.listeners.keys()]).toEqual([CHANGED_CHANNEL]);
});

it('a place that comes before a screen listens is kept for the first one, and no other', async () => {
  vi.resetModules();
  electron.given.length = 0;
  await import('../../../electron/shell/preload.ts');
  electron.listeners.get(GO_CHANNEL)?.({}, 'earlier', null);
  electron.listeners.get(GO_CHANNEL)?.({}, 'the place', null);
  const heard: (readonly unknown[])[] = [];
  offered('onGo')((...args: readonly unknown[]) => heard.push(args));
  offered('onGo')((...args: readonly unknown[]) => heard.push(['second', ...args]));
  await Promise.resolve();
  expect(heard).toEqual([['the place', null]]);
});
