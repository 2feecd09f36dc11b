import { z } from 'zod';
import { checklistName, groupId, userId, personId } from '../ids.ts';
import { batchMapping } from './batch.ts';
import { scannerSettings, standardScanner } from './scanning.ts';
import { LONGEST_WORKER_NAME } from './people.ts';

/** The longest test access. */
export const LONGEST_TEST_MINUTES = 1440;
/** The length of a test access, as a person chooses it. */
export const testMinutes = z.number().int().min(1).max(LONGEST_TEST_MINUTES);

export const theme = z.enum(['light', 'dark', 'system']);
export const language = z.enum(['en', 'de', 'fr', 'es']);
export type Language = z.infer<typeof language>;

/** The checklist that a person last chose for a make ("ford transit"); '' = the make was not known. */
const checklistChoice = z.object({ make: z.string().max(400), checklist: checklistName });
export type ChecklistChoice = z.infer<typeof checklistChoice>;
export const MOST_CHECKLIST_CHOICES = 100;

/** Values that a laptop keeps between jobs. Nothing secret. */
export const preferences = z.object({
  theme,
  language,
  /** The person who is working. Empty until a name is given. */
  worker: z.string().max(LONGEST_WORKER_NAME),
  lastGroupId: groupId.nullable(),
  lastGroupName: z.string().nullable(),
  testUserId: userId.nullable(),
  testUserName: z.string().nullable(),
  testMinutes,
  /** Whether system notifications are shown. */
  notifications: z.boolean(),
  /** Whether closing the window leaves the app in the tray. */
  staysInTray: z.boolean(),
  startsAtLogin: z.boolean(),
  /** Newest first. */
  checklistChoices: z.array(checklistChoice).max(MOST_CHECKLIST_CHOICES),
  /** The settings of this laptop's USB scanner. */
  scanner: scannerSettings,
  /** The camera for scanning, by its device id in the browser; null = the browser's choice. */
  cameraId: z.string().max(200).nullable(),
  /** The column mapping of the last imported list. */
  batchMapping,
});
export type Preferences = z.infer<typeof preferences>;

/** A change of preferences: fields that are left out stay unchanged, also within the scanner's settings. */
export const preferenceChanges = preferences
  .omit({ scanner: true })
  .partial()
  .extend({ scanner: scannerSettings.partial().optional() });
export type PreferenceChanges = z.infer<typeof preferenceChanges>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  language: 'en',
  worker: '',
  lastGroupId: null,
  lastGroupName: null,
  testUserId: null,
  testUserName: null,
  testMinutes: 15,
  notifications: true,
  staysInTray: false,
  startsAtLogin: false,
  checklistChoices: [],
  scanner: standardScanner,
  cameraId: null,
  batchMapping: {},
};

/** The choices of minutes without input after which the window is locked. */
export const LOCK_MINUTES = [5, 15, 30] as const;
/** Null = the window is never locked. */
export const lockMinutes = z.literal(LOCK_MINUTES).nullable();
export type LockMinutes = z.infer<typeof lockMinutes>;

/** The PIN of a person, required to turn the lock off or to extend its time. */
export const lockProof = z.object({ person: personId, pin: z.string().max(200) });
export type LockProof = z.infer<typeof lockProof>;

/**
 * The idle lock, with the preferences that its page needs; the other preferences are refused while the window is
 * locked.
 */
export const lockState = z.object({
  locked: z.boolean(),
  minutes: lockMinutes,
  look: preferences.pick({ theme: true, language: true, scanner: true, worker: true }),
});
export type LockState = z.infer<typeof lockState>;
