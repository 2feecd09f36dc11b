import { z } from 'zod';
import { type Clock, MINUTE } from '../../shared/time.ts';
import { type LockMinutes, lockMinutes, type LockProof } from '../../shared/domain/settings.ts';
import type { PersonId } from '../../shared/ids.ts';
import type { CallName } from '../../shared/ipc/contract.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import type { People } from './people.ts';
import { proveLogin, type AttemptCounter } from './proofs.ts';

/**
 * The calls that the lock page needs. All other calls, including calls added later, are refused while the window is
 * locked.
 */
const ANSWERED_WHILE_LOCKED: ReadonlySet<CallName> = new Set<CallName>([
  'lock.state',
  'lock.open',
  'lock.openByLogin',
  'people.list',
  'app.quit',
]);

/** The idle time after which this laptop's window is locked. */
export interface LockSetting {
  readonly read: () => LockMinutes;
  readonly write: (minutes: LockMinutes) => void;
}

const document = z.object({ minutes: lockMinutes });

/**
 * Stores the setting in its own document, which no other code writes. An unreadable document means that the lock is
 * off.
 */
export function createLockSetting(settings: SettingsStore): LockSetting {
  const found = document.safeParse(settings.read());
  let minutes = found.success ? found.data.minutes : null;
  return {
    read: () => minutes,
    write: (changed) => {
      settings.write({ minutes: changed });
      minutes = changed;
    },
  };
}

/** The lock of the window. Queue, reads and results continue while it is locked. */
export interface IdleLock {
  readonly isLocked: () => boolean;
  /** The reason why a call is not answered now; null = it is answered. */
  readonly refusal: (name: CallName) => Problem | null;
  /** Reports input in the window. */
  readonly stillHere: () => void;
  /** The laptop sleeps or the system locked its screen: locks the window at once, if the lock is on. */
  readonly away: () => void;
  /** Opens the window and returns the person's name. ProblemErrors: `lock-not-opened`, `pin-wait`, `not-found`. */
  readonly open: (person: PersonId, typed: string) => Promise<string>;
  /**
   * The fallback when every PIN is lost: the password of the operator's login opens the window and turns the lock
   * off. It is safe because that login grants more than this window. ProblemErrors: `lock-login-wrong`, `pin-wait`,
   * `not-connected`.
   */
  readonly openByLogin: (password: string) => Promise<void>;
  /** ProblemErrors: `lock-needs-pin`, `lock-needs-proof`, and of the proof `pin-wrong`, `pin-wait`, `not-found`. */
  readonly change: (minutes: LockMinutes, proof: LockProof | null) => Promise<void>;
  readonly close: () => void;
}

/**
 * Creates the idle lock. If it is on, the app starts locked, so that a restart does not open the window. The lock
 * applies only while a person has a PIN, so that a lost list of people does not lock everyone out.
 */
export function createIdleLock({
  setting,
  people,
  tries,
  password,
  clock,
  changed,
}: {
  readonly setting: LockSetting;
  readonly people: Pick<People, 'list' | 'provePin' | 'proveForLock'>;
  readonly tries: Pick<AttemptCounter, 'attempt'>;
  /** The password of the operator's login. ProblemError `not-connected`. */
  readonly password: () => string;
  readonly clock: Clock;
  /** The window was locked or opened, or the setting changed. */
  readonly changed: () => void;
}): IdleLock {
  const canBeOpened = () => people.list().some(({ hasPin }) => hasPin);
  let locked = setting.read() !== null && canBeOpened();
  let lastInput = clock.passed();
  let stopTimer = () => {};

  const lock = () => {
    if (locked || setting.read() === null || !canBeOpened()) return;
    locked = true;
    stopTimer();
    changed();
  };
  /** Locks an idle window, and schedules the next check. */
  const checkIdle = () => {
    stopTimer();
    const minutes = setting.read();
    if (locked || minutes === null) return;
    const left = lastInput + minutes * MINUTE - clock.passed();
    if (left <= 0) lock();
    else stopTimer = clock.setTimer(checkIdle, left);
  };
  const isIdle = () => {
    const minutes = setting.read();
    return minutes !== null && clock.passed() - lastInput >= minutes * MINUTE;
  };
  /** A timer may fire late, so the lock is also evaluated at each call. */
  const isLocked = () => {
    if (isIdle()) lock();
    return locked;
  };
  checkIdle();

  return {
    isLocked,
    refusal: (name) => (isLocked() && !ANSWERED_WHILE_LOCKED.has(name) ? makeProblem('window-locked') : null),
    stillHere: () => {
      lastInput = clock.passed();
    },
    away: lock,
    open: async (person, typed) => {
      const name = await people.proveForLock(person, typed);
      lastInput = clock.passed();
      locked = false;
      checkIdle();
      changed();
      return name;
    },
    openByLogin: async (typed) => {
      await proveLogin(tries, password(), typed);
      setting.write(null);
      locked = false;
      stopTimer();
      changed();
    },
    change: async (minutes, proof) => {
      const before = setting.read();
      const loosens = before !== null && (minutes === null || minutes > before);
      if (minutes !== null && !canBeOpened()) throw new ProblemError(makeProblem('lock-needs-pin'));
      if (loosens && canBeOpened()) {
        if (proof === null) throw new ProblemError(makeProblem('lock-needs-proof'));
        await people.provePin(proof.person, proof.pin);
      }
      setting.write(minutes);
      checkIdle();
      changed();
    },
    close: () => stopTimer(),
  };
}
