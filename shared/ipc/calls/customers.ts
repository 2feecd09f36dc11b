import { z } from 'zod';
import { connectionId, customerId } from '../../ids.ts';
import { place } from '../pushed.ts';
import { call } from '../call.ts';

const one = z.object({ id: connectionId });

/** The customers of this laptop, side by side; `app.status` lists them. */
export const customerCalls = {
  /**
   * Shows this customer. The window loads its page again, so that nothing of another customer remains in it, and goes
   * to `place`.
   */
  'customers.show': call('installer', one.extend({ place: place.nullable().default(null) }), z.object({})),
  /** The customers that the login of the shown one reaches at the operator, without those of this laptop. */
  'customers.offered': call(
    'supervisor',
    z.object({}),
    z.object({ customers: z.array(z.object({ id: customerId, name: z.string() })) }),
  ),
  /** Adds one of them with the login and the relay of the shown customer, and shows it. */
  'customers.add': call('supervisor', z.object({ customerId }), z.object({})),
  /** Forgets this customer and the secrets that no other one uses. Its queue stays on disk and is found again. */
  'customers.remove': call('supervisor', one, z.object({})),
} as const;
