import { describe, expect, it, test } from 'vitest';
import { installProduct } from '../../../electron/edits/cars-and-boxes.ts';
import { markBox } from '../../../electron/jobs/boxes.ts';
import { guardCorrectedBox } from '../../../electron/jobs/corrected.ts';
import { chooseLeavingBox, readLosses, takeOut } from '../../../electron/jobs/leaving/take-out.ts';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import type { BoxCondition } from '../../../shared/domain/boxes.ts';
import type { RemovalReason } from '../../../shared/domain/job-removal.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs, refusedChecks, someKey } from './bench.ts';
import { unreachableOperator } from './leaving-bench.ts';

/** Takes the known Box out of the known car, with the list of accesses that is kept here. */
async function removes(
  bench: JobBench,
  code: RemovalReason['code'],
  condition: BoxCondition = 'good',
): Promise<JobId> {
  const client = unreachableOperator(bench);
  bench.directory.recordCarAccesses(known.car, []);
  const job = startJob(bench.parts, 'removal');
  chooseCar(bench.parts, job, known.car);
  chooseLeavingBox(bench.parts, job, { serialNumber: known.box });
  await readLosses({ ...bench.parts, client, directory: bench.directory }, job);
  const view = bench.viewAny(job);
  if (view.kind !== 'removal') throw new Error('no removal');
  takeOut(
    bench.parts,
    job,
    { code, text: 'Fell off the bench', condition },
    view.removal.losses?.readAt ?? 0,
  );
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
    expect(refusalsOf(bench, job, serial)).toContain('checks.defect.defective-removed');
  }
  expect(refusalsOf(bench, job, known.otherBox)).not.toContain('checks.defect.defective-removed');
});

describe.each(['defective', 'lost'] as const)('a Box that is marked as %s', (condition) => {
  const marked = (): { readonly bench: JobBench; readonly job: JobId } => {
    const bench = openJobs();
    markBox(bench.parts, known.boxUniqueId, condition, 'Fell off the bench');
    return { bench, job: nextCar(bench) };
  };

  it('is refused with its own problem, and no reason fits it', () => {
    const { bench, job } = marked();
    expect(refusalsOf(bench, job, known.box)).toContain(`checks.defect.${condition}-marked`);
    for (const reason of [undefined, '', 'Repaired and tried on the bench']) {
      expect(problemCodeOf(() => installBox(bench.parts, job, known.box, reason))).toBe('box-out-of-use');
    }
    expect(bench.queued(job)).toEqual([]);
    installBox(bench.parts, job, known.otherBox);
    expect(bench.queued(job)).toEqual(['install ready']);
  });

  it('is fitted once it is marked as good', () => {
    const { bench, job } = marked();
    bench.later(1);
    markBox(bench.parts, known.box, 'good', 'Tried on the bench');
    installBox(bench.parts, job, known.box);
    expect(bench.queued(job)).toEqual(['install ready']);
  });

  it('is refused outside a job and in a corrected installation', () => {
    const { bench, job } = marked();
    const edits = { ...bench.parts, client: unreachableOperator(bench), directory: bench.directory };
    expect(problemCodeOf(() => installProduct(edits, known.otherCar, known.box))).toBe('box-out-of-use');
    installBox(bench.parts, job, known.otherBox);
    const [row] = bench.operations(job);
    if (row === undefined) throw new Error('nothing was asked for');
    const corrected = { ...row, payload: JSON.stringify({ serialNumber: known.box }) };
    bench.database.write((context) => {
      expect(problemCodeOf(() => guardCorrectedBox(bench.directory, context, corrected))).toBe(
        'box-out-of-use',
      );
    });
  });
});

test('a removal marks the Box as lost, whatever its reason', async () => {
  const bench = openJobs();
  await removes(bench, 'sold', 'lost');
  const job = nextCar(bench);
  expect(refusalsOf(bench, job, known.box)).toContain('checks.defect.lost-removed');
  expect(problemCodeOf(() => installBox(bench.parts, job, known.box, 'Found again'))).toBe('box-out-of-use');
});

test('the latest fact counts: a Box removed as defective after it was marked as good', async () => {
  const bench = openJobs();
  markBox(bench.parts, known.box, 'good', 'Tried on the bench');
  bench.later(1);
  await removes(bench, 'defective');
  expect(refusalsOf(bench, nextCar(bench), known.box)).toContain('checks.defect.defective-removed');
});

test('a swap is not decided with a new Box that was marked meanwhile', async () => {
  const bench = openJobs();
  const client = unreachableOperator(bench);
  bench.directory.recordCarAccesses(known.car, []);
  const job = startJob(bench.parts, 'swap');
  chooseCar(bench.parts, job, known.car);
  chooseLeavingBox(bench.parts, job, { serialNumber: known.box });
  await readLosses({ ...bench.parts, client, directory: bench.directory }, job);
  installBox(bench.parts, job, known.otherBox);
  markBox(bench.parts, known.otherBox, 'defective', 'No light');
  const view = bench.viewAny(job);
  const readAt = view.kind === 'swap' ? (view.removal.losses?.readAt ?? 0) : 0;
  const decide = () => takeOut(bench.parts, job, { code: 'moved', text: '' }, readAt);
  expect(problemCodeOf(decide)).toBe('box-out-of-use');
  expect(bench.queued(job)).toEqual([]);
});

test('another reason says nothing about the Box', async () => {
  const bench = openJobs();
  await removes(bench, 'sold');
  expect(refusalsOf(bench, nextCar(bench), known.box)).not.toContain('checks.defect.defective-removed');
});

test.each(['cancelled', 'failed'] as const)('a removal that was %s took no Box out', async (state) => {
  const bench = openJobs();
  await removes(bench, 'defective');
  bench.database.write(({ sqlite }) => sqlite.prepare('UPDATE operation SET state = ?').run(state));
  expect(refusalsOf(bench, nextCar(bench), known.box)).not.toContain('checks.defect.defective-removed');
});
