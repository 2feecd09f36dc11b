import { z } from 'zod';
import { call } from '../call.ts';

/** Digits as typed; main judges their form. */
const typed = z.string().max(200);

/** The administrator PIN of this laptop, which raises its window to administrator for a while. The role itself is in `app.status`. */
export const roleCalls = {
  /** ProblemErrors `administrator-pin-wrong`, `pin-wait`; `not-found` where no PIN is set. */
  'roles.raise': call('installer', z.object({ pin: typed }), z.object({})),
  /** Ends that at once. */
  'roles.endRaise': call('installer', z.object({}), z.object({})),
  /** Sets, exchanges or, with null, removes the PIN. ProblemErrors `administrator-pin-wrong`, `pin-wait`, `pin-malformed`. */
  'roles.changePin': call(
    'administrator',
    z.object({ pin: typed.nullable(), oldPin: typed.nullable() }),
    z.object({}),
  ),
  /** Where the PIN is lost: the password of the operator's login removes it. ProblemErrors `lock-login-wrong`, `pin-wait`. */
  'roles.removePinByLogin': call(
    'installer',
    z.object({ password: z.string().min(1).max(2000) }),
    z.object({}),
  ),
} as const;
