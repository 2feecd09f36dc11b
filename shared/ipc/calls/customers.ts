import { z } from 'zod';
import { jobSummary } from '../../domain/job.ts';
import { queueLine } from '../../domain/operation-commands.ts';
import { connectionId, customerId } from '../../ids.ts';
import { place } from '../pushed.ts';
import { call } from '../call.ts';

const one = z.object({ id: connectionId });

/** Upper bound of the jobs and operations of another customer that are returned; the counts include all. */
export const MOST_NEEDED = 50;

const needsOfCustomer = z.object({
  id: connectionId,
  name: z.string(),
  jobs: z.array(jobSummary),
  jobCount: z.number().int(),
  /** Operations that need a person, in the order of the Queue, including those of jobs. */
  lines: z.array(queueLine),
  lineCount: z.number().int(),
  /** The number of these operations that belong to none of the returned jobs. */
  besidesJobs: z.number().int(),
});
export type NeedsOfCustomer = z.infer<typeof needsOfCustomer>;

/** The customers of this laptop, side by side; `app.status` lists them. */
export const customerCalls = {
  /**
   * Shows this customer. The window loads its page again, so that nothing of another customer remains in it, and goes
   * to `place`.
   */
  'customers.show': call('installer', one.extend({ place: place.nullable().default(null) }), z.object({})),
  /**
   * The work of open customers that are not shown and need a person. Read-only: a person acts on it after
   * `customers.show`.
   */
  'customers.needsYou': call('installer', z.object({}), z.object({ customers: z.array(needsOfCustomer) })),
  /** The customers of the shown customer's login at the operator, without those already on this laptop. */
  'customers.offered': call(
    'supervisor',
    z.object({}),
    z.object({ customers: z.array(z.object({ id: customerId, name: z.string() })) }),
  ),
  /** Adds one of them with the login and the relay of the shown customer, and shows it. */
  'customers.add': call('supervisor', z.object({ customerId }), z.object({})),
  /**
   * Removes this customer, and the secrets that no other one uses. Its databases stay on disk and are used again
   * after a reconnect.
   */
  'customers.remove': call('supervisor', one, z.object({})),
} as const;
