import { z } from 'zod';
import { jobSummary } from '../../domain/job.ts';
import { queueLine } from '../../domain/operation-commands.ts';
import { connectionId, customerId } from '../../ids.ts';
import { place } from '../pushed.ts';
import { call } from '../call.ts';

const one = z.object({ id: connectionId });

/** Upper bound of the jobs, and of the operations, that are shown of another customer; the counts are of all. */
export const MOST_NEEDED = 50;

const needsOfCustomer = z.object({
  id: connectionId,
  name: z.string(),
  jobs: z.array(jobSummary),
  jobCount: z.number().int(),
  /** Operations that need a person, in the order of the Queue, those of jobs included. */
  lines: z.array(queueLine),
  lineCount: z.number().int(),
  /** Those of them that belong to none of its jobs that need a person. */
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
  /** The work of the open customers that are not shown and need a person. Read only: an act takes place after `show`. */
  'customers.needsYou': call('installer', z.object({}), z.object({ customers: z.array(needsOfCustomer) })),
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
