import { z } from 'zod';
import { defaultPreferences, preferences } from '../../shared/domain/settings.ts';
import type { ConnectionId } from '../../shared/ids.ts';
import type { PreferencesStore } from './preferences-store.ts';
import type { SettingsStore } from './settings-store.ts';

/** The preferences that hold ids of a customer: an id of one customer must never be offered for another. */
const ofCustomer = preferences.pick({
  lastGroupId: true,
  lastGroupName: true,
  testUserId: true,
  testUserName: true,
});
type OfCustomer = z.infer<typeof ofCustomer>;

const { lastGroupId, lastGroupName, testUserId, testUserName } = defaultPreferences;
const none: OfCustomer = { lastGroupId, lastGroupName, testUserId, testUserName };
const document = z.record(z.string(), z.unknown()).catch({});

/** The preferences as they are for the customer of this moment; without one, its values are the defaults and stay unsaved. */
export function customerPreferences(
  store: PreferencesStore,
  settings: SettingsStore,
  customer: () => ConnectionId | null,
): PreferencesStore {
  const all = () => document.parse(settings.read() ?? {});
  const own = (): OfCustomer => {
    const id = customer();
    const found = id === null ? undefined : all()[id];
    return ofCustomer.safeParse(found).data ?? none;
  };
  return {
    read: () => ({ ...store.read(), ...own() }),
    change: ({ lastGroupId, lastGroupName, testUserId, testUserName, ...common }) => {
      const id = customer();
      const given = { lastGroupId, lastGroupName, testUserId, testUserName };
      const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      if (id !== null && Object.keys(changes).length > 0)
        settings.write({ ...all(), [id]: ofCustomer.parse({ ...own(), ...changes }) });
      return { ...store.change(common), ...own() };
    },
  };
}
