import { z } from 'zod';
import { preferences } from '../../domain/settings.ts';
import { secretKeeping } from '../../domain/profile.ts';
import { appStatus, relayNote } from '../../domain/status.ts';
import { call } from '../call.ts';

/** The window's own calls: status bar, preferences. */
export const appCalls = {
  'app.info': call(
    'installer',
    z.object({}),
    z.object({
      version: z.string(),
      /** The host that runs the app; shown in diagnostics. */
      host: z.enum(['electron', 'chromium']),
      /** Whether Connect can offer a demonstration. A packaged app cannot. */
      demoOffered: z.boolean(),
      /** How this laptop stores the secrets of Connect. */
      secrets: secretKeeping,
    }),
  ),
  'app.status': call('installer', z.object({}), appStatus),
  /** Retries what could not be opened at the start; `status` then has the outcome. */
  'app.startAgain': call('installer', z.object({}), z.object({})),
  /** Marks the note as read. */
  'app.readRelayNote': call('installer', relayNote.pick({ matter: true, at: true }), z.object({})),
  /** Closes the app. Queued operations are on disk and continue at the next start. */
  'app.quit': call('installer', z.object({}), z.object({})),
  'app.preferences': call('installer', z.object({}), preferences),
  /** The worker is changed only by `people.signIn`. */
  'app.changePreferences': call('installer', preferences.omit({ worker: true }).partial(), preferences),
} as const;
