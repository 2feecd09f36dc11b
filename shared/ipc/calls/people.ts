import { z } from 'zod';
import { person, personChange, signIn } from '../../domain/people.ts';
import {
  LONGEST_REMOVAL_REASON,
  removalDecision,
  removalFindings,
  removalRequest,
  removalQuery,
  removalState,
} from '../../domain/removal.ts';
import { lockMinutes, lockProof, lockState } from '../../domain/settings.ts';
import { personId, logEntryId } from '../../ids.ts';
import { call } from '../messages.ts';

/*
 * The IPC calls about people: who is at the window, which rights it has, its lock, and the removal of personal data.
 */

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

/** Personal data on this laptop: search, and permanent removal. */
export const removalCalls = {
  'removal.state': call('installer', z.object({}), removalState),
  /**
   * Searches all data and resolves when the search is complete or was stopped; nothing is changed. ProblemError
   * `removal-too-short`, `log-busy`.
   */
  'removal.look': call('supervisor', removalQuery, removalState),
  /**
   * Removes exactly what was found. ProblemError `removal-changed`, `removal-in-the-way`, `removal-reason-missing`,
   * `removal-reason-repeats`, `removal-words-left`, `log-busy`.
   */
  'removal.remove': call(
    'supervisor',
    z.object({
      digest: removalFindings.shape.digest,
      reason: z.string().max(LONGEST_REMOVAL_REASON),
      request: removalRequest,
    }),
    removalState,
  ),
  /**
   * Decides about an order of another laptop. ProblemError `not-found`, `removal-decided` (it was carried out or
   * withdrawn), `log-busy`.
   */
  'removal.decide': call(
    { from: 'installer', upTo: 'supervisor' },
    z.object({ id: logEntryId, decision: removalDecision }),
    removalState,
  ),
  /**
   * Withdraws an order of this laptop; laptops that have not carried it out yet keep the data. ProblemError
   * `not-found`, `removal-decided` (it was withdrawn before).
   */
  'removal.withdraw': call('supervisor', z.object({ id: logEntryId }), removalState),
  /** Stops the search and discards its findings. */
  'removal.forget': call('supervisor', z.object({}), removalState),
} as const;
