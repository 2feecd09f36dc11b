import { safeStorage } from 'electron';
import type { SecretKeeping } from '../../shared/domain/profile.ts';
import type { Log, SecretStore } from '../base/ports.ts';
import type { KeyedSettings } from '../profiles/settings-store.ts';

/**
 * Stores secrets encrypted with a key of the operating system's store; `file` has the ciphertext. Without a real
 * store (Linux `basic_text` is a fixed password), secrets stay in memory for this run and nothing is written. Must
 * be called after the app is ready. The file is opened on first use.
 */
export function createSecretStore(
  openFile: () => KeyedSettings,
  platform: NodeJS.Platform,
  log: Log,
): SecretStore {
  let kept: Promise<SecretKeeping> | undefined;
  let opened: KeyedSettings | undefined;
  const memory = new Map<string, string>();
  const keeping = () => (kept ??= howKept(platform));
  const file = () => (opened ??= openFile());

  const write = async (key: string, value: string): Promise<void> => {
    if ((await keeping()) === 'os-store') {
      const ciphertext = await safeStorage.encryptStringAsync(value);
      file().set(key, ciphertext.toString('base64'));
    } else {
      memory.set(key, value);
    }
  };
  /**
   * Re-encrypts a value after the system rotated its key. If that fails, the value stays readable and is
   * re-encrypted later.
   */
  const renew = async (key: string, value: string): Promise<void> => {
    try {
      await write(key, value);
    } catch {
      log('warn', 'secrets.not-renewed', key);
    }
  };
  return {
    keeping,
    write,
    read: async (key) => {
      if ((await keeping()) !== 'os-store') return memory.get(key) ?? null;
      const ciphertext = file().get(key);
      if (typeof ciphertext !== 'string') return null;
      const decrypted = await decrypt(ciphertext, key, log);
      if (decrypted?.shouldReEncrypt === true) await renew(key, decrypted.result);
      return decrypted?.result ?? null;
    },
    forget: async (key) => {
      memory.delete(key);
      if ((await keeping()) === 'os-store') file().delete(key);
    },
    removeAll: async () => {
      memory.clear();
      // Cleared even when the store is unavailable, because an earlier run may have written ciphertext.
      file().clear();
    },
  };
}

async function howKept(platform: NodeJS.Platform): Promise<SecretKeeping> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'memory-only';
  if (platform !== 'linux') return 'os-store';
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? 'memory-only' : 'os-store';
}

async function decrypt(ciphertext: string, key: string, log: Log) {
  try {
    return await safeStorage.decryptStringAsync(Buffer.from(ciphertext, 'base64'));
  } catch {
    // The value was encrypted for another OS user or key ring, for example after a restore; the person must enter
    // it again.
    log('warn', 'secrets.undecryptable', key);
    return null;
  }
}
