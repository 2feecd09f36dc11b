import type { SecretStore } from '../../../electron/base/ports.ts';
import type { SettingsStore } from '../../../electron/profiles/settings-store.ts';
import type { SecretKeeping } from '../../../shared/domain/profile.ts';

/** Secrets in memory, to be looked into. */
export interface MemorySecrets extends SecretStore {
  readonly kept: Map<string, string>;
}

/** A secret store that lives as long as the test. */
export function memorySecrets(keeping: SecretKeeping = 'os-store'): MemorySecrets {
  const kept = new Map<string, string>();
  return {
    kept,
    keeping: () => Promise.resolve(keeping),
    read: (key) => Promise.resolve(kept.get(key) ?? null),
    write: async (key, value) => void kept.set(key, value),
    forget: async (key) => void kept.delete(key),
    removeAll: async () => kept.clear(),
  };
}

/** A settings document in memory, written as JSON as a file would be. */
export interface MemorySettings extends SettingsStore {
  readonly text: () => string | undefined;
}

/** Begins with `content`, or with nothing. */
export function memorySettings(content?: unknown): MemorySettings {
  let text = content === undefined ? undefined : JSON.stringify(content);
  return {
    text: () => text,
    read: () => {
      const value: unknown = text === undefined ? undefined : JSON.parse(text);
      return value;
    },
    write: (value) => {
      text = JSON.stringify(value);
    },
  };
}
