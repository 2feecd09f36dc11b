import { z } from 'zod';
import { lockMinutes, lockProof, lockState } from '../../domain/settings.ts';
import { personId } from '../../ids.ts';
import { call } from '../call.ts';

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
