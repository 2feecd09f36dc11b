import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { logOfJob } from '../../../electron/db/tables/queue/log-entries.ts';
import { giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import {
  handOverNotWorking,
  proveAccess,
  recordAccess,
  removeTestAccess,
  startVerification,
  retest,
} from '../../../electron/jobs/steps/verify.ts';
import { entryOf } from '../../../electron/log/append.ts';
import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import { proofOf, stateOf } from '../../../electron/supervision/projection/row.ts';
import { retestRefusal } from '../../../shared/domain/job.ts';
import type { OperationKind } from '../../../shared/domain/operation.ts';
import type { JobId, OperationId } from '../../../shared/ids.ts';
import { logChainId } from '../../../shared/relay/log.ts';
import { MINUTE } from '../../../shared/time.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { arrives, reviewFor } from '../reviewing/reviewing-bench.ts';
import { type JobBench, known, openJobs } from './bench.ts';
import { decided } from './leaving-bench.ts';

const MINUTES = 15;
const chain = logChainId.parse('c0000000-0000-4000-8000-000000000001');

interface Opened {
  readonly bench: JobBench;
  readonly job: JobId;
}

function newest({ bench, job }: Opened, kind: OperationKind): OperationId {
  const found = bench.operations(job).findLast((row) => row.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found.id;
}

/** The operator has confirmed the newest test access. */
function isThere(opened: Opened, assignment: number): void {
  const { bench } = opened;
  const start = bench.parts.clock.now();
  const create = newest(opened, 'create-assignment');
  const times = JSON.stringify({ start, end: start + MINUTES * MINUTE });
  bench.database.write(({ sqlite }) =>
    sqlite.prepare<[string, string]>('UPDATE operation SET context = ? WHERE id = ?').run(times, create),
  );
  bench.isDone(create, assignment);
}

const isGone = (opened: Opened) => opened.bench.isDone(newest(opened, 'delete-assignment'), 0);

/** A job whose test access was asked for. */
function asked(): Opened {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  startVerification(bench.parts, job, known.user, MINUTES);
  return { bench, job };
}

/** A job whose test access is there. */
function tested(): Opened {
  const opened = asked();
  isThere(opened, 5001);
  return opened;
}

function finished(opened: Opened): Opened {
  finishJob(opened.bench.parts, opened.job);
  return opened;
}

/** Finished jobs by the result of their test. */
const unproven = {
  'not-opened': () => {
    const opened = tested();
    recordAccess(opened.bench.parts, opened.job, 'opened', false);
    handOverNotWorking(opened.bench.parts, opened.job, 'The antenna is on order');
    isGone(opened);
    return finished(opened);
  },
  'not-closed': () => {
    const opened = tested();
    recordAccess(opened.bench.parts, opened.job, 'closed', false);
    handOverNotWorking(opened.bench.parts, opened.job, 'The lock is on order');
    isGone(opened);
    return finished(opened);
  },
  'not-tried': () => {
    const opened = tested();
    removeTestAccess(opened.bench.parts, opened.job);
    isGone(opened);
    return finished(opened);
  },
  expired: () => {
    const opened = tested();
    opened.bench.later(MINUTES * MINUTE);
    removeTestAccess(opened.bench.parts, opened.job);
    isGone(opened);
    return finished(opened);
  },
  refused: () => {
    const opened = asked();
    opened.bench.becomes(newest(opened, 'create-assignment'), 'failed');
    return finished(opened);
  },
} as const;

/** The job as a supervisor's laptop derives it from the log. */
const supervised = ({ bench, job }: Opened) => {
  const entries = logOfJob(bench.database.sqlite, job).map((row) => ({ ...entryOf(row), chain }));
  return assembleFacts(entries).facts;
};

/** The refusal of another test, and whether anything changed by it. */
function refusalOf({ bench, job }: Opened): { readonly code: string; readonly changed: boolean } {
  const all = () => [bench.viewAny(job), bench.logged(job), bench.queued(job)];
  const before = all();
  const code = problemCodeOf(() => retest(bench.parts, job));
  return { code, changed: !isDeepStrictEqual(all(), before) };
}

describe.each(Object.entries(unproven))('a finished job whose test ended as %s', (why, finishedJob) => {
  test('is opened again at Verify, with a new test access for the same user and time', () => {
    const opened = finishedJob();
    const { bench, job } = opened;
    expect(bench.view(job)).toMatchObject({ proof: { state: 'unproven', why } });
    expect(bench.view(job).finishedAt).not.toBeNull();
    retest(bench.parts, job);
    expect(bench.view(job)).toMatchObject({
      finishedAt: null,
      steps: { verify: { state: 'saved' } },
      proof: { state: 'under-way' },
      verification: { phase: 'requested', userId: known.user, minutes: MINUTES },
    });
    expect(bench.queued(job).at(-1)).toBe('create-assignment ready');
    expect(bench.logged(job).slice(-3)).toEqual(['job-finished', 'job-reopened', 'verification-started']);
    expect(bench.view(job).history.map(({ says }) => says.key)).toContain('history.job-reopened');
  });

  test('is finished again with a car that works; its first result stays in the log', () => {
    const opened = finishedJob();
    const { bench, job } = opened;
    const first = bench.logged(job);
    retest(bench.parts, job);
    isThere(opened, 5002);
    proveAccess(bench.parts, job);
    isGone(opened);
    finishJob(bench.parts, job);
    expect(bench.view(job).proof).toEqual({ state: 'proven' });
    expect(bench.view(job).finishedAt).toBe(bench.parts.clock.now());
    expect(bench.view(job).verification.earlier).toMatchObject([{ proof: { state: 'unproven', why } }]);
    expect(bench.logged(job).slice(0, first.length)).toEqual(first);
    expect(bench.logged(job).filter((type) => type === 'job-finished')).toHaveLength(2);
  });

  test('is under way for supervisors until it is finished again', () => {
    const opened = finishedJob();
    const { bench, job } = opened;
    retest(bench.parts, job);
    isThere(opened, 5002);
    expect(stateOf(supervised(opened))).toBe('under-way');
    expect(supervised(opened).finishedAt).toBeNull();
    bench.later(MINUTE);
    proveAccess(bench.parts, job);
    isGone(opened);
    finishJob(bench.parts, job);
    expect(supervised(opened).finishedAt).toBe(supervised(opened).lastAt);
    expect(proofOf(supervised(opened))).toEqual({ state: 'proven' });
  });
});

test('a car that fails again is handed over again as not working, with its own reason', () => {
  const opened = unproven['not-opened']();
  const { bench, job } = opened;
  retest(bench.parts, job);
  expect(problemCodeOf(() => finishJob(bench.parts, job))).toBe('test-access-left');
  isThere(opened, 5002);
  recordAccess(bench.parts, job, 'opened', false);
  removeTestAccess(bench.parts, job);
  isGone(opened);
  // The reason of the test before does not count for this one.
  expect(problemCodeOf(() => finishJob(bench.parts, job))).toBe('car-not-working');
  handOverNotWorking(bench.parts, job, 'The new antenna is dead too');
  finishJob(bench.parts, job);
  expect(bench.view(job)).toMatchObject({
    status: 'done',
    proof: { state: 'unproven', why: 'not-opened', handedOver: 'The new antenna is dead too' },
  });
});

test('a job is not reopened where the test access cannot be enqueued: both or neither', () => {
  const { bench, job } = unproven['not-tried']();
  bench.refuseToLog('verification-started');
  expect(() => retest(bench.parts, job)).toThrow('the log cannot be written');
  expect(bench.view(job).finishedAt).not.toBeNull();
  expect(bench.logged(job)).not.toContain('job-reopened');
});

test('an open job is tested again without an entry that opens it', () => {
  const opened = tested();
  const { bench, job } = opened;
  recordAccess(bench.parts, job, 'opened', false);
  retest(bench.parts, job);
  expect(bench.logged(job)).not.toContain('job-reopened');
});

describe('no other test is made of a finished job', () => {
  test('whose car is proven', () => {
    const opened = tested();
    proveAccess(opened.bench.parts, opened.job);
    isGone(opened);
    expect(refusalOf(finished(opened))).toEqual({ code: 'job-finished', changed: false });
  });

  test('whose car opened and closed and whose access is still to be seen gone', () => {
    const opened = tested();
    proveAccess(opened.bench.parts, opened.job);
    expect(refusalOf(finished(opened))).toEqual({ code: 'job-finished', changed: false });
  });

  test('of which no test was made', () => {
    const bench = openJobs();
    const job = startJob(bench.parts);
    chooseCar(bench.parts, job, known.car);
    expect(refusalOf(finished({ bench, job }))).toEqual({ code: 'job-finished', changed: false });
  });

  test('that another laptop continues', () => {
    const opened = tested();
    removeTestAccess(opened.bench.parts, opened.job);
    isGone(opened);
    giveJob(opened.bench.parts, opened.job, null);
    expect(refusalOf(opened)).toEqual({ code: 'job-finished', changed: false });
  });

  test('that takes a Box out', async () => {
    const opened = await decided('removal');
    expect(refusalOf(finished(opened))).toEqual({ code: 'input-invalid', changed: false });
  });

  test('that swaps a Box and was not tested', async () => {
    const opened = await decided('swap');
    expect(refusalOf(finished(opened))).toEqual({ code: 'job-finished', changed: false });
  });
});

test('nothing comes of a discarded job, also where its proof says otherwise', () => {
  const { bench, job } = unproven['not-tried']();
  expect(retestRefusal(bench.view(job))).toBeNull();
  expect(retestRefusal({ ...bench.view(job), discardedAt: 1 })).toBe('job-finished');
});

describe('a supervisor’s review', () => {
  const says = ({ bench, job }: Opened, verdict: 'approved' | 'reopened' | 'rework', revision: number) =>
    arrives(
      bench,
      reviewFor(job, {
        verdict,
        revision,
        reason: verdict === 'rework' ? 'access-not-proven' : null,
        comment: 'Seen',
      }),
    );

  test('that approves the job keeps it as it is, until a supervisor reopens it', () => {
    const opened = unproven['not-opened']();
    says(opened, 'approved', 1);
    expect(refusalOf(opened)).toEqual({ code: 'job-approved', changed: false });
    says(opened, 'reopened', 2);
    retest(opened.bench.parts, opened.job);
    expect(opened.bench.view(opened.job)).toMatchObject({ finishedAt: null, review: { state: 'reopened' } });
  });

  test('that asks for rework is answered by the test: the rework begins with it and is done with the finish', () => {
    const opened = unproven['not-opened']();
    const { bench, job } = opened;
    says(opened, 'rework', 1);
    retest(bench.parts, job);
    expect(bench.view(job)).toMatchObject({ finishedAt: null, review: { state: 'rework-begun' } });
    expect(bench.logged(job).slice(-2)).toEqual(['rework-begun', 'verification-started']);
    isThere(opened, 5002);
    proveAccess(bench.parts, job);
    isGone(opened);
    finishJob(bench.parts, job);
    expect(bench.view(job)).toMatchObject({ proof: { state: 'proven' }, review: { state: 'rework-done' } });
  });

  test('that waits for a second review does not prevent another test', () => {
    const opened = unproven['not-opened']();
    const { bench, job } = opened;
    says(opened, 'rework', 1);
    retest(bench.parts, job);
    isThere(opened, 5002);
    recordAccess(bench.parts, job, 'closed', false);
    handOverNotWorking(bench.parts, job, 'The lock is on order');
    isGone(opened);
    finishJob(bench.parts, job);
    retest(bench.parts, job);
    expect(bench.view(job)).toMatchObject({ finishedAt: null, review: { state: 'rework-done' } });
    expect(bench.logged(job).slice(-2)).toEqual(['job-reopened', 'verification-started']);
  });
});
