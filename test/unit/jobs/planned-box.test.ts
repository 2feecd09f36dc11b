import { expect, test } from 'vitest';
import { loadInstallation } from '../../../electron/jobs/change.ts';
import { fittingOf, preflightChecks } from '../../../electron/jobs/preflight.ts';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import type { ExpectedBox } from '../../../shared/relay/jobs.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { beginFor } from '../../planned/begun-plan.ts';
import { known, openJobs, someKey } from './bench.ts';

/** An installation for which the office planned a Box. */
function plannedFor(expected: ExpectedBox | null) {
  const bench = openJobs();
  const { parts, database } = bench;
  const job = startJob(parts);
  beginFor(bench, job, { expected });
  chooseCar(parts, job, known.car);
  takeKey(parts, job, someKey);
  skipStep(parts, job, 'before', { typed: 'Not on this site' });
  const checks = (serial: string) =>
    preflightChecks(parts, fittingOf(parts, loadInstallation(database.sqlite, job), serial), serial)
      .checks.filter(({ check }) => check === 'planned')
      .map(({ state, says }) => `${state} ${says.key}`);
  return { bench, job, checks };
}

test('a planned Box passes however its number is written, and another one is refused', () => {
  const { checks } = plannedFor({ by: 'serial', serial: known.box });
  expect(checks(known.box)).toEqual(['passed checks.planned.as-planned']);
  expect(checks('1234021')).toEqual(['passed checks.planned.as-planned']);
  expect(checks(known.boxUniqueId)).toEqual(['passed checks.planned.as-planned']);
  expect(checks(known.otherBox)).toEqual(['refused checks.planned.other-box']);
  expect(checks('999888777')).toEqual(['refused checks.planned.other-box']);
});

test('another Box is fitted only with a reason, which stays as a mark of the job', () => {
  const { bench, job } = plannedFor({ by: 'serial', serial: known.box });
  expect(problemCodeOf(() => installBox(bench.parts, job, known.otherBox, ''))).toBe('box-refused');
  installBox(bench.parts, job, known.otherBox, 'The planned one is damaged');
  expect(bench.view(job).forced).toMatchObject([{ item: 'planned', reason: 'The planned one is damaged' }]);
});

test('a planned variant is compared with the number of the variant', () => {
  const sap = someKey.boxSapNumber;
  expect(plannedFor({ by: 'variant', name: sap }).checks(known.box)).toEqual([
    'passed checks.planned.variant-as-planned',
  ]);
  expect(plannedFor({ by: 'variant', name: 'SAP-999' }).checks(known.box)).toEqual([
    'refused checks.planned.other-variant',
  ]);
  expect(plannedFor({ by: 'variant', name: sap }).checks('999888777')).toEqual([
    'unchecked checks.planned.variant-unknown',
  ]);
});

test('a plan that names no Box checks none', () => {
  expect(plannedFor(null).checks(known.otherBox)).toEqual([]);
});
