import { expect, test } from 'vitest';
import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import { loggedJob } from './logged-job.ts';

test.each(['box-out-of-use', 'box-without-service', 'box-in-another-car'])(
  'an installation that %s blocks counts as a failure of the Box',
  (problem) => {
    const operation = 'b0000000-0000-4000-8000-000000000001';
    const { facts } = assembleFacts(
      loggedJob([['operation-blocked', { operation, kind: 'install', problem, attempt: 0 }]]),
    );
    expect([...facts.failures]).toEqual(['box']);
  },
);
