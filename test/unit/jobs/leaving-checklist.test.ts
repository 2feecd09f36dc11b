import { describe, expect, test } from 'vitest';
import { chooseLeavingBox } from '../../../electron/jobs/leaving/take-out.ts';
import { addPhoto } from '../../../electron/jobs/pictures.ts';
import { completeInSeries } from '../../../electron/jobs/series/series.ts';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { answerItem, answerTogether, chooseChecklist } from '../../../electron/jobs/steps/fitting.ts';
import { stateOf } from '../../../shared/domain/job.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { type JobBench, known, openJobs } from './bench.ts';
import { decided } from './leaving-bench.ts';

const close = ({ bench, job }: { bench: JobBench; job: JobId }) =>
  completeInSeries(bench.parts, job, 'after');
const stateIn = ({ bench, job }: { bench: JobBench; job: JobId }) => stateOf(bench.viewAny(job), 'checks');

/** Every answer that the list of a removal requires, of a car without marks. */
function answerRemoval({ bench, job }: { bench: JobBench; job: JobId }): void {
  answerItem(bench.parts, job, 'key-out', true);
  answerItem(bench.parts, job, 'key-back-to', 'Fleet desk');
  answerTogether(bench.parts, job, 'restored');
  answerItem(bench.parts, job, 'marks', 'none');
}

describe('the checklist of a removal', () => {
  test('asks for the receiver of the key, and is closed with every answer', async () => {
    const removal = await decided('removal');
    expect(removal.bench.viewAny(removal.job).checklist.template.id).toBe('removal');
    expect(stateIn(removal)).toBe('open');
    expect(problemCodeOf(() => close(removal))).toBe('value-missing');
    answerRemoval(removal);
    close(removal);
    expect(stateIn(removal)).toBe('confirmed');
    expect(removal.bench.logged(removal.job)).toContain('checklist-completed');
  });

  test('asks nothing about a key that was not in the Box', async () => {
    const removal = await decided('removal');
    answerRemoval(removal);
    answerItem(removal.bench.parts, removal.job, 'key-back-to', null);
    answerItem(removal.bench.parts, removal.job, 'key-out', { notApplicable: 'The customer has the key' });
    close(removal);
    expect(stateIn(removal)).toBe('confirmed');
  });

  test('requires a photo of marks that are seen', async () => {
    const removal = await decided('removal');
    const { bench, job } = removal;
    answerRemoval(removal);
    answerItem(bench.parts, job, 'marks', 'seen');
    expect(problemCodeOf(() => close(removal))).toBe('value-missing');
    await addPhoto(bench.parts, job, 'marks-photo', madeJpeg('two holes'));
    close(removal);
    expect(stateIn(removal)).toBe('confirmed');
  });

  test('cannot be closed before the Box was taken out', () => {
    const bench = openJobs();
    const job = startJob(bench.parts, 'removal');
    chooseCar(bench.parts, job, known.car);
    chooseLeavingBox(bench.parts, job, { serialNumber: known.box });
    answerRemoval({ bench, job });
    expect(problemCodeOf(() => close({ bench, job }))).toBe('step-not-ready');
  });

  test('can be left out with a reason, which the log keeps', async () => {
    const { bench, job } = await decided('removal');
    expect(problemCodeOf(() => skipStep(bench.parts, job, 'checks', { typed: ' ' }))).toBe('reason-missing');
    skipStep(bench.parts, job, 'checks', { typed: 'The car is on a lorry' });
    expect(stateIn({ bench, job })).toBe('skipped');
    expect(bench.logged(job)).toContain('step-skipped');
  });
});

describe('the checklist of a swap', () => {
  test('is one of its own, and is closed once both Boxes are decided', async () => {
    const swap = await decided('swap');
    const { bench, job } = swap;
    expect(bench.viewAny(job).checklist.template.id).toBe('swap');
    answerItem(bench.parts, job, 'key-moved', true);
    answerTogether(bench.parts, job, 'fitted');
    close(swap);
    expect(stateIn(swap)).toBe('confirmed');
  });

  test('is none of the mounting notes of its car: a swap does not say where a Box is', async () => {
    const swap = await decided('swap');
    const { bench, job } = swap;
    answerItem(bench.parts, job, 'key-moved', true);
    answerTogether(bench.parts, job, 'fitted');
    close(swap);
    expect(bench.logged(job)).not.toContain('box-mounted');
  });
});

test.each([
  ['removal', 'van'],
  ['removal', 'swap'],
  ['swap', 'removal'],
  ['installation', 'removal'],
] as const)('a %s cannot be given the checklist %s of another kind', (kind, checklist) => {
  const bench = openJobs();
  const job = startJob(bench.parts, kind);
  chooseCar(bench.parts, job, known.car);
  expect(problemCodeOf(() => chooseChecklist(bench.parts, job, checklist))).toBe('not-found');
  expect(bench.viewAny(job).checklist.kept).toBe(false);
});
