import { z } from 'zod';
import { person, personChange, signIn } from '../../domain/people.ts';
import { personId } from '../../ids.ts';
import { call } from '../call.ts';

/** Who works at this laptop. Changing who works never touches what is saved or queued. */
export const peopleCalls = {
  'people.list': call(z.object({}), z.object({ people: z.array(person) })),
  /** Adds or changes somebody. */
  'people.keep': call(personChange, person),
  'people.remove': call(z.object({ id: personId }), z.object({})),
  /** From now on this is who works; null = a scanned code that is nobody's badge. */
  'people.signIn': call(signIn, z.object({ name: z.string().nullable() })),
} as const;
