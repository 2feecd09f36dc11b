/**
 * Two scripts that run in the page before any of its own, in two JavaScript worlds that share the document and nothing
 * else, as in Electron: the preload script runs in the isolated one and alone reaches the host; the main world gets
 * copies of what `contextBridge` exposes. They speak through DOM events whose details are JSON text.
 *
 * Both functions are sent to the page as source text: they may use nothing from this module.
 */

/** Names the two worlds and the host agree on; new for each window. */
export interface WorldNames {
  readonly world: string;
  readonly binding: string;
  readonly deliver: string;
  readonly toIsolated: string;
  readonly toMain: string;
}

/** Main world: builds `window.<name>` from the described shape and forwards calls. */
export function mainWorld(names: WorldNames): void {
  const callbacks = new Map<number, (...args: unknown[]) => unknown>();
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>();
  let lastCallback = 0;
  let returned: unknown;

  const field = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const list = (value: unknown, key: string): readonly unknown[] => {
    const items = field(value, key);
    return Array.isArray(items) ? Array.from<unknown>(items) : [];
  };
  const send = (message: unknown): void => {
    window.dispatchEvent(new CustomEvent(names.toIsolated, { detail: JSON.stringify(message) }));
  };
  const encode = (value: unknown): unknown => {
    if (typeof value !== 'function') return { type: 'data', data: value };
    lastCallback += 1;
    callbacks.set(lastCallback, (...args) => Reflect.apply(value, undefined, args));
    return { type: 'function', id: lastCallback };
  };
  const call = (id: unknown, args: readonly unknown[]): unknown => {
    returned = undefined;
    // Events are dispatched synchronously: the other world has answered when this returns.
    send({ kind: 'call', id, args: args.map(encode) });
    return decode(returned);
  };
  const decode = (encoded: unknown): unknown => {
    const id = field(encoded, 'id');
    switch (field(encoded, 'type')) {
      case 'function':
        return (...args: unknown[]) => call(id, args);
      case 'promise':
        return new Promise((resolve, reject) => {
          if (typeof id === 'number') waiting.set(id, { resolve, reject });
        });
      case 'object': {
        const copy: Record<string, unknown> = {};
        for (const [key, value] of Object.entries(field(encoded, 'entries') ?? {})) copy[key] = decode(value);
        return Object.freeze(copy);
      }
      case 'error':
        throw new Error(String(field(encoded, 'message')));
      default:
        return field(encoded, 'data');
    }
  };

  window.addEventListener(names.toMain, (event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : '';
    const message: unknown = JSON.parse(String(detail));
    const id = field(message, 'id');
    switch (field(message, 'kind')) {
      case 'expose':
        Object.defineProperty(window, String(field(message, 'name')), {
          value: decode(field(message, 'shape')),
          enumerable: true,
        });
        break;
      case 'returned':
        returned = field(message, 'value');
        break;
      case 'settled': {
        const waiter = typeof id === 'number' ? waiting.get(id) : undefined;
        if (typeof id === 'number') waiting.delete(id);
        if (field(message, 'ok') === true) waiter?.resolve(field(message, 'value'));
        else waiter?.reject(new Error(String(field(message, 'message'))));
        break;
      }
      case 'callback': {
        if (typeof id === 'number') callbacks.get(id)?.(...list(message, 'args'));
        break;
      }
      default:
        break;
    }
  });
}

/** Isolated world: what a sandboxed preload script gets from `require('electron')`. `preload` is run with it. */
export function isolatedWorld(
  names: WorldNames,
  preload: (require: (name: string) => unknown, module: { exports: unknown }, exports: unknown) => void,
): void {
  // Electron runs preload scripts in the top frame only, by default.
  if (window !== window.top) return;
  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const invoking = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>();
  const listeners = new Map<string, Set<(event: unknown, ...args: unknown[]) => void>>();
  let lastFunction = 0;
  let lastInvoke = 0;
  let lastPromise = 0;

  const field = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const list = (value: unknown, key: string): readonly unknown[] => {
    const items = field(value, key);
    return Array.isArray(items) ? Array.from<unknown>(items) : [];
  };
  const send = (message: unknown): void => {
    window.dispatchEvent(new CustomEvent(names.toMain, { detail: JSON.stringify(message) }));
  };
  const tellHost = (message: unknown): void => {
    const binding: unknown = Reflect.get(globalThis, names.binding);
    if (typeof binding === 'function') Reflect.apply(binding, undefined, [JSON.stringify(message)]);
  };
  const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
  const settle = async (id: number, promise: PromiseLike<unknown>): Promise<void> => {
    try {
      send({ kind: 'settled', id, ok: true, value: await promise });
    } catch (cause) {
      send({ kind: 'settled', id, ok: false, message: messageOf(cause) });
    }
  };
  const encode = (value: unknown): unknown => {
    if (typeof value === 'function') {
      lastFunction += 1;
      functions.set(lastFunction, (...args) => Reflect.apply(value, undefined, args));
      return { type: 'function', id: lastFunction };
    }
    if (value instanceof Promise) {
      lastPromise += 1;
      const id = lastPromise;
      // Settles after this turn, so the main world knows the promise by then.
      void settle(id, value);
      return { type: 'promise', id };
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { type: 'data', data: value };
    const entries: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) entries[key] = encode(item);
    return { type: 'object', entries };
  };
  const decode = (encoded: unknown): unknown => {
    if (field(encoded, 'type') !== 'function') return field(encoded, 'data');
    const id = field(encoded, 'id');
    return (...args: unknown[]) => send({ kind: 'callback', id, args });
  };

  window.addEventListener(names.toIsolated, (event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : '';
    const message: unknown = JSON.parse(String(detail));
    const id = field(message, 'id');
    if (field(message, 'kind') !== 'call' || typeof id !== 'number') return;
    try {
      send({ kind: 'returned', value: encode(functions.get(id)?.(...list(message, 'args').map(decode))) });
    } catch (cause) {
      send({ kind: 'returned', value: { type: 'error', message: messageOf(cause) } });
    }
  });

  const deliver = (text: string): void => {
    const message: unknown = JSON.parse(text);
    const id = field(message, 'id');
    if (field(message, 'kind') === 'send') {
      const args = list(message, 'args');
      for (const listener of listeners.get(String(field(message, 'channel'))) ?? []) listener({}, ...args);
    }
    if (field(message, 'kind') === 'invoked' && typeof id === 'number') {
      const waiter = invoking.get(id);
      invoking.delete(id);
      if (field(message, 'ok') === true) waiter?.resolve(field(message, 'value'));
      else waiter?.reject(new Error(String(field(message, 'message'))));
    }
  };
  Reflect.set(globalThis, names.deliver, deliver);

  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown) => send({ kind: 'expose', name, shape: encode(api) }),
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) =>
        new Promise((resolve, reject) => {
          lastInvoke += 1;
          invoking.set(lastInvoke, { resolve, reject });
          tellHost({ kind: 'invoke', id: lastInvoke, channel, args });
        }),
      on: (channel: string, listener: (event: unknown, ...args: unknown[]) => void) => {
        const set = listeners.get(channel) ?? new Set();
        listeners.set(channel, set.add(listener));
      },
      off: (channel: string, listener: (event: unknown, ...args: unknown[]) => void) => {
        listeners.get(channel)?.delete(listener);
      },
    },
  };
  const require = (name: string): unknown => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const reportBounds = (): void => {
    tellHost({ kind: 'bounds', x: screenX, y: screenY, width: outerWidth, height: outerHeight });
  };
  window.addEventListener('resize', reportBounds);
  window.addEventListener('blur', reportBounds);
  const module = { exports: {} };
  preload(require, module, module.exports);
}
