import { z } from 'zod';
import {
  defaultPreferences,
  type PreferenceChanges,
  type Preferences,
  preferences,
} from '../../shared/domain/settings.ts';
import type { ConnectionId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { PublicationDocument } from '../../shared/relay/office-documents.ts';
import type { SettingsStore } from './settings-store.ts';

/* The preferences of this laptop; some of their values belong to a customer, and a publication restricts the test user. */

const field = preferences.shape;

/** Each field is parsed alone: an invalid one falls back to its default without affecting the others. */
const tolerant = z.object({
  theme: field.theme.catch(defaultPreferences.theme),
  language: field.language.catch(defaultPreferences.language),
  worker: field.worker.catch(defaultPreferences.worker),
  lastGroupId: field.lastGroupId.catch(defaultPreferences.lastGroupId),
  lastGroupName: field.lastGroupName.catch(defaultPreferences.lastGroupName),
  testUserId: field.testUserId.catch(defaultPreferences.testUserId),
  testUserName: field.testUserName.catch(defaultPreferences.testUserName),
  testMinutes: field.testMinutes.catch(defaultPreferences.testMinutes),
  notifications: field.notifications.catch(defaultPreferences.notifications),
  staysInTray: field.staysInTray.catch(defaultPreferences.staysInTray),
  startsAtLogin: field.startsAtLogin.catch(defaultPreferences.startsAtLogin),
  checklistChoices: field.checklistChoices.catch(defaultPreferences.checklistChoices),
  scanner: field.scanner.catch(defaultPreferences.scanner),
  cameraId: field.cameraId.catch(defaultPreferences.cameraId),
  batchMapping: field.batchMapping.catch(defaultPreferences.batchMapping),
}) satisfies z.ZodType<Preferences>;

/** Any JSON object; fields of a newer app are preserved. */
const anyObject = z.looseObject({}).catch({});

/** The fields of a change that are not left out. */
const given = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** The preferences of this laptop. */
export interface PreferencesStore {
  readonly read: () => Preferences;
  /** Changes the given fields and returns all preferences. */
  readonly change: (changes: PreferenceChanges) => Preferences;
}

/**
 * Creates the store over one settings document. No other code writes that document, so values are cached after the
 * first read; every step of a job reads some.
 */
export function createPreferencesStore(settings: SettingsStore): PreferencesStore {
  let known: Preferences | null = null;
  return {
    read: () => (known ??= tolerant.parse(anyObject.parse(settings.read()))),
    change: (changes) => {
      const before = anyObject.parse(settings.read());
      const stored = tolerant.parse(before);
      const scanner = { ...stored.scanner, ...given(changes.scanner ?? {}) };
      const after = preferences.parse({ ...stored, ...given(changes), scanner });
      settings.write({ ...before, ...after });
      known = after;
      return after;
    },
  };
}

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
const byCustomer = z.record(z.string(), z.unknown()).catch({});

/**
 * The preferences for the current customer. Without a customer, its own fields have their defaults and are not
 * saved. No other code writes this document, so it is cached after the first read.
 */
export function customerPreferences(
  store: PreferencesStore,
  settings: SettingsStore,
  customer: () => ConnectionId | null,
): PreferencesStore {
  let known: z.infer<typeof byCustomer> | null = null;
  const all = () => (known ??= byCustomer.parse(settings.read() ?? {}));
  const own = (): OfCustomer => {
    const id = customer();
    const found = id === null ? undefined : all()[id];
    return ofCustomer.safeParse(found).data ?? none;
  };
  return {
    read: () => ({ ...store.read(), ...own() }),
    change: ({ lastGroupId, lastGroupName, testUserId, testUserName, ...common }) => {
      const id = customer();
      const changes = given({ lastGroupId, lastGroupName, testUserId, testUserName });
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
