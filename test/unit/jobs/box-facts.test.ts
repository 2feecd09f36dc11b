import { expect, test } from 'vitest';
import { applyOutcome } from '../../../electron/operations/outcomes/apply.ts';
import { readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { ownChecksNotGreen } from '../../../electron/supervision/reviewing/reviewing.ts';
import type { ConfirmedBy } from '../../../shared/domain/operation.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { type JobBench, known, openJobs, someKey } from './bench.ts';

const DELIVERED_TODAY = '009999999';

/** A job with a Box that the local copies do not know. */
function fitUnknownBox() {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  takeKey(bench.parts, job, someKey);
  installBox(bench.parts, job, DELIVERED_TODAY);
  return { bench, job };
}

/** The installation ends well; `sapNumber` null: the operator did not let the Box be read. */
function isIn(
  { parts, database, operations }: JobBench,
  job: JobId,
  sapNumber: string | null,
  by: ConfirmedBy,
) {
  const id = operations(job)[0]?.id;
  const row = id === undefined ? undefined : readOperation(database.sqlite, id);
  if (row === undefined) throw new Error('an installation was ordered');
  const context = sapNumber === null ? 'null' : JSON.stringify({ productId: 270_099, sapNumber });
  const outcome = { outcome: 'done', confirmedBy: by, bindings: {} } as const;
  database.write((write) => applyOutcome(write, parts, { ...row, context }, outcome, parts.clock.now()));
}

const lines = (bench: JobBench, job: JobId) =>
  bench
    .view(job)
    .preflight.map(({ check, state, says }) => `${check} ${state} ${says.key.split('.').at(-1)}`);

test('an unread Box has no variant, whatever the key needs', () => {
  const { bench, job } = fitUnknownBox();
  expect(bench.view(job).box).toMatchObject({ variant: null, sapNumber: null });
  expect(bench.view(job).preflight.map(({ state }) => state)).toEqual(Array(4).fill('unchecked'));
});

test('after the installation no line is left that promises a check', () => {
  const { bench, job } = fitUnknownBox();
  isIn(bench, job, 'SAP-100', 'answer');
  expect(lines(bench, job)).toEqual([
    'known passed taken',
    'variant passed right',
    'free passed taken',
    'car-empty passed taken',
  ]);
  expect(bench.view(job).box).toMatchObject({ variant: 'Box M', sapNumber: 'SAP-100' });
  expect(ownChecksNotGreen(bench.view(job))).not.toContain('box-checked');
});

test('a Box of another variant shows its own, never the key’s', () => {
  const { bench, job } = fitUnknownBox();
  isIn(bench, job, 'SAP-300', 'answer');
  expect(lines(bench, job)).toContain('variant refused wrong');
  expect(bench.view(job).box).toMatchObject({ variant: null, sapNumber: 'SAP-300' });
});

test('a variant that the operator omits stays unchecked, and the job is not green', () => {
  const { bench, job } = fitUnknownBox();
  isIn(bench, job, null, 'answer');
  expect(lines(bench, job)).toContain('variant unchecked never');
  expect(ownChecksNotGreen(bench.view(job))).toContain('box-checked');
});

test('a Box that was never compared is not confirmed in the rail, and a job with it does not say that all is', () => {
  const unread = fitUnknownBox();
  isIn(unread.bench, unread.job, null, 'answer');
  expect(unread.bench.view(unread.job)).toMatchObject({
    boxUnchecked: true,
    steps: { box: { state: 'unchecked' } },
  });
  const read = fitUnknownBox();
  isIn(read.bench, read.job, 'SAP-100', 'answer');
  expect(read.bench.view(read.job)).toMatchObject({
    boxUnchecked: false,
    steps: { box: { state: 'confirmed' } },
  });
});

test('a person’s statement checks nothing', () => {
  const { bench, job } = fitUnknownBox();
  isIn(bench, job, null, 'person');
  expect(lines(bench, job)).toEqual([
    'known unchecked never',
    'variant unchecked never',
    'free unchecked never',
    'car-empty unchecked never',
  ]);
});

test('the order carries the variant that the key needs', () => {
  const { bench, job } = fitUnknownBox();
  expect(JSON.parse(bench.operations(job)[0]?.payload ?? '')).toMatchObject({
    needs: { sapNumber: 'SAP-100', name: 'Box M' },
  });
});

test('a Box that was not sent because of its variant shows that variant, and promises no comparison any more', () => {
  const { bench, job } = fitUnknownBox();
  const id = bench.operations(job)[0]?.id ?? '';
  const params = { serial: DELIVERED_TODAY, found: 'SAP-300', needed: 'Box M', sap: 'SAP-100' };
  const problem = JSON.stringify(makeProblem('box-wrong-variant', params));
  bench.database.write(({ sqlite }) =>
    sqlite
      .prepare<[string, string]>("UPDATE operation SET state = 'blocked', problem = ? WHERE id = ?")
      .run(problem, id),
  );
  expect(bench.view(job).box).toMatchObject({ variant: null, sapNumber: 'SAP-300' });
  expect(lines(bench, job)).toContain('variant refused wrong');
  expect(lines(bench, job).filter((line) => line.startsWith('known'))).toEqual([]);
});
