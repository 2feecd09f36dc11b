import { z } from 'zod';
import { person, personChange, signIn } from '../../domain/people.ts';
import { personId } from '../../ids.ts';
import { call } from '../call.ts';
import { lockMinutes, lockProof, lockState } from '../../domain/settings.ts';

/* The IPC calls about the person at the window: who it is, which rights the window has, and its lock. */

/** The people of this laptop. Changing the worker never touches saved or queued work. */
export const peopleCalls = {
  'people.list': call('installer', z.object({}), z.object({ people: z.array(person) })),
  /** Adds or changes a person. */
  'people.keep': call('installer', personChange, person),
  'people.remove': call('lead', z.object({ id: personId }), z.object({})),
  /** Sets the worker; null = a scanned code that is no badge. */
  'people.signIn': call('installer', signIn, z.object({ name: z.string().nullable() })),
} as const;

/** The typed digits; main validates their form. */
const typedPin = z.string().max(200);

/**
 * The administrator PIN of this laptop, which temporarily raises its window to administrator. `app.status` has the
 * role itself.
 */
export const roleCalls = {
  /** ProblemErrors `administrator-pin-wrong`, `pin-wait`; `not-found` where no PIN is set. */
  'roles.raise': call('installer', z.object({ pin: typedPin }), z.object({})),
  /** Ends the raised role at once. */
  'roles.endRaise': call('installer', z.object({}), z.object({})),
  /**
   * Sets, replaces or, with null, removes the PIN. ProblemErrors `administrator-pin-wrong`, `pin-wait`,
   * `pin-malformed`.
   */
  'roles.changePin': call(
    'administrator',
    z.object({ pin: typedPin.nullable(), oldPin: typedPin.nullable() }),
    z.object({}),
  ),
  /** Removes a lost PIN by the password of the operator's login. ProblemErrors `lock-login-wrong`, `pin-wait`. */
  'roles.removePinByLogin': call(
    'installer',
    z.object({ password: z.string().min(1).max(2000) }),
    z.object({}),
  ),
} as const;

/** The idle lock of this laptop's window. */
export const lockCalls = {
  'lock.state': call('installer', z.object({}), lockState),
  /** Reports input in the window. Without reports the window counts as idle. */
  'lock.stillHere': call('installer', z.object({}), z.object({})),
  /** Opens the window by the PIN of a person or by any person's badge; that person becomes the worker. */
  'lock.open': call(
    'installer',
    z.object({ person: personId, typed: z.string().min(1).max(2000) }),
    z.object({ name: z.string() }),
  ),
  /** If every PIN is lost: opens the window by the password of the operator's login, and turns the lock off. */
  'lock.openByLogin': call('installer', z.object({ password: z.string().min(1).max(2000) }), z.object({})),
  /** Turning the lock off, or extending its time, needs the proof. */
  'lock.change': call(
    'installer',
    z.object({ minutes: lockMinutes, proof: lockProof.nullable() }),
    lockState,
  ),
} as const;
