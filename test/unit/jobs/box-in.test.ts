import { expect, test } from 'vitest';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { known, openJobs } from './bench.ts';
import { decided } from './leaving-bench.ts';

function begun() {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  skipStep(bench.parts, job, 'before', { typed: 'Not what this is about' });
  return { bench, job };
}

test('a job has put a Box in once one was requested, and no longer when it was refused', () => {
  const { bench, job } = begun();
  expect(bench.view(job).boxIn).toBe(false);
  installBox(bench.parts, job, known.box);
  expect(bench.view(job).boxIn).toBe(true);
  const [install] = bench.operations(job);
  if (install === undefined) throw new Error('a Box was asked for');
  bench.becomes(install.id, 'failed');
  expect(bench.view(job).boxIn).toBe(false);
});

test('a removal puts nothing in; a swap does once it is decided', async () => {
  const removal = await decided('removal');
  expect(removal.bench.viewAny(removal.job).boxIn).toBe(false);
  const swap = await decided('swap');
  expect(swap.bench.viewAny(swap.job).boxIn).toBe(true);
});
