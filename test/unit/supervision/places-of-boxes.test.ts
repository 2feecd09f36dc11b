import { expect, test } from 'vitest';
import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import { boxFactsOfJob } from '../../../electron/supervision/projection/kept-facts.ts';
import { loggedJob, type Step } from './logged-job.ts';

const install = 'a0000000-0000-4000-8000-000000000301';
const uninstall = 'a0000000-0000-4000-8000-000000000302';

/** The places of the Boxes of a job whose log has these entries. */
function places(steps: readonly Step[]) {
  const { facts, ordered } = assembleFacts(loggedJob(steps));
  return boxFactsOfJob(facts, ordered).flatMap(({ serial, aspect, value }) =>
    aspect === 'place' ? [`${serial} ${value}`] : [],
  );
}

const chosen: readonly Step[] = [
  ['job-started', { kind: 'swap' }],
  ['new-box-chosen', { serial: 'NEW-1' }],
];
const exchanged: readonly Step[] = [
  ...chosen,
  ['box-leaves', { serial: 'OLD-1', operation: uninstall, reason: 'broken' }],
  ['box-chosen', { serial: 'NEW-1', operation: install }],
];

test('the new Box of a swap is with the installer until its installation is requested', () => {
  expect(places(chosen)).toEqual(['NEW-1 installer']);
  expect(places(exchanged)).toEqual(['OLD-1 removed', 'NEW-1 car']);
});

test('a Box whose installation was cancelled is with the installer', () => {
  expect(places([...exchanged, ['operation-cancelled', { operation: install, kind: 'install' }]])).toEqual([
    'OLD-1 removed',
    'NEW-1 installer',
  ]);
});

test.each([
  ['uninstall', uninstall, ['OLD-1 removed', 'NEW-1 car']],
  ['install', install, ['OLD-1 removed', 'NEW-1 car']],
])('a cancelled request that the operator carried out moved the Box: %s', (kind, operation, expected) => {
  const of = { operation, kind };
  const cancelled: readonly Step[] = [...exchanged, ['operation-cancelled', of]];
  expect(places(cancelled)).not.toEqual(expected);
  expect(places([...cancelled, ['result-contradicts', of]])).toEqual(expected);
  expect(places([...cancelled, ['result-contradicts', of], ['operation-seen', of]])).toEqual(expected);
});
