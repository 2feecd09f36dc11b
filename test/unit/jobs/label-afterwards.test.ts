import { expect, test } from 'vitest';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { nextAttachment } from '../../../electron/db/tables/queue/attachments.ts';
import { giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import {
  photographLabel,
  photographLabelAfterwards,
  readLabelAfterwards,
} from '../../../electron/jobs/steps/box-label.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import type { JobId } from '../../../shared/ids.ts';
import { codeOfRejection, problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs } from './bench.ts';

/** A JPEG as small as one can be; `mark` makes it another one. */
const jpeg = (mark = 1) => madeJpeg(Buffer.from([mark]));

function fitted(kind: 'installation' | 'swap' = 'installation'): { bench: JobBench; job: JobId } {
  const bench = openJobs();
  const job = startJob(bench.parts, kind);
  chooseCar(bench.parts, job, known.car);
  if (kind === 'installation') skipStep(bench.parts, job, 'before', { typed: 'Not needed here' });
  installBox(bench.parts, job, known.box, '');
  return { bench, job };
}

const photograph = ({ parts }: JobBench, job: JobId, codes: readonly string[], mark = 1) =>
  photographLabelAfterwards(parts, job, { jpeg: jpeg(mark), codes });

const boxOf = (bench: JobBench, job: JobId) => {
  const view = bench.viewAny(job);
  return view.kind === 'removal' ? null : view.box;
};

const labelLines = (bench: JobBench, job: JobId) => {
  const view = bench.viewAny(job);
  const lines = view.kind === 'removal' ? [] : view.preflight;
  return lines
    .filter(({ check }) => check.startsWith('label'))
    .map(({ check, state }) => `${check} ${state}`);
};

test.each(['installation', 'swap'] as const)(
  'the label of a Box that is taken is added in the %s, dated and by whom, and sent like any photo',
  async (kind) => {
    const { bench, job } = fitted(kind);
    expect(labelLines(bench, job)).toEqual([]);
    await photograph(bench, job, [known.box]);
    const label = boxOf(bench, job)?.label;
    expect(label).toMatchObject({
      read: { serial: known.box, by: 'code' },
      afterwards: { at: bench.parts.clock.now(), worker: bench.parts.worker() },
    });
    expect(nextAttachment(bench.database.sqlite)?.sha256).toBe(label?.digest);
    expect(labelLines(bench, job)).toEqual(['label passed']);
    expect(bench.logged(job).slice(-2)).toEqual(['label-added', 'label-read']);
  },
);

test('also of a finished job, which stays finished and says so in its history', async () => {
  const { bench, job } = fitted();
  finishJob(bench.parts, job);
  const { finishedAt } = bench.view(job);
  await photograph(bench, job, []);
  expect(labelLines(bench, job)).toEqual(['label unchecked']);
  readLabelAfterwards(bench.parts, job, '0012 34021');
  expect(labelLines(bench, job)).toEqual(['label passed']);
  expect(bench.view(job).finishedAt).toBe(finishedAt);
  expect(bench.view(job).history.map(({ says }) => says.key)).toEqual(
    expect.arrayContaining(['history.label-added', 'history.label-read']),
  );
});

test('a label with another number is shown, forces nothing, and may be photographed again', async () => {
  const { bench, job } = fitted();
  await photograph(bench, job, [known.otherBox]);
  const first = boxOf(bench, job)?.label?.digest;
  expect(labelLines(bench, job)).toEqual(['label refused']);
  expect(bench.view(job)).toMatchObject({ forced: [], box: { serialNumber: known.box } });
  await photograph(bench, job, [known.box], 2);
  expect(labelLines(bench, job)).toEqual(['label passed']);
  expect(boxOf(bench, job)?.label?.digest).not.toBe(first);
  expect(nextAttachment(bench.database.sqlite)?.sha256).toBe(boxOf(bench, job)?.label?.digest);
  expect(bench.logged(job)).toContain('photo-removed');
});

test('the label with which a Box was taken is unchanged', async () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  await photographLabel(bench.parts, job, { jpeg: jpeg(), codes: [known.box], beside: known.box });
  skipStep(bench.parts, job, 'before', { typed: 'Not needed here' });
  installBox(bench.parts, job, known.box, '');
  expect(await codeOfRejection(photograph(bench, job, [known.box], 2))).toBe('step-not-ready');
  expect(problemCodeOf(() => readLabelAfterwards(bench.parts, job, known.otherBox))).toBe('step-not-ready');
  expect(boxOf(bench, job)?.label?.afterwards).toBeNull();
});

test('is refused without a Box, and for a job that another laptop continues', async () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  expect(await codeOfRejection(photograph(bench, job, []))).toBe('step-not-ready');
  const given = fitted();
  giveJob(given.bench.parts, given.job, null);
  expect(await codeOfRejection(photograph(given.bench, given.job, []))).toBe('job-finished');
});
