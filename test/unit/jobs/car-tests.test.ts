import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar, createCar } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import {
  extendTestAccess,
  handOverNotWorking,
  proveAccess,
  recordAccess,
  removeTestAccess,
  startVerification,
  retest,
} from '../../../electron/jobs/steps/verify.ts';
import type { OperationKind } from '../../../shared/domain/operation.ts';
import type { JobId, OperationId } from '../../../shared/ids.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { BEGIN, type JobBench, known, openJobs } from './bench.ts';

const MINUTES = 15;
const END = BEGIN + MINUTES * MINUTE;

/** A job whose test access the operator has confirmed. */
function testedJob(): { bench: JobBench; job: JobId } {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  startVerification(bench.parts, job, known.user, MINUTES);
  isThere(bench, job, BEGIN, 5001);
  return { bench, job };
}

/** The operator has confirmed the newest test access, from `start` on. */
function isThere(bench: JobBench, job: JobId, start: number, assignment: number): void {
  const create = newest(bench, job, 'create-assignment');
  const times = JSON.stringify({ start, end: start + MINUTES * MINUTE });
  bench.database.write(({ sqlite }) =>
    sqlite.prepare<[string, string]>('UPDATE operation SET context = ? WHERE id = ?').run(times, create),
  );
  bench.isDone(create, assignment);
}

function newest(bench: JobBench, job: JobId, kind: OperationKind): OperationId {
  const found = bench.operations(job).findLast((row) => row.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found.id;
}

const isGone = (bench: JobBench, job: JobId) => bench.isDone(newest(bench, job, 'delete-assignment'), 0);
const proofOf = (bench: JobBench, job: JobId) => bench.view(job).proof;

test('the removal of the test access names its car and its user: the number may be given out again', () => {
  const { bench, job } = testedJob();
  removeTestAccess(bench.parts, job);
  const removal = bench.operations(job).find(({ kind }) => kind === 'delete-assignment');
  expect(JSON.parse(removal?.payload ?? '')).toMatchObject({ car: known.car, userId: known.user });
});

describe('a car that did not open', () => {
  test('is a problem of its own after the test access is gone, not a confirmed step', () => {
    const { bench, job } = testedJob();
    recordAccess(bench.parts, job, 'opened', false);
    removeTestAccess(bench.parts, job);
    isGone(bench, job);
    expect(bench.view(job).steps.verify.state).toBe('problem');
    expect(bench.view(job)).toMatchObject({
      status: 'needs-person',
      step: 'verify',
      says: { key: 'jobs.unproven.not-opened' },
      proof: { state: 'unproven', why: 'not-opened', handedOver: null },
    });
  });

  test('does not let the job be finished', () => {
    const { bench, job } = testedJob();
    recordAccess(bench.parts, job, 'opened', false);
    removeTestAccess(bench.parts, job);
    expect(problemCodeOf(() => finishJob(bench.parts, job))).toBe('car-not-working');
  });

  test('is tried again with the same access while it can be used, and the first try stays on record', () => {
    const { bench, job } = testedJob();
    recordAccess(bench.parts, job, 'opened', false);
    retest(bench.parts, job);
    expect(bench.view(job).verification).toMatchObject({ opened: null, closed: null });
    expect(proofOf(bench, job)).toEqual({ state: 'to-try', until: END });
    proveAccess(bench.parts, job);
    isGone(bench, job);
    expect(proofOf(bench, job)).toEqual({ state: 'proven' });
    expect(bench.view(job).verification.events.map(({ what }) => what)).toContain('not-opened');
    expect(bench.queued(job).filter((line) => line.startsWith('create-assignment'))).toHaveLength(1);
  });

  test('is tested with a new access once the old one is gone, any number of times', () => {
    const { bench, job } = testedJob();
    for (const assignment of [5002, 5003]) {
      recordAccess(bench.parts, job, 'opened', false);
      removeTestAccess(bench.parts, job);
      retest(bench.parts, job);
      // Not two at once: it waits until the access before is gone.
      expect(bench.queued(job).at(-1)).toBe('create-assignment waiting');
      isGone(bench, job);
      isThere(bench, job, BEGIN, assignment);
    }
    const { verification } = bench.view(job);
    expect(verification.proof).toEqual({ state: 'to-try', until: END });
    expect(verification.earlier.map(({ proof }) => proof)).toEqual([
      { state: 'unproven', why: 'not-opened', handedOver: null },
      { state: 'unproven', why: 'not-opened', handedOver: null },
    ]);
    expect(bench.logged(job).filter((type) => type === 'verification-started')).toHaveLength(3);
  });

  test('stays on this laptop until its access is gone, also with a second test on its way', () => {
    const { bench, job } = testedJob();
    recordAccess(bench.parts, job, 'opened', false);
    removeTestAccess(bench.parts, job);
    retest(bench.parts, job);
    expect(problemCodeOf(() => giveJob(bench.parts, job, null))).toBe('hand-over-unsettled');
    expect(bench.queued(job)).toContain('delete-assignment ready');
    isGone(bench, job);
    giveJob(bench.parts, job, null);
  });

  test('stays so when a second test is cancelled before it left', () => {
    const { bench, job } = testedJob();
    recordAccess(bench.parts, job, 'closed', false);
    removeTestAccess(bench.parts, job);
    isGone(bench, job);
    retest(bench.parts, job);
    removeTestAccess(bench.parts, job);
    expect(proofOf(bench, job)).toEqual({ state: 'unproven', why: 'not-closed', handedOver: null });
  });

  test('is handed over as not working with a reason, its test access removed, and the job can be finished', () => {
    const { bench, job } = testedJob();
    recordAccess(bench.parts, job, 'opened', false);
    expect(problemCodeOf(() => handOverNotWorking(bench.parts, job, ' '))).toBe('reason-missing');
    handOverNotWorking(bench.parts, job, 'Antenna is on order');
    expect(bench.queued(job).at(-1)).toBe('delete-assignment ready');
    finishJob(bench.parts, job);
    isGone(bench, job);
    expect(bench.view(job)).toMatchObject({
      status: 'done',
      says: { key: 'jobs.not-working', params: { reason: 'Antenna is on order' } },
      steps: { verify: { state: 'not-working' } },
      proof: { why: 'not-opened', handedOver: 'Antenna is on order' },
    });
  });

  test('counts as not handed over once it is tested again', () => {
    const { bench, job } = testedJob();
    recordAccess(bench.parts, job, 'opened', false);
    handOverNotWorking(bench.parts, job, 'Antenna is on order');
    isGone(bench, job);
    retest(bench.parts, job);
    isThere(bench, job, BEGIN, 5002);
    recordAccess(bench.parts, job, 'opened', false);
    expect(proofOf(bench, job)).toMatchObject({ why: 'not-opened', handedOver: null });
  });
});

test('a car without a failed test is not handed over as not working', () => {
  const { bench, job } = testedJob();
  expect(problemCodeOf(() => handOverNotWorking(bench.parts, job, 'No time'))).toBe('step-not-ready');
  removeTestAccess(bench.parts, job);
  expect(problemCodeOf(() => handOverNotWorking(bench.parts, job, 'No time'))).toBe('step-not-ready');
});

test.each([
  ['is there', () => undefined],
  ['ran out', (bench: JobBench) => bench.later((MINUTES + 1) * MINUTE)],
] as const)('a job is not finished while a test access %s', (_name, then) => {
  const { bench, job } = testedJob();
  then(bench);
  expect(problemCodeOf(() => finishJob(bench.parts, job))).toBe('test-access-left');
});

test('a job is not finished while a test access is on its way', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  startVerification(bench.parts, job, known.user, MINUTES);
  expect(problemCodeOf(() => finishJob(bench.parts, job))).toBe('test-access-left');
  bench.becomes(newest(bench, job, 'create-assignment'), 'awaiting-result');
  expect(problemCodeOf(() => finishJob(bench.parts, job))).toBe('test-access-left');
});

test('nothing can be seen at the car before the operator has confirmed the access', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  startVerification(bench.parts, job, known.user, MINUTES);
  expect(problemCodeOf(() => recordAccess(bench.parts, job, 'opened', true))).toBe('step-not-ready');
  expect(problemCodeOf(() => proveAccess(bench.parts, job))).toBe('step-not-ready');
});

describe('a test access that ran out', () => {
  const ranOut = () => {
    const opened = testedJob();
    opened.bench.later(MINUTES * MINUTE);
    return opened;
  };

  test('can no longer be tried, and says so', () => {
    const { bench, job } = ranOut();
    expect(proofOf(bench, job)).toEqual({ state: 'unproven', why: 'expired', handedOver: null });
    expect(bench.view(job)).toMatchObject({ status: 'needs-person', says: { key: 'jobs.unproven.expired' } });
    for (const act of [
      () => proveAccess(bench.parts, job),
      () => recordAccess(bench.parts, job, 'opened', false),
      () => extendTestAccess(bench.parts, job, MINUTES),
    ]) {
      expect(problemCodeOf(act)).toBe('test-access-expired');
    }
  });

  test('is removed by testing again, and the new one waits for that', () => {
    const { bench, job } = ranOut();
    retest(bench.parts, job);
    expect(bench.queued(job).slice(-2)).toEqual(['delete-assignment ready', 'create-assignment waiting']);
    isGone(bench, job);
    expect(bench.queued(job).at(-1)).toBe('create-assignment ready');
  });

  test('differs from one that was removed before the car was tried', () => {
    const late = ranOut();
    removeTestAccess(late.bench.parts, late.job);
    isGone(late.bench, late.job);
    expect(proofOf(late.bench, late.job)).toMatchObject({ why: 'expired' });
    const early = testedJob();
    removeTestAccess(early.bench.parts, early.job);
    isGone(early.bench, early.job);
    early.bench.later(MINUTES * MINUTE);
    expect(proofOf(early.bench, early.job)).toMatchObject({ why: 'not-tried' });
  });

  test('of a car that the operator made for this job runs longer as well', () => {
    const bench = openJobs();
    const job = startJob(bench.parts);
    createCar(bench.parts, job, {
      name: 'Van 12',
      licensePlate: '',
      vin: '',
      brand: 'Ford',
      model: 'Transit',
    });
    bench.isDone(newest(bench, job, 'create-car'), 20_077);
    startVerification(bench.parts, job, known.user, MINUTES);
    isThere(bench, job, BEGIN, 5001);
    extendTestAccess(bench.parts, job, MINUTES);
    const extension = bench.operations(job).find(({ kind }) => kind === 'update-assignment');
    expect(JSON.parse(extension?.payload ?? '')).toMatchObject({ assignment: 5001, car: 20_077 });
    const entry = bench.database.sqlite
      .prepare<[], string>("SELECT data FROM log_entry WHERE type = 'test-extended'")
      .pluck()
      .get();
    expect(JSON.parse(entry ?? '')).toMatchObject({ operation: extension?.id });
  });

  test('never runs for more than a day from now, however often it is lengthened', () => {
    const { bench, job } = testedJob();
    const lengthen = () => {
      extendTestAccess(bench.parts, job, (12 * HOUR) / MINUTE);
      const extension = newest(bench, job, 'update-assignment');
      const { patch } = z
        .object({ patch: z.object({ end: z.number() }) })
        .parse(JSON.parse(bench.operations(job).find(({ id }) => id === extension)?.payload ?? ''));
      bench.database.write(({ sqlite }) =>
        sqlite.prepare<[string]>("UPDATE operation SET context = 'null' WHERE id = ?").run(extension),
      );
      bench.isDone(extension, 0);
      return patch.end;
    };
    expect([lengthen(), lengthen()]).toEqual([END + 12 * HOUR, BEGIN + DAY]);
    expect(problemCodeOf(() => extendTestAccess(bench.parts, job, 1))).toBe('step-not-ready');
    bench.later(HOUR);
    expect(lengthen()).toBe(BEGIN + HOUR + DAY);
  });

  test('has run longer where the operator confirmed a later end in time', () => {
    const { bench, job } = testedJob();
    bench.later(10 * MINUTE);
    extendTestAccess(bench.parts, job, MINUTES);
    expect(bench.view(job).verification).toMatchObject({ extension: 'under-way', end: END });
    expect(problemCodeOf(() => extendTestAccess(bench.parts, job, MINUTES))).toBe('step-not-ready');
    const extension = newest(bench, job, 'update-assignment');
    bench.database.write(({ sqlite }) =>
      sqlite.prepare<[string]>("UPDATE operation SET context = 'null' WHERE id = ?").run(extension),
    );
    bench.isDone(extension, 0);
    bench.later(10 * MINUTE);
    expect(bench.view(job).verification).toMatchObject({ extension: null, end: END + MINUTES * MINUTE });
    expect(proofOf(bench, job)).toEqual({ state: 'to-try', until: END + MINUTES * MINUTE });
    proveAccess(bench.parts, job);
  });
});

test('an access that the operator refused is a fact of its own', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  startVerification(bench.parts, job, known.user, MINUTES);
  bench.becomes(newest(bench, job, 'create-assignment'), 'failed');
  expect(proofOf(bench, job)).toEqual({ state: 'unproven', why: 'refused', handedOver: null });
  expect(bench.view(job).steps.verify.state).toBe('problem');
});

test('opened and closed is not proven before the operator has confirmed that the access is gone', () => {
  const { bench, job } = testedJob();
  proveAccess(bench.parts, job);
  expect(proofOf(bench, job)).toEqual({ state: 'to-remove' });
  expect(bench.view(job).steps.verify.state).toBe('saved');
  finishJob(bench.parts, job);
  expect(bench.view(job).status).toBe('waiting-for-result');
  isGone(bench, job);
  expect(proofOf(bench, job)).toEqual({ state: 'proven' });
  expect(bench.view(job).steps.verify.state).toBe('confirmed');
});

test('a job that was finished without a test does not say that everything is confirmed', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  finishJob(bench.parts, job);
  expect(bench.view(job)).toMatchObject({
    status: 'done',
    says: { key: 'jobs.done-open' },
    proof: { state: 'not-tested' },
  });
});

describe('the events of a test at the operator', () => {
  const eventsOf = (bench: JobBench, job: JobId) =>
    bench.queued(job).filter((line) => line.startsWith('create-event'));

  test('are sent in the order in which they happened: the closing waits for the opening', () => {
    const { bench, job } = testedJob();
    proveAccess(bench.parts, job);
    expect(eventsOf(bench, job)).toEqual(['create-event ready', 'create-event waiting']);
    const opened = bench.operations(job).find(({ kind }) => kind === 'create-event');
    if (opened === undefined) throw new Error('the opening was recorded');
    bench.isDone(opened.id, 7001);
    expect(eventsOf(bench, job)).toEqual(['create-event done', 'create-event ready']);
  });

  test('do not wait for an opening that is never sent', () => {
    const { bench, job } = testedJob();
    recordAccess(bench.parts, job, 'opened', true);
    bench.becomes(newest(bench, job, 'create-event'), 'cancelled');
    recordAccess(bench.parts, job, 'closed', true);
    expect(eventsOf(bench, job)).toEqual(['create-event cancelled', 'create-event ready']);
  });

  test('do not wait for an opening that was not seen', () => {
    const { bench, job } = testedJob();
    recordAccess(bench.parts, job, 'opened', false);
    recordAccess(bench.parts, job, 'closed', true);
    expect(eventsOf(bench, job)).toEqual(['create-event ready']);
  });
});
