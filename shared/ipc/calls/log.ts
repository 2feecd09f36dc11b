import { z } from 'zod';
import { logState } from '../../domain/trust.ts';
import { call } from '../call.ts';

/** The installation log of this laptop: checked, and saved for others to check. */
export const logCalls = {
  'log.state': call('installer', z.object({}), logState),
  /**
   * Reads the whole log and answers when it is through or was stopped. `known`: an entry as a report prints it, or empty.
   * ProblemError `log-place-malformed`, `log-busy`.
   */
  'log.check': call('installer', z.object({ known: z.string().max(200) }), logState),
  /** Asks where the export goes; null = cancelled or stopped, and nothing is left behind. ProblemError `log-busy`. */
  'log.save': call('installer', z.object({}), z.object({ path: z.string().nullable() })),
  /** Ends what is under way. */
  'log.stop': call('installer', z.object({}), z.object({})),
} as const;
