import { z } from 'zod';
import type { CustomerId } from '../../shared/ids.ts';
import { profileKey } from './profile-folder.ts';
import type { ProfileIdentity } from './profile-folder.ts';
import type { SettingsStore } from './settings-store.ts';

const names = z.record(z.string(), z.string()).catch({});

/**
 * Customer names by profile. A managed laptop has its customer's number only; people know the name, also at the
 * next start without a network.
 */
export interface CustomerNames {
  readonly known: (address: ProfileIdentity['address'], id: CustomerId) => string | null;
  readonly remember: (address: ProfileIdentity['address'], id: CustomerId, name: string) => void;
}

/** Names over one settings document. */
export function createCustomerNames(settings: SettingsStore): CustomerNames {
  const keyOf = (address: ProfileIdentity['address'], id: CustomerId) => `${profileKey(address)}/${id}`;
  return {
    known: (address, id) => names.parse(settings.read() ?? {})[keyOf(address, id)] ?? null,
    remember: (address, id, name) => {
      settings.write({ ...names.parse(settings.read() ?? {}), [keyOf(address, id)]: name });
    },
  };
}
