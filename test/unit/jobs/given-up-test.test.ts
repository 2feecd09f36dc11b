import { describe, expect, test } from 'vitest';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { removeTestAccess, retest, startVerification } from '../../../electron/jobs/steps/verify.ts';
import { viewDetail } from '../../../electron/operations/queue/detail.ts';
import { createSteadyClock, defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { takePage } from '../../../electron/operations/assignments/take-results.ts';
import { expectResult } from '../../../electron/db/tables/queue/results.ts';
import { insertAttempt } from '../../../electron/db/tables/queue/operation-history.ts';
import { feedCursor } from '../../../shared/relay/results.ts';
import { assignmentId, type JobId, type OperationId } from '../../../shared/ids.ts';
import type { ProblemCode } from '../../../shared/problem.ts';
import { MINUTE } from '../../../shared/time.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { BEGIN, type JobBench, known, openJobs } from './bench.ts';

const MINUTES = 15;
const END = BEGIN + MINUTES * MINUTE;
const ASSIGNMENT = 5001;
const CHECKSUM = 'AB';

/** A job whose request for a test access needs a person. `left`: whether a request of it may have reached the operator. */
function blockedTest(left: boolean, problem: ProblemCode = 'operator-keeps-failing') {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  startVerification(bench.parts, job, known.user, MINUTES);
  const [create] = bench.operations(job);
  if (create === undefined) throw new Error('the access is requested');
  bench.database.write((context) => {
    if (left) {
      insertAttempt(context, {
        operation_id: create.id,
        number: 1,
        started_at: BEGIN,
        checksum: CHECKSUM,
        start_at: BEGIN,
        end_at: END,
      });
      expectResult(context, create.id, { kind: 'created', carId: known.car, userId: known.user });
    }
    context.sqlite
      .prepare<[string, number | null, string, OperationId]>(
        `UPDATE operation SET state = 'blocked', problem = ?, maybe_sent_at = ?, context = ? WHERE id = ?`,
      )
      .run(
        JSON.stringify({ code: problem, params: {}, raw: null }),
        left ? BEGIN : null,
        JSON.stringify({ start: BEGIN, end: END }),
        create.id,
      );
  });
  return { bench, job, create: create.id };
}

/** A test access that a person has found not to exist, and has given up. */
function givenUpTest() {
  const made = blockedTest(true, 'access-may-be-given');
  const { bench, job, create } = made;
  bench.later(5 * MINUTE);
  bench.commands.decide(create, false);
  removeTestAccess(bench.parts, job);
  return made;
}

/** The access is left, so the job is finished only once its removal by the number is ordered. */
function isRemovedByNumber({ parts, operations }: JobBench, job: JobId): void {
  expect(problemCodeOf(() => finishJob(parts, job))).toBe('test-access-left');
  removeTestAccess(parts, job);
  const removal = operations(job).at(-1);
  expect(removal).toMatchObject({ kind: 'delete-assignment', state: 'ready' });
  expect(JSON.parse(removal?.payload ?? '')).toMatchObject({ assignment: ASSIGNMENT });
  finishJob(parts, job);
}

const detailOf = ({ operations, database, parts }: JobBench, job: JobId) => {
  const [row] = operations(job);
  if (row === undefined) throw new Error('the access is requested');
  const rules = { sqlite: database.sqlite, now: parts.clock.now(), policy: defaultPolicy };
  return viewDetail(rules, row, () => null);
};

const offered = (bench: JobBench, job: JobId) => detailOf(bench, job).actions;

/** The relay has the operator's word that the access exists, or that it was refused. */
function isReported({ parts, database }: JobBench, sequence: number, operationSucceeded: boolean): void {
  const { environment, customerId } = parts.target;
  const at = parts.clock.now();
  const result = {
    sequence,
    environment,
    customerId,
    receivedAt: at,
    kind: 'created',
    payload: {
      checksum: CHECKSUM,
      customerId,
      operationSucceeded,
      assignmentId: operationSucceeded ? ASSIGNMENT : null,
      carId: known.car,
      userId: known.user,
      start: new Date(BEGIN).toISOString(),
      end: new Date(END).toISOString(),
    },
  };
  const cursor = feedCursor.parse(`00000000000000aa.${sequence}`);
  database.write((context) =>
    takePage(
      context,
      { log: parts.log, clock: createSteadyClock(parts.clock), target: parts.target },
      { results: [result], cursor, fetchedAt: at },
    ),
  );
}

/** The relay has the operator's word that the access is gone. */
function isGone({ parts, database }: JobBench, removal: OperationId): void {
  const { environment, customerId } = parts.target;
  const at = parts.clock.now();
  const payload = { checksum: 'REMOVAL', customerId, operationSucceeded: true, assignmentId: ASSIGNMENT };
  const result = { sequence: 9, environment, customerId, receivedAt: at, kind: 'deleted', payload };
  database.write((context) => {
    insertAttempt(context, {
      operation_id: removal,
      number: 1,
      started_at: at,
      checksum: 'REMOVAL',
      start_at: null,
      end_at: null,
    });
    expectResult(context, removal, { kind: 'deleted', assignmentId: assignmentId.parse(ASSIGNMENT) });
    takePage(
      context,
      { log: parts.log, clock: createSteadyClock(parts.clock), target: parts.target },
      { results: [result], cursor: feedCursor.parse('00000000000000aa.9'), fetchedAt: at },
    );
  });
}

describe('a test access whose request may have reached the operator', () => {
  test('is not given up while it could open the car: the job would say that it was not tested', () => {
    const { bench, job, create } = blockedTest(true);
    expect(offered(bench, job)).not.toContain('cancel');
    expect(problemCodeOf(() => bench.commands.cancel(create))).toBe('test-access-left');
    expect(bench.view(job).proof).toEqual({ state: 'under-way' });
    expect(problemCodeOf(() => finishJob(bench.parts, job))).toBe('test-access-left');
  });

  test('names the time from which it can be given up, where its state allows that', () => {
    const { bench, job } = blockedTest(true);
    expect(detailOf(bench, job).giveUpFrom).toBe(END);
    bench.later(END - BEGIN);
    expect(detailOf(bench, job).giveUpFrom).toBe(null);
    const asked = blockedTest(true);
    asked.bench.becomes(asked.create, 'unknown');
    expect(detailOf(asked.bench, asked.job).giveUpFrom).toBe(null);
  });

  test('is removed, and not given up, while it waits to be read', () => {
    const { bench, job, create } = blockedTest(true);
    bench.becomes(create, 'waiting');
    removeTestAccess(bench.parts, job);
    expect(bench.queued(job)).toEqual(['create-assignment waiting', 'delete-assignment waiting']);
  });

  test('lets the job be finished once its removal is ordered, which waits for it', () => {
    const { bench, job } = blockedTest(true);
    removeTestAccess(bench.parts, job);
    expect(bench.queued(job)).toEqual(['create-assignment blocked', 'delete-assignment waiting']);
    finishJob(bench.parts, job);
    expect(bench.view(job)).toMatchObject({ proof: { state: 'unproven', why: 'not-tried' } });
    expect(bench.view(job).unfinished).toBe(2);
  });

  test('is given up once it can open nothing', () => {
    const { bench, job, create } = blockedTest(true);
    bench.later(END - BEGIN - 1);
    expect(problemCodeOf(() => bench.commands.cancel(create))).toBe('test-access-left');
    bench.later(1);
    expect(offered(bench, job)).toContain('cancel');
    bench.commands.cancel(create);
    finishJob(bench.parts, job);
    expect(bench.view(job).proof).toEqual({ state: 'not-tested' });
  });

  test('is given up after a person has found that it does not exist', () => {
    const { bench, job } = givenUpTest();
    expect(bench.queued(job)).toEqual(['create-assignment cancelled']);
  });
});

test('a test access that never left is given up at any time', () => {
  const { bench, job, create } = blockedTest(false);
  expect(offered(bench, job)).toContain('cancel');
  bench.commands.cancel(create);
  expect(bench.view(job).proof).toEqual({ state: 'not-tested' });
  finishJob(bench.parts, job);
});

describe('a test access that was given up, and that the operator reports as created', () => {
  const reported = () => {
    const made = givenUpTest();
    isReported(made.bench, 1, true);
    return made;
  };

  test('counts as a test whose access is left, and its removal names its number', () => {
    const { bench, job } = reported();
    expect(bench.view(job).proof).toEqual({ state: 'to-try', until: END });
    expect(bench.view(job).verification.assignmentId).toBe(ASSIGNMENT);
    isRemovedByNumber(bench, job);
  });

  test('is removed before the car is tested again', () => {
    const { bench, job } = reported();
    expect(problemCodeOf(() => startVerification(bench.parts, job, known.user, MINUTES))).toBe(
      'step-not-ready',
    );
    bench.later(END - BEGIN);
    retest(bench.parts, job);
    expect(bench.queued(job)).toEqual([
      'create-assignment cancelled',
      'delete-assignment ready',
      'create-assignment waiting',
    ]);
  });

  test('keeps the job on this laptop', () => {
    const { bench, job } = reported();
    expect(problemCodeOf(() => giveJob(bench.parts, job, null))).toBe('hand-over-unsettled');
  });
});

describe('a test access that was refused, and that the operator reports as created afterwards', () => {
  const refused = () => {
    const made = blockedTest(true);
    made.bench.becomes(made.create, 'awaiting-result');
    return made;
  };

  test('counts as a test whose access is left, and is removed by its number', () => {
    const { bench, job } = refused();
    isReported(bench, 1, false);
    expect(bench.view(job).proof).toMatchObject({ state: 'unproven', why: 'refused' });
    isReported(bench, 2, true);
    expect(bench.queued(job)).toEqual(['create-assignment failed']);
    expect(bench.view(job).proof).toEqual({ state: 'to-try', until: END });
    isRemovedByNumber(bench, job);
    // The earlier refusal of an access that exists needs no person.
    expect(bench.view(job).problem).toBeNull();
  });

  test('is removed by its number where an earlier removal waited for its request', () => {
    const { bench, job } = refused();
    removeTestAccess(bench.parts, job);
    isReported(bench, 1, false);
    expect(bench.queued(job)).toEqual(['create-assignment failed', 'delete-assignment held']);
    isReported(bench, 2, true);
    expect(bench.view(job).proof).toEqual({ state: 'to-try', until: END });
    removeTestAccess(bench.parts, job);
    expect(bench.queued(job)).toEqual([
      'create-assignment failed',
      'delete-assignment cancelled',
      'delete-assignment ready',
    ]);
  });

  test.each(['failed', 'cancelled'] as const)(
    'is removed once the operator reports its %s removal as carried out',
    (state) => {
      const { bench, job } = refused();
      isReported(bench, 1, true);
      removeTestAccess(bench.parts, job);
      const removal = bench.operations(job).at(-1);
      if (removal === undefined) throw new Error('the removal is requested');
      bench.becomes(removal.id, state);
      expect(bench.view(job).verification.phase).not.toBe('removed');
      isGone(bench, removal.id);
      expect(bench.view(job).verification.phase).toBe('removed');
    },
  );
});
