import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openCrewKey } from '../../../electron/jobs/rescue/crew-key.ts';
import {
  openSecretsFile,
  readSecrets,
  type SecretPlace,
  writeSecrets,
} from '../../../electron/profiles/profile.ts';
import { keptProxyLogins } from '../../../electron/session/outside.ts';
import { openDeviceKey } from '../../../electron/trust/device-key.ts';
import { customerId } from '../../../shared/ids.ts';
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

describe('the file of the secrets', () => {
  const place = (environment: 'uat' | 'prod', customer: number, login: number): SecretPlace => ({
    address: { environment, baseUrl: `https://${environment}.operator.example/v3` },
    customerId: customerId.parse(customer),
    login,
  });
  const credentials = { apiKey: 'key', username: 'name', password: 'word' };
  const places = [place('uat', 4711, 1), place('uat', 4712, 12), place('prod', 1, 1)];

  it('loses the ciphertext of an earlier build at its opening, and keeps the secrets of every profile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'boxwright-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const log = vi.fn<Log>();
    const open = () => createSecretStore(() => openSecretsFile(folder, log), 'win32', log);
    const before = open();
    for (const one of places) await writeSecrets(before, one, credentials, 'token');
    const { address } = place('uat', 4711, 1);
    const key = await openDeviceKey(before, address);
    const crewKey = await (await openCrewKey(before, address)).make();
    await keptProxyLogins(before).write('proxy.example:8080', { username: 'jo', password: 'word' });
    const file = join(folder, 'secrets.json');
    const content = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
    // Earlier builds encoded each name, and knew one login per address.
    const earlier = Object.keys(content).flatMap((name) => [
      Buffer.from(name, 'utf8').toString('base64url'),
      name.replace('/1/', '/'),
    ]);
    const old = earlier.filter((name) => content[name] === undefined).map((name) => [name, 'ciphertext']);
    writeFileSync(file, JSON.stringify({ ...content, ...Object.fromEntries(old) }));

    const after = open();
    for (const one of places) {
      expect(await readSecrets(after, one)).toEqual({
        'api-key': 'key',
        username: 'name',
        password: 'word',
        'relay-token': 'token',
      });
    }
    expect((await openDeviceKey(after, address)).signer.key).toBe(key.signer.key);
    expect((await openCrewKey(after, address)).current()?.text).toBe(crewKey.text);
    expect(await keptProxyLogins(after).read('proxy.example:8080')).toMatchObject({ username: 'jo' });
    expect(old.length).toBeGreaterThan(Object.keys(content).length);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(content);
    expect(log).not.toHaveBeenCalled();
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
