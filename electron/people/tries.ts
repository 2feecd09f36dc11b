import { z } from 'zod';
import { type Clock, MINUTE, SECOND } from '../../shared/time.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import { isPassword } from './proofs.ts';

/** So many wrong ones in a row, then a pause before each further one. All PINs of four digits take weeks. */
const WRONG_IN_A_ROW = 5;
const FIRST_PAUSE_MS = 30 * SECOND;
const LONGEST_PAUSE_MS = 8 * MINUTE;

const document = z.object({
  wrong: z.array(z.object({ of: z.string(), count: z.int().positive() })),
});

/** Counts wrong PINs and passwords, of each subject by itself. A restart neither forgets them nor ends a pause. */
export interface Tries {
  /** ProblemError `pin-wait` while the subject's pause lasts. */
  readonly refuseInPause: (subject: string) => void;
  /** Whether `look` says that it is right. ProblemError `pin-wait`: nothing was looked at. */
  readonly attempt: (subject: string, look: () => Promise<boolean>) => Promise<boolean>;
  /** The subject is gone. */
  readonly forget: (subject: string) => void;
}

/** Is this the password of the operator's login? ProblemErrors `lock-login-wrong`, `pin-wait`. */
export async function proveLogin(tries: Pick<Tries, 'attempt'>, kept: string, typed: string): Promise<void> {
  if (!(await tries.attempt('login', async () => isPassword(kept, typed))))
    throw new ProblemError(makeProblem('lock-login-wrong'));
}

/** Makes the counts over a document of their own. */
export function createTries({
  settings,
  clock,
}: {
  readonly settings: SettingsStore;
  readonly clock: Clock;
}): Tries {
  const startedAt = clock.passed();
  const found = document.safeParse(settings.read());
  const wrong = new Map(
    (found.success ? found.data.wrong : []).map(({ of, count }) => [of, { count, at: startedAt }]),
  );

  const keep = (): void => {
    try {
      settings.write({ wrong: [...wrong].map(([of, { count }]) => ({ of, count })) });
    } catch (cause) {
      // A full disk locks no person out: the count of this run stays.
      if (!(cause instanceof ProblemError)) throw cause;
    }
  };
  const forget = (subject: string): void => {
    if (wrong.delete(subject)) keep();
  };
  const refuseInPause = (subject: string): void => {
    const before = wrong.get(subject);
    if (before === undefined || before.count < WRONG_IN_A_ROW) return;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (before.count - WRONG_IN_A_ROW), LONGEST_PAUSE_MS);
    const left = before.at + pause - clock.passed();
    if (left > 0) throw new ProblemError(makeProblem('pin-wait', { seconds: Math.ceil(left / SECOND) }));
  };
  return {
    refuseInPause,
    attempt: async (subject, look) => {
      refuseInPause(subject);
      // Counted before the slow look, so that tries sent at once, or ended with the app, count too.
      wrong.set(subject, { count: (wrong.get(subject)?.count ?? 0) + 1, at: clock.passed() });
      keep();
      const right = await look();
      if (right) forget(subject);
      return right;
    },
    forget,
  };
}
