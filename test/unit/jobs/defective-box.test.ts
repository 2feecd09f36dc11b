import { expect, test } from 'vitest';
import { chooseLeavingBox, readLosses, takeOut } from '../../../electron/jobs/leaving/take-out.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { skipStep, takeKey } from '../../../electron/jobs/steps/keyfob.ts';
import type { RemovalReason } from '../../../shared/domain/job-removal.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs, refusedChecks, someKey } from './bench.ts';
import { unreachableOperator } from './leaving-bench.ts';

/** Takes the known Box out of the known car, with the list of accesses that is kept here. */
async function removes(bench: JobBench, code: RemovalReason['code']): Promise<JobId> {
  const client = unreachableOperator(bench);
  bench.directory.recordCarAccesses(known.car, []);
  const job = startJob(bench.parts, 'removal');
  chooseCar(bench.parts, job, known.car);
  chooseLeavingBox(bench.parts, job, { serialNumber: known.box });
  await readLosses({ ...bench.parts, client, directory: bench.directory }, job);
  const view = bench.viewAny(job);
  if (view.kind !== 'removal') throw new Error('no removal');
  takeOut(bench.parts, job, { code, text: 'Fell off the bench' }, view.removal.losses?.readAt ?? 0);
  return job;
}

/** An installation in the next car, at its Box step. */
function nextCar(bench: JobBench): JobId {
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.otherCar);
  takeKey(bench.parts, job, someKey);
  skipStep(bench.parts, job, 'before', { typed: 'Not what this is about' });
  return job;
}

const refusalsOf = (bench: JobBench, job: JobId, serial: string): readonly string[] =>
  refusedChecks(bench, job, serial).map(({ says }) => says.key);

test('a Box that was taken out as defective is refused for the next car, by whichever of its numbers, however typed', async () => {
  const bench = openJobs();
  await removes(bench, 'defective');
  const job = nextCar(bench);
  const spaced = `${known.box.slice(0, 3)} ${known.box.slice(3)}`;
  for (const serial of [known.box, spaced, known.boxUniqueId]) {
    expect(refusalsOf(bench, job, serial)).toContain('checks.defect.taken-out');
  }
  expect(refusalsOf(bench, job, known.otherBox)).not.toContain('checks.defect.taken-out');
  expect(problemCodeOf(() => installBox(bench.parts, job, known.box, ''))).toBe('box-refused');
  installBox(bench.parts, job, known.box, 'Repaired and tried on the bench');
  expect(bench.view(job).forced.map(({ item }) => item)).toContain('defect');
});

test('another reason says nothing about the Box', async () => {
  const bench = openJobs();
  await removes(bench, 'sold');
  expect(refusalsOf(bench, nextCar(bench), known.box)).not.toContain('checks.defect.taken-out');
});

test.each(['cancelled', 'failed'] as const)('a removal that was %s took no Box out', async (state) => {
  const bench = openJobs();
  await removes(bench, 'defective');
  bench.database.write(({ sqlite }) => sqlite.prepare('UPDATE operation SET state = ?').run(state));
  expect(refusalsOf(bench, nextCar(bench), known.box)).not.toContain('checks.defect.taken-out');
});
