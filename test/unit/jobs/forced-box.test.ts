import { expect, test } from 'vitest';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { known, openJobs, someKey } from './bench.ts';

/** A job whose key wants another variant than the Boxes on the shelf. */
function begin() {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  takeKey(bench.parts, job, { ...someKey, boxName: 'Box L', boxSapNumber: 'SAP-300' });
  skipStep(bench.parts, job, 'before', { typed: 'Not needed here' });
  return { bench, job };
}

test('a Box that a check refuses is not fitted without a reason, and nothing is written', () => {
  const { bench, job } = begin();
  const logged = bench.logged(job);
  expect(problemCodeOf(() => installBox(bench.parts, job, known.box, ' '))).toBe('box-refused');
  expect(bench.view(job)).toMatchObject({ box: null, forced: [], forcedCount: 0 });
  expect(bench.queued(job)).toEqual([]);
  expect(bench.logged(job)).toEqual(logged);
});

test('with a reason it is fitted, and the job, its log and its history bear the mark for good', () => {
  const { bench, job } = begin();
  installBox(bench.parts, job, known.box, ' Only one left,  agreed by phone ');
  const reason = 'Only one left, agreed by phone';
  expect(bench.queued(job)).toEqual(['install ready']);
  expect(bench.view(job)).toMatchObject({
    forcedCount: 1,
    forced: [
      {
        item: 'variant',
        text: { en: 'Wrong variant', de: 'Falsche Variante' },
        value: known.box,
        deviation: { kind: 'refused' },
        reason,
        worker: 'Bay 3 Tester',
      },
    ],
  });
  expect(bench.view(job).history).toContainEqual(
    expect.objectContaining({
      says: { key: 'history.box-forced', params: { serial: known.box, checks: 'variant', reason } },
    }),
  );
  takeKey(bench.parts, job, someKey);
  installBox(bench.parts, job, known.otherBox, '');
  expect(bench.view(job)).toMatchObject({ box: { serialNumber: known.otherBox }, forcedCount: 1 });
});

test('a Box that nothing refuses needs no reason and leaves no mark', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  takeKey(bench.parts, job, someKey);
  skipStep(bench.parts, job, 'before', { typed: 'Not needed here' });
  installBox(bench.parts, job, known.box, '');
  expect(bench.view(job)).toMatchObject({ forced: [], forcedCount: 0 });
});
