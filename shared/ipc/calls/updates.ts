import { z } from 'zod';
import { updates } from '../../domain/updates.ts';
import { call } from '../call.ts';

/** Newer versions of the app. Topic `updates`. */
export const updateCalls = {
  'updates.state': call('installer', z.object({}), updates),
  /** Asks the server now and downloads a newer version. Answers at once; the outcome is in the state. */
  'updates.look': call('installer', z.object({}), updates),
  /** Stops a download and deletes its data. */
  'updates.stop': call('installer', z.object({}), updates),
  /** Another server, `https` or this computer's own; null = no server. ProblemError `address-malformed`. */
  'updates.changeFeed': call('supervisor', z.object({ feed: z.string().max(500).nullable() }), updates),
  /** Asks for an update file on this computer and uses it instead of the server. Answers at once. */
  'updates.takeFile': call('installer', z.object({}), updates),
  /**
   * Closes the app and installs the downloaded version. ProblemError `update-while-sending` while an operation is being
   * sent, and, unless `evenIfOpen`, `update-while-working` while a job is unfinished.
   */
  'updates.install': call('installer', z.object({ evenIfOpen: z.boolean() }), z.object({})),
} as const;
