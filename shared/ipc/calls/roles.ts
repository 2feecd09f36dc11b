import { z } from 'zod';
import { call } from '../call.ts';

/** The typed digits; main validates their form. */
const typed = z.string().max(200);

/**
 * The administrator PIN of this laptop, which temporarily raises its window to administrator. `app.status` has the
 * role itself.
 */
export const roleCalls = {
  /** ProblemErrors `administrator-pin-wrong`, `pin-wait`; `not-found` where no PIN is set. */
  'roles.raise': call('installer', z.object({ pin: typed }), z.object({})),
  /** Ends the raised role at once. */
  'roles.endRaise': call('installer', z.object({}), z.object({})),
  /**
   * Sets, replaces or, with null, removes the PIN. ProblemErrors `administrator-pin-wrong`, `pin-wait`,
   * `pin-malformed`.
   */
  'roles.changePin': call(
    'administrator',
    z.object({ pin: typed.nullable(), oldPin: typed.nullable() }),
    z.object({}),
  ),
  /** Removes a lost PIN by the password of the operator's login. ProblemErrors `lock-login-wrong`, `pin-wait`. */
  'roles.removePinByLogin': call(
    'installer',
    z.object({ password: z.string().min(1).max(2000) }),
    z.object({}),
  ),
} as const;
