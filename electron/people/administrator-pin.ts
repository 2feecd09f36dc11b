import { z } from 'zod';
import { type Clock, type Instant, MINUTE } from '../../shared/time.ts';
import type { RoleSources } from '../../shared/domain/people.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import { isPin, isSealedOtherwise, readPin, sealPin, proveLogin, type AttemptCounter } from './proofs.ts';

/** The elevation expires, in case the administrator leaves the laptop without ending it. */
const ELEVATION_MS = 15 * MINUTE;
/** The key under which wrong entries are counted. */
const SUBJECT = 'administrator';

const document = z.object({ pin: z.string().min(1).nullable() });

/** The PIN that temporarily elevates this laptop's window to the administrator role. */
export interface AdministratorPin {
  readonly state: () => RoleSources['pin'];
  /** The end of the elevation; null = not elevated. */
  readonly raisedUntil: () => Instant | null;
  /** ProblemErrors `administrator-pin-wrong`, `pin-wait`, `not-found`. */
  readonly elevate: (typed: string) => Promise<void>;
  readonly endElevation: () => void;
  /**
   * Sets the PIN and elevates, replaces it, or removes it (null). ProblemErrors `administrator-pin-wrong`,
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
  readonly tries: Pick<AttemptCounter, 'attempt' | 'forget'>;
  /** The password of the operator's login. ProblemError `not-connected`. */
  readonly password: () => string;
  readonly clock: Clock;
  readonly changed: () => void;
}): AdministratorPin {
  let kept = keptPin(settings.read());
  let elevatedAt: number | null = null;
  let stopTimer = () => {};

  const leftMs = () => (elevatedAt === null ? 0 : elevatedAt + ELEVATION_MS - clock.passed());
  const isElevated = () => leftMs() > 0;
  const endElevation = () => {
    stopTimer();
    if (elevatedAt === null) return;
    elevatedAt = null;
    changed();
  };
  const elevate = () => {
    stopTimer();
    elevatedAt = clock.passed();
    stopTimer = clock.setTimer(endElevation, ELEVATION_MS);
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
    state: () => (!kept.isSet ? 'none' : isElevated() ? 'raised' : 'set'),
    raisedUntil: () => (kept.isSet && isElevated() ? clock.now() + Math.round(leftMs()) : null),
    elevate: async (typed) => {
      if (!kept.isSet) throw new ProblemError(makeProblem('not-found'));
      await prove(typed);
      elevate();
      const { pin } = kept;
      if (pin !== null && isSealedOtherwise(pin)) await reseal(pin, typed);
    },
    endElevation,
    change: async (typed, old) => {
      if (kept.isSet) await prove(old ?? '');
      keep(typed === null ? null : await sealPin(readPin(typed)));
      if (typed === null) endElevation();
      else elevate();
      changed();
    },
    removeByLogin: async (typed) => {
      await proveLogin(tries, password(), typed);
      keep(null);
      endElevation();
      changed();
    },
  };
}

function keptPin(found: unknown): { readonly isSet: boolean; readonly pin: string | null } {
  if (found === undefined) return { isSet: false, pin: null };
  const read = document.safeParse(found);
  return read.success ? { isSet: read.data.pin !== null, pin: read.data.pin } : { isSet: true, pin: null };
}
