import { z } from 'zod';
import { defaultPreferences, type Preferences, preferences } from '../../shared/domain/settings.ts';
import type { SettingsStore } from './settings-store.ts';

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
const found = z.looseObject({}).catch({});

/** Undefined fields stay unchanged. */
export type PreferenceChanges = { readonly [Field in keyof Preferences]?: Preferences[Field] | undefined };

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
    read: () => (known ??= tolerant.parse(found.parse(settings.read()))),
    change: (changes) => {
      const before = found.parse(settings.read());
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const after = preferences.parse({ ...tolerant.parse(before), ...given });
      settings.write({ ...before, ...after });
      known = after;
      return after;
    },
  };
}
