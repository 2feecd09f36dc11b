import { expect, test } from 'vitest';
import { z } from 'zod';
import { readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar, chooseGroup } from '../../../electron/jobs/steps/car.ts';
import { recordAccess, removeTestAccess, startVerification } from '../../../electron/jobs/steps/verify.ts';
import { ok } from '../../../shared/result.ts';
import { loadOperation } from '../../../electron/operations/queue/kinds/registry.ts';
import type { OperationKind } from '../../../shared/domain/operation.ts';
import type { JobId, OperationId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs } from './bench.ts';
import { unreachableOperator } from './leaving-bench.ts';

function jobWithCar(): { bench: JobBench; job: JobId } {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  return { bench, job };
}

/** The newest operation of a kind. */
function operation(bench: JobBench, job: JobId, kind: OperationKind): OperationId {
  const found = bench.operations(job).findLast((row) => row.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found.id;
}

/** Lets an access be prepared as for sending, keeps its times and answers when it begins. */
async function sentStart({ database, parts }: JobBench, id: OperationId): Promise<number> {
  const row = readOperation(database.sqlite, id);
  const loaded = row === undefined ? undefined : loadOperation(row);
  if (loaded?.ok !== true) throw new Error(`no operation ${id}`);
  const no = () => false;
  const now = parts.clock.now();
  const takenOut = () => ({ listed: false, accesses: [] });
  const signal = AbortSignal.abort();
  // The car has no accesses yet.
  const client = { ...unreachableOperator({ parts }), pages: () => Promise.resolve(ok([])) };
  const reading = {
    client,
    signal,
    now,
    isTaken: no,
    hasLeft: no,
    carsNamed: () => [],
    wasAbsent: no,
    notOffered: no,
    isDone: no,
    isReported: no,
    isChanging: no,
    changesOf: () => [],
    isReused: no,
    isReplaced: no,
    takenOut,
  };
  const prepared = await loaded.value.prepare(() => undefined, reading, null);
  if (prepared.go !== 'send') throw new Error(prepared.go);
  database.write(({ sqlite }) =>
    sqlite
      .prepare<[string, string]>('UPDATE operation SET context = ? WHERE id = ?')
      .run(prepared.context, id),
  );
  return z.object({ start: z.number() }).parse(JSON.parse(prepared.context)).start;
}

test('another Box cancels the installation of the one before', () => {
  const { bench, job } = jobWithCar();
  installBox(bench.parts, job, known.box);
  installBox(bench.parts, job, known.otherBox);
  expect(bench.queued(job)).toEqual(['install cancelled', 'install ready']);
  expect(bench.view(job).box?.lookupSerial).toBe(known.otherBox);
  expect(bench.logged(job)).toContain('box-replaced');
});

test('a test access that waits for the Box waits for the replacing one', () => {
  const { bench, job } = jobWithCar();
  installBox(bench.parts, job, known.box);
  startVerification(bench.parts, job, known.user, 15);
  bench.becomes(operation(bench, job, 'install'), 'blocked');
  installBox(bench.parts, job, known.otherBox);
  expect(bench.queued(job)).toEqual(['install cancelled', 'create-assignment waiting', 'install ready']);
  bench.isDone(operation(bench, job, 'install'), 0);
  expect(bench.queued(job)[1]).toBe('create-assignment ready');
});

test.each(['sending', 'unknown', 'done'] as const)(
  'a Box whose installation is %s is not replaced',
  (state) => {
    const { bench, job } = jobWithCar();
    installBox(bench.parts, job, known.box);
    bench.becomes(operation(bench, job, 'install'), state);
    expect(problemCodeOf(() => installBox(bench.parts, job, known.otherBox))).toBe('step-not-ready');
    expect(bench.view(job).box?.lookupSerial).toBe(known.box);
    expect(bench.operations(job)).toHaveLength(1);
  },
);

test('another group cancels the membership, and the new group that was ordered by mistake', () => {
  const { bench, job } = jobWithCar();
  chooseGroup(bench.parts, job, { name: 'Nigth shift' });
  chooseGroup(bench.parts, job, { id: known.group });
  expect(bench.queued(job)).toEqual([
    'create-group cancelled',
    'add-car-to-group cancelled',
    'add-car-to-group ready',
  ]);
});

test('a new group that exists already is left where it is when another one is chosen', () => {
  const { bench, job } = jobWithCar();
  chooseGroup(bench.parts, job, { name: 'Nigth shift' });
  bench.isDone(operation(bench, job, 'create-group'), 777);
  chooseGroup(bench.parts, job, { id: known.group });
  expect(bench.queued(job)).toEqual([
    'create-group done',
    'add-car-to-group cancelled',
    'add-car-to-group ready',
  ]);
});

test('an unsent test access is cancelled instead of being removed', () => {
  const { bench, job } = jobWithCar();
  startVerification(bench.parts, job, known.user, 15);
  removeTestAccess(bench.parts, job);
  expect(bench.queued(job)).toEqual(['create-assignment cancelled']);
  expect(bench.view(job).verification.phase).toBe('not-started');
});

test.each(['sending', 'awaiting-result', 'unknown'] as const)(
  'a test access that is %s is removed once it is there',
  (state) => {
    const { bench, job } = jobWithCar();
    startVerification(bench.parts, job, known.user, 15);
    bench.becomes(operation(bench, job, 'create-assignment'), state);
    removeTestAccess(bench.parts, job);
    expect(bench.queued(job)).toEqual([`create-assignment ${state}`, 'delete-assignment waiting']);
    bench.isDone(operation(bench, job, 'create-assignment'), 500_001);
    expect(bench.queued(job)[1]).toBe('delete-assignment ready');
  },
);

test('one removal is enough, until it has failed', () => {
  const { bench, job } = jobWithCar();
  startVerification(bench.parts, job, known.user, 15);
  bench.isDone(operation(bench, job, 'create-assignment'), 500_001);
  removeTestAccess(bench.parts, job);
  expect(problemCodeOf(() => removeTestAccess(bench.parts, job))).toBe('step-not-ready');
  bench.becomes(operation(bench, job, 'delete-assignment'), 'failed');
  removeTestAccess(bench.parts, job);
  expect(bench.queued(job).slice(1)).toEqual(['delete-assignment failed', 'delete-assignment ready']);
});

test.each(['failed', 'cancelled'] as const)(
  'there is nothing to remove of a test access that was %s',
  (state) => {
    const { bench, job } = jobWithCar();
    startVerification(bench.parts, job, known.user, 15);
    bench.becomes(operation(bench, job, 'create-assignment'), state);
    expect(problemCodeOf(() => removeTestAccess(bench.parts, job))).toBe('step-not-ready');
    expect(bench.operations(job)).toHaveLength(1);
  },
);

test('a second test access is refused while there is one, and possible after it failed', () => {
  const { bench, job } = jobWithCar();
  startVerification(bench.parts, job, known.user, 15);
  const again = () => startVerification(bench.parts, job, known.user, 15);
  for (const state of ['ready', 'sending', 'unknown', 'awaiting-result', 'done', 'blocked'] as const) {
    bench.becomes(operation(bench, job, 'create-assignment'), state);
    expect(problemCodeOf(again)).toBe('step-not-ready');
  }
  bench.becomes(operation(bench, job, 'create-assignment'), 'failed');
  again();
  expect(bench.queued(job)).toEqual(['create-assignment failed', 'create-assignment ready']);
});

test('a second try within the same second begins at a second of its own: its failure is reported as its own', async () => {
  const { bench, job } = jobWithCar();
  const starts: number[] = [];
  while (starts.length < 3) {
    startVerification(bench.parts, job, known.user, 15);
    starts.push(await sentStart(bench, operation(bench, job, 'create-assignment')));
    bench.becomes(operation(bench, job, 'create-assignment'), 'failed');
  }
  const [first = 0] = starts;
  expect(starts).toEqual([first, first + 1000, first + 2000]);
});

test('operations held with a failed test access do not keep the job unfinished once it is tried again', () => {
  const { bench, job } = jobWithCar();
  startVerification(bench.parts, job, known.user, 15);
  bench.becomes(operation(bench, job, 'create-assignment'), 'awaiting-result');
  removeTestAccess(bench.parts, job);
  bench.becomes(operation(bench, job, 'create-assignment'), 'failed');
  bench.becomes(operation(bench, job, 'delete-assignment'), 'held');
  startVerification(bench.parts, job, known.user, 15);
  expect(bench.queued(job)).toEqual([
    'create-assignment failed',
    'delete-assignment cancelled',
    'create-assignment ready',
  ]);
});

test('"it opened" is recorded at the operator once, however often it is pressed', () => {
  const { bench, job } = jobWithCar();
  startVerification(bench.parts, job, known.user, 15);
  bench.becomes(operation(bench, job, 'create-assignment'), 'done');
  recordAccess(bench.parts, job, 'opened', true);
  recordAccess(bench.parts, job, 'opened', true);
  recordAccess(bench.parts, job, 'closed', false);
  expect(bench.queued(job)).toEqual(['create-assignment done', 'create-event ready']);
  expect(bench.view(job).verification).toMatchObject({ opened: true, closed: false });
});

test('a function that works at a second try is recorded at the time of that try', () => {
  const { bench, job } = jobWithCar();
  startVerification(bench.parts, job, known.user, 15);
  bench.becomes(operation(bench, job, 'create-assignment'), 'done');
  recordAccess(bench.parts, job, 'opened', false);
  expect(bench.queued(job)).toHaveLength(1);
  recordAccess(bench.parts, job, 'opened', true);
  expect(bench.queued(job)).toHaveLength(2);
  expect(bench.view(job).verification.opened).toBe(true);
});
