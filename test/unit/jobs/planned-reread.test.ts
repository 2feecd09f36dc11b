import { expect, test, vi } from 'vitest';
import { createPlanInbox } from '../../../electron/jobs/planned/exchange.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { pullPlans } from '../../../electron/relay/exchange.ts';
import { ok } from '../../../shared/result.ts';
import { openJobs } from './bench.ts';

test('planned jobs that are to be read again are, also where a page is on its way', async () => {
  const { parts } = openJobs();
  const inbox = createPlanInbox({ ...parts, log: parts.log });
  inbox.take([], [], 7);
  const page = { plannedJobs: [], elsewhere: [], cursor: 8, upToDate: true };
  const plannedJobs = vi.fn<RelayClient['plannedJobs']>(({ after }) => {
    if (after === 7) inbox.reread();
    return Promise.resolve(ok(page));
  });
  const { environment, customerId } = parts.target;
  const refreshKeys = () => Promise.resolve(ok(undefined));
  const signal = new AbortController().signal;
  await pullPlans({ client: { plannedJobs }, inbox, environment, customerId, refreshKeys }, signal);
  expect(plannedJobs.mock.calls.map(([{ after }]) => after)).toEqual([7, 0]);
  expect(inbox.place()).toBe(8);
});
