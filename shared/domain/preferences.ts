import { z } from 'zod';
import { groupId, userId } from '../ids.ts';
import { batchMapping } from './batch.ts';
import { checklistName } from './checklist-name.ts';
import { scannerSettings, standardScanner } from './scanner.ts';
import { LONGEST_WORKER_NAME } from './worker-name.ts';

export const theme = z.enum(['light', 'dark', 'system']);
export const language = z.enum(['en', 'de', 'fr', 'es']);
export type Language = z.infer<typeof language>;

/** The checklist that a person chose by hand for a make ("ford transit"); '' where the make was not known. */
export const checklistChoice = z.object({ make: z.string().max(400), checklist: checklistName });
export type ChecklistChoice = z.infer<typeof checklistChoice>;
export const MOST_CHECKLIST_CHOICES = 100;

/** Values that a laptop keeps between jobs, so that nothing is typed twice. Nothing secret. */
export const preferences = z.object({
  theme,
  language,
  /** The person who is working. Empty until a name is given. */
  worker: z.string().max(LONGEST_WORKER_NAME),
  lastGroupId: groupId.nullable(),
  lastGroupName: z.string().nullable(),
  testUserId: userId.nullable(),
  testUserName: z.string().nullable(),
  testMinutes: z.number().int().min(1).max(1440),
  /** Is a person called by the system's notifications? */
  notifications: z.boolean(),
  /** Does closing the window leave the app in the tray? */
  staysInTray: z.boolean(),
  startsAtLogin: z.boolean(),
  /** Newest first. */
  checklistChoices: z.array(checklistChoice).max(MOST_CHECKLIST_CHOICES),
  /** How the USB scanner at this laptop is set. */
  scanner: scannerSettings,
  /** The camera that was chosen for scanning, by the name the browser gives it on this laptop; null = the browser's choice. */
  cameraId: z.string().max(200).nullable(),
  /** The last meanings of the columns of imported lists. */
  batchMapping,
});
export type Preferences = z.infer<typeof preferences>;

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
