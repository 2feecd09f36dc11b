import { z } from 'zod';
import {
  connectionFacts,
  proxyLogin,
  operatorAddress,
  operatorCredentials,
  profileView,
  serviceAddress,
  policy,
} from '../../domain/profile.ts';
import { connectionId, customerId, environment } from '../../ids.ts';
import { assumptionsSchema } from '../../operator/assumptions.ts';
import { relayRole } from '../../relay/access.ts';
import { call, place } from '../messages.ts';
import { jobSummary } from '../../domain/job.ts';
import { queueLine } from '../../domain/operation-commands.ts';

/* The IPC calls about the customers of this laptop and the connections to them. */

const assumptionsView = z.object({ values: assumptionsSchema, kept: z.boolean() });

const relayAccess = z.object({ relayUrl: serviceAddress, relayToken: z.string().min(1).max(500) });

/**
 * The calls of the Connect screen. They accept secrets, and none returns one. Each test is a separate call, so that
 * its result is shown at once.
 */
export const connectCalls = {
  /** Tests whether the address answers. Any HTTP answer counts; its Date header gives the clock offset. */
  'connect.checkAddress': call(
    'installer',
    operatorAddress,
    z.object({ clockOffsetMs: z.number().nullable(), connection: connectionFacts.nullable() }),
  ),
  /** Tests whether the operator accepts key and login. */
  'connect.checkLogin': call(
    'installer',
    z.object({ address: operatorAddress, credentials: operatorCredentials }),
    z.object({}),
  ),
  /** The customers that this login can reach. */
  'connect.customers': call(
    'installer',
    z.object({ address: operatorAddress, credentials: operatorCredentials }),
    z.object({ customers: z.array(z.object({ id: customerId, name: z.string() })) }),
  ),
  'connect.checkRelay': call(
    'installer',
    relayAccess.extend({ environment, customerId }),
    z.object({ name: z.string(), role: relayRole, connection: connectionFacts.nullable() }),
  ),
  /** The values that the laptop's administrator has set. */
  'connect.policy': call('installer', z.object({}), policy),
  /** Stores the login for the proxy that requires one; sending is retried at once. */
  'connect.signInToProxy': call('installer', proxyLogin.extend({ proxy: z.string().max(300) }), z.object({})),
  /**
   * Saves the profile, shows it and opens its databases. The other customers of this laptop stay, except the one that it
   * `replaces`.
   */
  'connect.save': call(
    { from: 'installer', upTo: 'supervisor' },
    z.object({
      address: operatorAddress,
      credentials: operatorCredentials,
      customer: z.object({ id: customerId, name: z.string() }),
      relay: relayAccess.nullable(),
      replaces: connectionId.nullable().default(null),
    }),
    profileView,
  ),
  /** Starts a demonstration on this machine and connects to it. The connection is not saved. */
  'connect.startDemo': call('supervisor', z.object({}), profileView),
  /**
   * Removes every customer and secret from this laptop. The databases stay on disk and are used again after a
   * reconnect.
   */
  'connect.disconnect': call('supervisor', z.object({}), z.object({})),
  /** The assumptions about this environment, and whether a change outlives this run of the app. */
  'connect.assumptions': call('installer', z.object({}), assumptionsView),
  /** Changes the assumptions of this profile; the profile is closed and reopened for that. */
  'connect.changeAssumptions': call('supervisor', assumptionsSchema, assumptionsView),
} as const;

const oneCustomer = z.object({ id: connectionId });

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
  'customers.show': call(
    'installer',
    oneCustomer.extend({ place: place.nullable().default(null) }),
    z.object({}),
  ),
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
  'customers.remove': call('supervisor', oneCustomer, z.object({})),
} as const;
