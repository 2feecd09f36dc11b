import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '../../../electron/base/ports.ts';
import { createSecretStore } from '../../../electron/shell/secrets.ts';

// The operating system's store, as Electron offers it: reversible here, available and named as the test says.
const os = vi.hoisted(() => ({
  available: true,
  backend: 'gnome_libsecret',
  rotated: false,
  generation: 1,
  writable: true,
}));
vi.mock('electron', () => ({
  safeStorage: {
    isAsyncEncryptionAvailable: async () => os.available,
    getSelectedStorageBackend: () => os.backend,
    encryptStringAsync: async (text: string) => {
      if (os.writable) return Buffer.from(`${os.generation}:${Buffer.from(text).toString('hex')}`, 'utf8');
      throw new Error('the key ring is locked');
    },
    decryptStringAsync: async (bytes: Buffer) => {
      const [generation, text = ''] = bytes.toString('utf8').split(':');
      if (generation === undefined || Number.isNaN(Number(generation))) throw new Error('cannot decrypt');
      return { result: Buffer.from(text, 'hex').toString(), shouldReEncrypt: os.rotated };
    },
  },
}));

function storeOver(file: Map<string, unknown>, platform: NodeJS.Platform = 'linux') {
  const opened = vi.fn<() => void>();
  const log = vi.fn<Log>();
  const store = createSecretStore(
    () => {
      opened();
      return {
        get: (key) => file.get(key),
        set: (key, value) => void file.set(key, value),
        delete: (key) => void file.delete(key),
        clear: () => file.clear(),
      };
    },
    platform,
    log,
  );
  return { store, opened, log };
}

beforeEach(() =>
  Object.assign(os, {
    available: true,
    backend: 'gnome_libsecret',
    rotated: false,
    generation: 1,
    writable: true,
  }),
);

describe('secrets where the system has a store', () => {
  it('are found again by the next run, and only their ciphertext is in the file', async () => {
    const file = new Map<string, unknown>();
    await storeOver(file).store.write('uat/api.key', 'canary-secret');
    expect(JSON.stringify([...file])).not.toContain('canary-secret');
    const next = storeOver(file).store;
    expect(await next.read('uat/api.key')).toBe('canary-secret');
    expect(await next.keeping()).toBe('os-store');
  });

  it('are gone when cleared, and absent ones are null', async () => {
    const { store } = storeOver(new Map());
    await store.write('key', 'value');
    await store.forget('key');
    expect(await store.read('key')).toBeNull();
  });

  it('are requested again when the system can no longer decrypt them', async () => {
    const file = new Map<string, unknown>();
    const { store, log } = storeOver(file);
    await store.write('key', 'value');
    for (const name of file.keys()) file.set(name, Buffer.from('damaged').toString('base64'));
    expect(await store.read('key')).toBeNull();
    expect(log).toHaveBeenCalledWith('warn', 'secrets.undecryptable', 'key');
  });

  it('are encrypted again after the system rotated its key', async () => {
    const file = new Map<string, unknown>();
    const { store } = storeOver(file);
    await store.write('key', 'value');
    const before = [...file.values()];
    Object.assign(os, { rotated: true, generation: 2 });
    expect(await store.read('key')).toBe('value');
    expect([...file.values()]).not.toEqual(before);
  });

  it('are read while they cannot be encrypted again', async () => {
    const file = new Map<string, unknown>();
    const { store, log } = storeOver(file);
    await store.write('key', 'value');
    Object.assign(os, { rotated: true, writable: false });
    expect(await store.read('key')).toBe('value');
    expect(log).toHaveBeenCalledWith('warn', 'secrets.not-renewed', 'key');
  });
});

describe('forgetting this laptop', () => {
  it('leaves nothing of any profile, in the file and in memory', async () => {
    const file = new Map<string, unknown>();
    const { store } = storeOver(file);
    await store.write('uat/password', 'one');
    await store.write('prod/password', 'other');
    await store.removeAll();
    expect([...file]).toEqual([]);
    expect([await store.read('uat/password'), await store.read('prod/password')]).toEqual([null, null]);
  });

  it('also removes secrets of an earlier run while the store cannot be reached', async () => {
    const file = new Map<string, unknown>();
    await storeOver(file).store.write('uat/password', 'one');
    Object.assign(os, { available: false });
    const { store } = storeOver(file);
    await store.write('uat/password', 'other');
    await store.removeAll();
    expect([...file]).toEqual([]);
    expect(await store.read('uat/password')).toBeNull();
  });
});

describe('secrets where the system has no real store', () => {
  it.each([
    ['no encryption at all', { available: false }],
    ['a fixed password on Linux', { backend: 'basic_text' }],
    ['an unknown backend', { backend: 'unknown' }],
  ])('stay in memory and touch no file: %s', async (_what, weakness) => {
    Object.assign(os, weakness);
    const { store, opened } = storeOver(new Map());
    await store.write('key', 'canary-secret');
    expect(await store.keeping()).toBe('memory-only');
    expect(await store.read('key')).toBe('canary-secret');
    await store.forget('key');
    expect(await store.read('key')).toBeNull();
    expect(opened).not.toHaveBeenCalled();
  });

  it('the name of the backend counts on Linux alone', async () => {
    Object.assign(os, { backend: 'basic_text' });
    expect(await storeOver(new Map(), 'win32').store.keeping()).toBe('os-store');
  });
});
