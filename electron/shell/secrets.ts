import { safeStorage } from 'electron';
import type { SecretKeeping } from '../../shared/domain/profile.ts';
import type { Log, SecretStore } from '../base/ports.ts';
import type { SettingsFile } from './settings-file.ts';

/**
 * Secrets under the operating system's own store: it holds the key, `file` holds the ciphertext. Where there is no real
 * store (Linux `basic_text` is a fixed password) secrets stay in memory for this run and nothing is written.
 * Call after the app is ready. The file is opened only when something is to be kept in it.
 */
export function createSecretStore(
  openFile: () => SettingsFile,
  platform: NodeJS.Platform,
  log: Log,
): SecretStore {
  let kept: Promise<SecretKeeping> | undefined;
  let opened: SettingsFile | undefined;
  const memory = new Map<string, string>();
  const keeping = () => (kept ??= howKept(platform));
  const file = () => (opened ??= openFile());

  const write = async (key: string, value: string): Promise<void> => {
    if ((await keeping()) === 'os-store') {
      const ciphertext = await safeStorage.encryptStringAsync(value);
      file().set(fieldOf(key), ciphertext.toString('base64'));
    } else {
      memory.set(key, value);
    }
  };
  /** The system rotated its key. A value that cannot be rewritten today is still readable, and is rewritten another day. */
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
      const ciphertext = file().get(fieldOf(key));
      if (typeof ciphertext !== 'string') return null;
      const decrypted = await decrypt(ciphertext, key, log);
      if (decrypted?.shouldReEncrypt === true) await renew(key, decrypted.result);
      return decrypted?.result ?? null;
    },
    forget: async (key) => {
      memory.delete(key);
      if ((await keeping()) === 'os-store') file().delete(fieldOf(key));
    },
    removeAll: async () => {
      memory.clear();
      // Also when the store is unavailable in this run: an earlier run may have written ciphertext.
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
    // Another OS user, a restored disk or a reset key ring: the person has to enter the secret again.
    log('warn', 'secrets.undecryptable', key);
    return null;
  }
}

/** electron-store reads dots as paths; a key is one flat name. */
function fieldOf(key: string): string {
  return Buffer.from(key, 'utf8').toString('base64url');
}
