import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseLeavingBox, readLosses, takeOut } from '../../../electron/jobs/leaving/take-out.ts';
import { restoreAccesses } from '../../../electron/jobs/leaving/accesses.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar, chooseGroup } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { startVerification } from '../../../electron/jobs/steps/verify.ts';
import { createOperatorClient } from '../../../electron/operator/client.ts';
import { watchRevoked } from '../../../electron/operations/assignments/revoked-assignments.ts';
import type { ViewOf } from '../../../shared/domain/job.ts';
import { assignmentId, type JobId, productId, userId } from '../../../shared/ids.ts';
import { HOUR } from '../../../shared/time.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { dataFolder, type JobBench, known, openJobs } from './bench.ts';

const now = Date.UTC(2026, 10, 21, 8);
const access = (id: number, user: number, start: number, end: number | null) => ({
  id: assignmentId.parse(id),
  userId: userId.parse(user),
  start,
  end,
  lifetime: 7200,
  renewableAfter: 3600,
});
const running = access(501, 9001, now - HOUR, null);
const upcoming = access(502, 9002, now + HOUR, now + 2 * HOUR);
const over = access(503, 9003, now - 3 * HOUR, now - 2 * HOUR);
const reason = { code: 'defective', text: '' } as const;

/** The operator cannot be reached: every reading fails. */
function cutOff(bench: JobBench) {
  const client = createOperatorClient({
    baseUrl: 'http://127.0.0.1:1/v3',
    apiKeyHeader: 'service-API-Key',
    credentials: { apiKey: 'key', username: 'name', password: 'word' },
    customerId: bench.parts.target.customerId,
    clock: bench.parts.clock,
    random: () => 0,
  });
  onTestFinished(() => client.close());
  return { ...bench.parts, client, directory: bench.directory };
}

function viewOf(bench: JobBench, job: JobId): ViewOf<'removal' | 'swap'> {
  const view = bench.viewAny(job);
  if (view.kind === 'installation') throw new Error('an installation');
  return view;
}

/** A job up to the decision, with the list that was read here an hour ago. */
async function ready(kind: 'removal' | 'swap', bench = openJobs()) {
  bench.directory.recordCarAccesses(known.car, [running, upcoming, over]);
  const job = startJob(bench.parts, kind);
  chooseCar(bench.parts, job, known.car);
  chooseLeavingBox(bench.parts, job, { serialNumber: known.box });
  await readLosses(cutOff(bench), job);
  if (kind === 'swap') installBox(bench.parts, job, known.otherBox);
  return { bench, job };
}

const seenAt = (bench: JobBench, job: JobId) => viewOf(bench, job).removal.losses?.readAt ?? 0;
const decide = ({ bench, job }: { bench: JobBench; job: JobId }) =>
  takeOut(bench.parts, job, reason, seenAt(bench, job));
const operationOf = (bench: JobBench, job: JobId, kind: string) => {
  const row = bench.operations(job).find((operation) => operation.kind === kind);
  if (row === undefined) throw new Error(`no ${kind}`);
  return row;
};
const sentPeriod = z.object({ period: z.object({ start: z.number() }) });
const keyOf = (of: typeof running) => `${of.userId}/${of.start}/${of.end ?? '-'}`;

test('without a connection the last list that was read counts as the losses, and the job says so', async () => {
  const { bench, job } = await ready('removal');
  const { losses, accesses } = viewOf(bench, job).removal;
  expect(losses).toMatchObject({ source: 'local', asOf: now });
  expect(accesses.map(({ id, fate }) => [id, fate])).toEqual([
    [501, 'kept'],
    [502, 'kept'],
    [503, 'kept'],
  ]);
  expect(bench.queued(job)).toEqual([]);
});

test('of several Boxes that a serial fits, the one in this car leaves; without it a person is asked', () => {
  const bench = openJobs();
  const alike = (id: number, serialNumber: string, carId: typeof known.car | null) =>
    bench.directory.recordProduct({
      id: productId.parse(id),
      uniqueId: `U${id}`,
      serialNumber,
      sapNumber: 'SAP-100',
      type: 'Box',
      carId,
    });
  alike(280_001, '00777-1', null);
  alike(280_002, '7771', null);
  const job = startJob(bench.parts, 'removal');
  chooseCar(bench.parts, job, known.car);
  const choose = () => chooseLeavingBox(bench.parts, job, { serialNumber: '777-1' });
  expect(problemCodeOf(choose)).toBe('box-ambiguous');
  alike(280_002, '7771', known.car);
  choose();
  expect(viewOf(bench, job).removal.box).toMatchObject({ productId: 280_002, serialNumber: '7771' });
});

test('a list that was never read is reported so, not shown as empty', async () => {
  const bench = openJobs();
  const job = startJob(bench.parts, 'removal');
  chooseCar(bench.parts, job, known.car);
  chooseLeavingBox(bench.parts, job, { serialNumber: 'LABEL-77' });
  await readLosses(cutOff(bench), job);
  expect(viewOf(bench, job).removal).toMatchObject({
    box: { productId: null, serialNumber: 'LABEL-77', reported: 'person' },
    losses: { source: 'none', asOf: null, accesses: [] },
  });
});

test.each(['removal', 'swap'] as const)(
  'a %s is decided with its list, its log and its operations together, or not at all',
  async (kind) => {
    const { bench, job } = await ready(kind);
    bench.refuseToLog('box-leaves');
    expect(() => decide({ bench, job })).toThrow('the log cannot be written');
    expect(bench.queued(job)).toEqual([]);
    expect(bench.logged(job)).not.toContain('access-at-stake');
  },
);

test('the log keeps every access that was at stake', async () => {
  const { bench, job } = await ready('removal');
  decide({ bench, job });
  expect(bench.logged(job).filter((type) => type === 'access-at-stake')).toHaveLength(3);
  expect(bench.logged(job).at(-1)).toBe('box-leaves');
});

test('nothing is decided without a list, with a list other than the shown one, or twice', async () => {
  const bench = openJobs();
  const bare = startJob(bench.parts, 'removal');
  chooseCar(bench.parts, bare, known.car);
  chooseLeavingBox(bench.parts, bare, { serialNumber: known.box });
  expect(problemCodeOf(() => takeOut(bench.parts, bare, reason, now))).toBe('step-not-ready');

  const { job } = await ready('removal', bench);
  expect(problemCodeOf(() => takeOut(bench.parts, job, reason, 1))).toBe('changed-since-shown');
  const other = { code: 'other', text: '  ' } as const;
  expect(problemCodeOf(() => takeOut(bench.parts, job, other, seenAt(bench, job)))).toBe('value-missing');
  decide({ bench, job });
  expect(problemCodeOf(() => decide({ bench, job }))).toBe('step-not-ready');
  expect(bench.queued(job)).toEqual(['uninstall ready']);
});

test('in a swap the new Box waits for the old one, and is held when the old one does not go', async () => {
  const { bench, job } = await ready('swap');
  decide({ bench, job });
  expect(bench.queued(job)).toEqual(['uninstall ready', 'install waiting']);
  bench.parts.database.write((context) =>
    bench.parts.commands.cancelIn(context, operationOf(bench, job, 'uninstall').id),
  );
  expect(bench.queued(job)).toEqual(['uninstall cancelled', 'install held']);
  expect(bench.viewAny(job)).toMatchObject({ status: 'needs-person', problem: { code: 'dependency-ended' } });

  decide({ bench, job });
  expect(bench.queued(job)).toEqual([
    'uninstall cancelled',
    'install cancelled',
    'uninstall ready',
    'install waiting',
  ]);
});

test('only chosen accesses are recreated, each once, behind both Boxes; past ones are never offered', async () => {
  const { bench, job } = await ready('swap');
  expect(problemCodeOf(() => restoreAccesses(bench.parts, job, [keyOf(running)]))).toBe('step-not-ready');
  decide({ bench, job });
  restoreAccesses(bench.parts, job, [keyOf(running), keyOf(over), 'nobody']);
  restoreAccesses(bench.parts, job, [keyOf(running)]);
  expect(bench.queued(job)).toEqual(['uninstall ready', 'install waiting', 'create-assignment waiting']);
  const view = viewOf(bench, job);
  expect(
    view.kind === 'swap' && view.restores.map(({ offer, operation }) => [offer, operation?.state]),
  ).toEqual([
    ['yes', 'waiting'],
    ['yes', undefined],
    ['over', undefined],
  ]);
  expect(JSON.parse(operationOf(bench, job, 'create-assignment').payload)).toMatchObject({
    userId: 9001,
    period: { from: 'fixed', start: running.start, end: null },
    lifetime: 7200,
    renewableAfter: 3600,
    again: true,
    replaces: running.id,
  });
});

test('a swap without a key and without an access to make again has left nothing out', async () => {
  const bench = openJobs();
  bench.directory.recordCarAccesses(known.car, [over]);
  const job = startJob(bench.parts, 'swap');
  chooseCar(bench.parts, job, known.car);
  chooseLeavingBox(bench.parts, job, { serialNumber: known.box });
  await readLosses(cutOff(bench), job);
  installBox(bench.parts, job, known.otherBox);
  decide({ bench, job });
  const { steps } = viewOf(bench, job);
  expect(steps).toMatchObject({ keyfob: { state: 'not-needed' }, restore: { state: 'not-needed' } });
});

test('choices and saved steps are there after a restart', async () => {
  const folder = dataFolder();
  const { bench, job } = await ready('swap', openJobs(folder));
  decide({ bench, job });
  restoreAccesses(bench.parts, job, [keyOf(running)]);
  bench.database.close();
  const after = openJobs(folder);
  restoreAccesses(after.parts, job, [keyOf(running)]);
  expect(after.queued(job)).toEqual(['uninstall ready', 'install waiting', 'create-assignment waiting']);
  expect(viewOf(after, job).removal.losses?.accesses).toHaveLength(3);
});

test('an access that failed is tried again a second later; one that is on its way is not', async () => {
  const { bench, job } = await ready('swap');
  decide({ bench, job });
  restoreAccesses(bench.parts, job, [keyOf(running)]);
  bench.becomes(operationOf(bench, job, 'create-assignment').id, 'failed');
  restoreAccesses(bench.parts, job, [keyOf(running)]);
  const tries = bench.operations(job).filter(({ kind }) => kind === 'create-assignment');
  expect(tries.map(({ payload }) => sentPeriod.parse(JSON.parse(payload)).period.start)).toEqual([
    running.start,
    running.start + 1000,
  ]);
});

test('a removal is through only when every access is known to be gone', async () => {
  const { bench, job } = await ready('removal');
  decide({ bench, job });
  const removal = operationOf(bench, job, 'uninstall');
  bench.becomes(removal.id, 'done');
  const { lifetime, renewableAfter, ...taken } = running;
  bench.parts.database.write((context) =>
    watchRevoked(context, removal, [{ ...taken, lifetime, renewableAfter }], now, now + HOUR),
  );
  finishJob(bench.parts, job);
  expect(bench.viewAny(job)).toMatchObject({
    status: 'waiting-for-result',
    awaitingSince: now,
    says: { key: 'jobs.waiting-for-accesses' },
  });
  bench.parts.database.write(({ sqlite }) =>
    sqlite.prepare("UPDATE revoked_assignment SET state = 'deleted'").run(),
  );
  expect(bench.viewAny(job)).toMatchObject({ status: 'done' });
});

test('the car of a removal is not changed once it is decided; before, its Box goes with it', async () => {
  const { bench, job } = await ready('removal');
  chooseCar(bench.parts, job, known.otherCar);
  expect(viewOf(bench, job).removal).toMatchObject({ box: null, losses: null });
  chooseCar(bench.parts, job, known.car);
  chooseLeavingBox(bench.parts, job, { serialNumber: known.box });
  await readLosses(cutOff(bench), job);
  decide({ bench, job });
  expect(problemCodeOf(() => chooseCar(bench.parts, job, known.otherCar))).toBe('step-not-ready');
});

test('a step that a kind of job does not have is refused', async () => {
  const { bench, job } = await ready('removal');
  expect(problemCodeOf(() => chooseGroup(bench.parts, job, { name: 'x' }))).toBe('input-invalid');
  expect(problemCodeOf(() => startVerification(bench.parts, job, known.user, 15))).toBe('input-invalid');
});

test('a new Box that is only taken is nothing to try yet', async () => {
  const { bench, job } = await ready('swap');
  expect(problemCodeOf(() => startVerification(bench.parts, job, known.user, 15))).toBe('step-not-ready');
});

test('before the new Box is taken there is nothing to try: a test would prove the old Box', () => {
  const bench = openJobs();
  const job = startJob(bench.parts, 'swap');
  chooseCar(bench.parts, job, known.car);
  expect(problemCodeOf(() => startVerification(bench.parts, job, known.user, 15))).toBe('step-not-ready');
  expect(bench.queued(job)).toEqual([]);
});
