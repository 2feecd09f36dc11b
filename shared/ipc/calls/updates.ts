import { z } from 'zod';
import { updates } from '../../domain/updates.ts';
import { call } from '../call.ts';

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
