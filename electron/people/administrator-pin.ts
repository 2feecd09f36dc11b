import { z } from 'zod';
import { type Clock, type Instant, MINUTE } from '../../shared/time.ts';
import type { RoleSources } from '../../shared/domain/people.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import { isPin, isSealedOtherwise, readPin, sealPin, proveLogin, type Tries } from './proofs.ts';

/** Raised rights expire, in case the administrator leaves the laptop without ending them. */
const RAISED_FOR_MS = 15 * MINUTE;
/** The key under which wrong entries are counted. */
const SUBJECT = 'administrator';

const document = z.object({ pin: z.string().min(1).nullable() });

/** The PIN that temporarily raises the window of this laptop to administrator. */
export interface AdministratorPin {
  readonly state: () => RoleSources['pin'];
  /** When the raised rights end; null = not raised. */
  readonly raisedUntil: () => Instant | null;
  /** ProblemErrors `administrator-pin-wrong`, `pin-wait`, `not-found`. */
  readonly raise: (typed: string) => Promise<void>;
  readonly endRaise: () => void;
  /**
   * Sets the PIN and raises, replaces it, or removes it (null). ProblemErrors `administrator-pin-wrong`,
   * `pin-wait`, `pin-malformed`.
   */
  readonly change: (typed: string | null, old: string | null) => Promise<void>;
  /**
   * The fallback for a lost PIN. It is safe because the operator's login grants more than this window.
   * ProblemErrors as of `proveLogin`.
   */
  readonly removeByLogin: (password: string) => Promise<void>;
}

/**
 * Stores the PIN in its own document, which no other code writes. An unreadable document counts as a PIN that no
 * entry matches.
 */
export function createAdministratorPin({
  settings,
  tries,
  password,
  clock,
  changed,
}: {
  readonly settings: SettingsStore;
  readonly tries: Pick<Tries, 'attempt' | 'forget'>;
  /** The password of the operator's login. ProblemError `not-connected`. */
  readonly password: () => string;
  readonly clock: Clock;
  readonly changed: () => void;
}): AdministratorPin {
  let kept = keptPin(settings.read());
  let raisedAt: number | null = null;
  let stopTimer = () => {};

  const leftMs = () => (raisedAt === null ? 0 : raisedAt + RAISED_FOR_MS - clock.passed());
  const raised = () => leftMs() > 0;
  const endRaise = () => {
    stopTimer();
    if (raisedAt === null) return;
    raisedAt = null;
    changed();
  };
  const raise = () => {
    stopTimer();
    raisedAt = clock.passed();
    stopTimer = clock.setTimer(endRaise, RAISED_FOR_MS);
    changed();
  };
  const prove = async (typed: string): Promise<void> => {
    const { pin } = kept;
    if (!(await tries.attempt(SUBJECT, async () => pin !== null && (await isPin(pin, typed)))))
      throw new ProblemError(makeProblem('administrator-pin-wrong'));
  };
  /** A PIN stored with older scrypt costs is rehashed at its next correct entry. */
  const reseal = async (before: string, typed: string): Promise<void> => {
    const sealed = await sealPin(typed);
    // The PIN may have been changed while it was hashed.
    if (kept.pin !== before) return;
    try {
      settings.write({ pin: sealed });
    } catch (cause) {
      // A full disk does not reject a correct PIN: the next correct entry rehashes it.
      if (!(cause instanceof ProblemError)) throw cause;
      return;
    }
    kept = { isSet: true, pin: sealed };
  };
  const keep = (pin: string | null): void => {
    settings.write({ pin });
    kept = { isSet: pin !== null, pin };
    tries.forget(SUBJECT);
  };

  return {
    state: () => (!kept.isSet ? 'none' : raised() ? 'raised' : 'set'),
    raisedUntil: () => (kept.isSet && raised() ? clock.now() + Math.round(leftMs()) : null),
    raise: async (typed) => {
      if (!kept.isSet) throw new ProblemError(makeProblem('not-found'));
      await prove(typed);
      raise();
      const { pin } = kept;
      if (pin !== null && isSealedOtherwise(pin)) await reseal(pin, typed);
    },
    endRaise,
    change: async (typed, old) => {
      if (kept.isSet) await prove(old ?? '');
      keep(typed === null ? null : await sealPin(readPin(typed)));
      if (typed === null) endRaise();
      else raise();
      changed();
    },
    removeByLogin: async (typed) => {
      await proveLogin(tries, password(), typed);
      keep(null);
      endRaise();
      changed();
    },
  };
}

function keptPin(found: unknown): { readonly isSet: boolean; readonly pin: string | null } {
  if (found === undefined) return { isSet: false, pin: null };
  const read = document.safeParse(found);
  return read.success ? { isSet: read.data.pin !== null, pin: read.data.pin } : { isSet: true, pin: null };
}
