import { expect, test } from 'vitest';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import type { JobId, OperationId } from '../../../shared/ids.ts';
import { type JobBench, known, openJobs, someKey } from './bench.ts';

/** A key that needs another variant than the bench's Boxes. */
const otherKey = { ...someKey, keyFormName: 'Long key', boxName: 'Box L', boxSapNumber: 'SAP-300' };

/** The installation that was ordered first. */
function first({ operations }: JobBench, job: JobId): OperationId {
  const id = operations(job)[0]?.id;
  if (id === undefined) throw new Error('an installation was ordered');
  return id;
}

/** A job with a Box that was compared with `someKey`. */
function withBox(reason?: string) {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  takeKey(bench.parts, job, reason === undefined ? someKey : otherKey);
  skipStep(bench.parts, job, 'before', { typed: 'Not needed here' });
  installBox(bench.parts, job, known.box, reason);
  const variant = () => bench.view(job).preflight.find(({ check }) => check === 'variant');
  const ordered = (): unknown =>
    JSON.parse(bench.operations(job).findLast(({ kind }) => kind === 'install')?.payload ?? '');
  return { bench, job, variant, ordered };
}

test('another key is compared with a Box that has not left, which is ordered again for it', () => {
  const { bench, job, variant, ordered } = withBox();
  takeKey(bench.parts, job, otherKey);
  expect(variant()).toMatchObject({ state: 'refused', says: { key: 'checks.variant.wrong' } });
  expect(ordered()).toMatchObject({ needs: { sapNumber: 'SAP-300', name: 'Box L' } });
  expect(bench.queued(job)).toEqual(['install cancelled', 'install ready']);
});

test('a key that does not fit the Box in the car is refused', () => {
  const { bench, job, variant } = withBox();
  bench.isDone(first(bench, job), 1);
  expect(problemCodeOf(() => takeKey(bench.parts, job, otherKey))).toBe('key-not-for-box');
  expect(bench.view(job).key?.boxSapNumber).toBe('SAP-100');
  expect(variant()?.state).toBe('passed');
});

test('a key that fits the Box in the car is taken', () => {
  const { bench, job } = withBox();
  bench.isDone(first(bench, job), 1);
  takeKey(bench.parts, job, { ...someKey, keyFormName: 'Flip key, three buttons' });
  expect(bench.view(job).key?.keyFormName).toBe('Flip key, three buttons');
});

test('no key is taken while the installation is on its way', () => {
  const { bench, job } = withBox();
  bench.becomes(first(bench, job), 'sending');
  expect(problemCodeOf(() => takeKey(bench.parts, job, otherKey))).toBe('step-not-ready');
});

test('a variant that was forced for one key is not forced for the next', () => {
  const { bench, job, ordered } = withBox('Agreed by phone');
  expect(ordered()).toMatchObject({ forced: ['variant'] });
  takeKey(bench.parts, job, { ...someKey, boxSapNumber: 'SAP-400' });
  expect(ordered()).not.toHaveProperty('forced');
});

test('a key orders no installation that a person gave up', () => {
  const { bench, job } = withBox();
  bench.commands.cancel(first(bench, job));
  takeKey(bench.parts, job, { ...someKey, keyFormName: 'Flip key, three buttons' });
  expect(bench.queued(job)).toEqual(['install cancelled']);
  expect(bench.view(job).steps.box.state).toBe('open');
  installBox(bench.parts, job, known.box, '');
  expect(bench.queued(job)).toEqual(['install cancelled', 'install ready']);
});

test('an installation that a person holds back stays held for another key', () => {
  const { bench, job } = withBox();
  bench.commands.hold(first(bench, job));
  takeKey(bench.parts, job, { ...someKey, keyFormName: 'Flip key, three buttons' });
  expect(bench.queued(job)).toEqual(['install cancelled', 'install held']);
  const again = bench.operations(job).at(-1);
  if (again === undefined) throw new Error('an installation was ordered');
  bench.commands.release(again.id);
  expect(bench.queued(job)).toEqual(['install cancelled', 'install ready']);
});
