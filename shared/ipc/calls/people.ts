import { z } from 'zod';
import { person, personChange, signIn } from '../../domain/people.ts';
import { personId } from '../../ids.ts';
import { call } from '../call.ts';

/** The people of this laptop. Changing the worker never touches saved or queued work. */
export const peopleCalls = {
  'people.list': call('installer', z.object({}), z.object({ people: z.array(person) })),
  /** Adds or changes a person. */
  'people.keep': call('installer', personChange, person),
  'people.remove': call('lead', z.object({ id: personId }), z.object({})),
  /** Sets the worker; null = a scanned code that is no badge. */
  'people.signIn': call('installer', signIn, z.object({ name: z.string().nullable() })),
} as const;
