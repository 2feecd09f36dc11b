import { z } from 'zod';
import { logState } from '../../domain/trust.ts';
import { call } from '../call.ts';

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
