import { z } from 'zod';
import { defaultPreferences, preferences } from '../../shared/domain/settings.ts';
import type { ConnectionId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { PublicationDocument } from '../../shared/relay/office-documents.ts';
import type { PreferencesStore } from './preferences-store.ts';
import type { SettingsStore } from './settings-store.ts';

/** Preferences that hold ids of a customer. An id of one customer must never be offered for another. */
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

/**
 * The preferences for the current customer. Without a customer, its own fields have their defaults and are not
 * saved. No other code writes this document, so it is cached after the first read.
 */
export function customerPreferences(
  store: PreferencesStore,
  settings: SettingsStore,
  customer: () => ConnectionId | null,
): PreferencesStore {
  let known: z.infer<typeof document> | null = null;
  const all = () => (known ??= document.parse(settings.read() ?? {}));
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
      if (id !== null && Object.keys(changes).length > 0) {
        const after = { ...all(), [id]: ofCustomer.parse({ ...own(), ...changes }) };
        settings.write(after);
        known = after;
      }
      return { ...store.change(common), ...own() };
    },
  };
}

/**
 * Restricts the test user to those that an administrator published. A stored user that is not published is replaced
 * by the first published one. ProblemError `test-user-published` for the choice of another user.
 */
export function publishedPreferences(
  store: PreferencesStore,
  testUsers: () => PublicationDocument['testUsers'],
): PreferencesStore {
  const published = (own: ReturnType<PreferencesStore['read']>) => {
    const users = testUsers();
    const user = users.find(({ id }) => id === own.testUserId) ?? users[0];
    return user === undefined ? own : { ...own, testUserId: user.id, testUserName: user.name };
  };
  return {
    read: () => published(store.read()),
    change: (changes) => {
      const users = testUsers();
      const { testUserId: wanted } = changes;
      if (wanted !== undefined && users.length > 0 && !users.some(({ id }) => id === wanted)) {
        throw new ProblemError(makeProblem('test-user-published'));
      }
      return published(store.change(changes));
    },
  };
}
