import { z } from 'zod';
import { healthState, supportBundle, unexpectedStop, windowFault } from '../../domain/diagnostics.ts';
import { secretKeeping } from '../../domain/profile.ts';
import { preferenceChanges, preferences } from '../../domain/settings.ts';
import { appStatus, relayNote } from '../../domain/status.ts';
import { logState } from '../../domain/trust.ts';
import { problem } from '../../problem.ts';
import { instant } from '../../time.ts';
import { call } from '../messages.ts';

/* The IPC calls about the app itself: its window, its updates, its health, its log. */

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
  'app.changePreferences': call('installer', preferenceChanges.omit({ worker: true }), preferences),
} as const;

/** A newer version: its number, and its publisher's release notes. */
const newer = z.object({ version: z.string(), notes: z.string() });

/** The state of the update task. */
export const updateStep = z.discriminatedUnion('is', [
  /** `checkedAt`: when the server last answered without a newer version. */
  z.object({ is: z.literal('idle'), checkedAt: instant.nullable() }),
  z.object({ is: z.literal('looking') }),
  /** `done` and `total` in bytes; `total` is 0 until it is known. */
  newer.extend({ is: z.literal('fetching'), done: z.number(), total: z.number() }),
  /** The update is downloaded and verified; it is installed when the app closes. */
  newer.extend({ is: z.literal('ready') }),
]);
export type UpdateStep = z.infer<typeof updateStep>;

export const updates = z.object({
  version: z.string(),
  /**
   * `no-key`: this build has no publisher key; `not-installed`: the app was not installed from a package that can be
   * replaced.
   */
  cannot: z.enum(['no-key', 'not-installed']).nullable(),
  /** The address of newer versions; null = no server. */
  feed: z.string().nullable(),
  step: updateStep,
  /** Why the last check, download or file failed. */
  problem: problem.nullable(),
});
export type Updates = z.infer<typeof updates>;

/** Newer versions of the app. Topic `updates`. */
export const updateCalls = {
  'updates.state': call('installer', z.object({}), updates),
  /** Queries the server and downloads a newer version. Answers at once; the state has the outcome. */
  'updates.look': call('installer', z.object({}), updates),
  /** Stops a download and deletes its data. */
  'updates.stop': call('installer', z.object({}), updates),
  /**
   * Changes the update server: `https` or this computer itself; null = no server. ProblemError `address-malformed`.
   */
  'updates.changeFeed': call('supervisor', z.object({ feed: z.string().max(500).nullable() }), updates),
  /** Asks for an update file and uses it in place of the server. Answers at once. */
  'updates.takeFile': call('installer', z.object({}), updates),
  /**
   * Closes the app and installs the downloaded version. ProblemError `update-while-sending` while an operation is being
   * sent, and, unless `evenIfOpen`, `update-while-working` while a job is unfinished.
   */
  'updates.install': call('installer', z.object({ evenIfOpen: z.boolean() }), z.object({})),
} as const;

const bundleId = supportBundle.shape.id;

/** The health of this laptop's parts, unexpected stops, and the support functions. Works without a profile too. */
export const diagnosticsCalls = {
  'diagnostics.health': call('installer', z.object({}), healthState),
  /**
   * Checks every part; resolves when the check is complete or was stopped. A concurrent call joins the running check.
   */
  'diagnostics.look': call('installer', z.object({}), healthState),
  'diagnostics.stopLooking': call('installer', z.object({}), z.object({})),
  /** Asks the operator for its time. */
  'diagnostics.measureClock': call(
    'installer',
    z.object({}),
    z.object({ clockOffsetMs: z.number().nullable() }),
  ),
  /** Unexpected stops that no person has seen yet, newest first. */
  'diagnostics.unreportedStops': call(
    'installer',
    z.object({}),
    z.object({ stops: z.array(unexpectedStop) }),
  ),
  /** Marks all stops up to this time as seen. */
  'diagnostics.tellStops': call('installer', unexpectedStop.pick({ at: true }), z.object({})),
  /** Reports a fault of the window itself. */
  'diagnostics.windowFault': call('installer', windowFault, z.object({})),
  /** Assembles a bundle in memory; replaces the previous one. ProblemError `bundle-busy`. */
  'diagnostics.prepareBundle': call('installer', z.object({}), supportBundle),
  /**
   * A page of a bundle's file, exactly as it will be saved; `next` = offset of the following page. ProblemError
   * `bundle-gone`.
   */
  'diagnostics.bundleText': call(
    'installer',
    z.object({ id: bundleId, name: z.string().max(200), from: z.number().int().min(0) }),
    z.object({ text: z.string(), next: z.number().int().nullable() }),
  ),
  /** Asks for a place and saves exactly the bundle that was shown; null = cancelled. ProblemError `bundle-gone`. */
  'diagnostics.saveBundle': call(
    'installer',
    z.object({ id: bundleId }),
    z.object({ path: z.string().nullable() }),
  ),
} as const;

/** The checks and exports of this laptop's installation log. */
export const logCalls = {
  'log.state': call('installer', z.object({}), logState),
  /**
   * Verifies the whole log; resolves when that is complete or was stopped. `known`: an entry as printed on a
   * report, or empty. ProblemError `log-place-malformed`, `log-busy`.
   */
  'log.check': call('installer', z.object({ known: z.string().max(200) }), logState),
  /**
   * Asks for a path and exports the log; null = cancelled or stopped, and no file is left behind. ProblemError
   * `log-busy`.
   */
  'log.save': call('installer', z.object({}), z.object({ path: z.string().nullable() })),
  /** Stops the running task. */
  'log.stop': call('installer', z.object({}), z.object({})),
} as const;
