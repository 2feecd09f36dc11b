import { expect, it } from 'vitest';
import { fuzzFiles } from '../../fuzz/files/fuzz-files.ts';

const CASES = 600;

it('whatever a file or a relay holds is read, or refused with one clear error', async () => {
  const { outcomes, wrong } = await fuzzFiles(CASES, 1);
  expect(wrong).toEqual([]);
  // The cases get past the door as well as to it.
  const reached = [
    'list of cars: read',
    'list of cars: quotes',
    'job.json: read',
    'job.json: refused',
    'checklist: read',
    'checklist: refused',
    'handed job: read',
    'handed job: hand-over-unreadable',
    'relay: read',
    'relay: unreadable',
    'result: kept',
    'logs of others: kept',
  ];
  expect(reached.filter((outcome) => !outcomes.has(outcome))).toEqual([]);
});
