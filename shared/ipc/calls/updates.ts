import { z } from 'zod';
import { updates } from '../../domain/updates.ts';
import { call } from '../call.ts';

/** Newer versions of the app. Topic `updates`. */
export const updateCalls = {
  'updates.state': call('installer', z.object({}), updates),
  /** Asks the server now, and fetches what is newer. Answers at once; what comes of it is the state. */
  'updates.look': call('installer', z.object({}), updates),
  /** Ends a fetching; nothing of it stays. */
  'updates.stop': call('installer', z.object({}), updates),
  /** Another server, `https` or this computer's own; null = no server. ProblemError `address-malformed`. */
  'updates.changeFeed': call('supervisor', z.object({ feed: z.string().max(500).nullable() }), updates),
  /** Asks for a file that was brought here, and takes it in the server's place. Answers at once. */
  'updates.takeFile': call('installer', z.object({}), updates),
  /**
   * Closes the app and installs what is ready. ProblemError `update-while-sending` while an operation is on its way, and,
   * unless `evenIfOpen`, `update-while-working` while a job is unfinished.
   */
  'updates.install': call('installer', z.object({ evenIfOpen: z.boolean() }), z.object({})),
} as const;
