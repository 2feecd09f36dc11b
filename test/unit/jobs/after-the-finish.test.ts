import { expect, test } from 'vitest';
import { writeGiven } from '../../../electron/db/tables/queue/hand-overs.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import {
  proveAccess,
  recordAccess,
  removeTestAccess,
  startVerification,
} from '../../../electron/jobs/steps/verify.ts';
import type { OperationKind } from '../../../shared/domain/operation.ts';
import type { JobId, OperationId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs } from './bench.ts';

function testedJob(): { bench: JobBench; job: JobId } {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  startVerification(bench.parts, job, known.user, 15);
  bench.isDone(newest(bench, job, 'create-assignment'), 5001);
  return { bench, job };
}

function newest(bench: JobBench, job: JobId, kind: OperationKind): OperationId {
  const found = bench.operations(job).findLast((row) => row.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found.id;
}

test('a removal that failed after the finish can be requested again', () => {
  const { bench, job } = testedJob();
  removeTestAccess(bench.parts, job);
  finishJob(bench.parts, job);
  bench.becomes(newest(bench, job, 'delete-assignment'), 'failed');
  removeTestAccess(bench.parts, job);
  expect(bench.queued(job).at(-1)).toBe('delete-assignment ready');
});

test('another laptop that continues the job removes the access; a removal ordered here would never be sent', () => {
  const { bench, job } = testedJob();
  bench.database.write((context) =>
    writeGiven(context, { job_id: job, turn: 1, content: null, at: bench.parts.clock.now() }),
  );
  expect(problemCodeOf(() => removeTestAccess(bench.parts, job))).toBe('job-finished');
  expect(bench.queued(job)).toEqual(['create-assignment done']);
});

test('nothing else changes in a finished job', () => {
  const { bench, job } = testedJob();
  proveAccess(bench.parts, job);
  finishJob(bench.parts, job);
  expect(problemCodeOf(() => recordAccess(bench.parts, job, 'opened', true))).toBe('job-finished');
  expect(problemCodeOf(() => startVerification(bench.parts, job, known.user, 15))).toBe('job-finished');
});

test('a car may be tried a second time, with one test access at a time', () => {
  const { bench, job } = testedJob();
  expect(problemCodeOf(() => startVerification(bench.parts, job, known.user, 15))).toBe('step-not-ready');
  removeTestAccess(bench.parts, job);
  startVerification(bench.parts, job, known.user, 30);
  expect(bench.queued(job).at(-1)).toBe('create-assignment waiting');
  bench.isDone(newest(bench, job, 'delete-assignment'), 0);
  expect(bench.queued(job).at(-1)).toBe('create-assignment ready');
  expect(bench.view(job).verification).toMatchObject({ phase: 'requested', minutes: 30 });
});
