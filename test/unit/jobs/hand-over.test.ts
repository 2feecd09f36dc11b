import { expect, test } from 'vitest';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { z } from 'zod';
import { beginPlanned, listPlanned, planCars } from '../../../electron/jobs/batch.ts';
import { settleDeleted } from '../../../electron/operations/assignments/revoked-assignments.ts';
import { revokedAssignmentsOf } from '../../../electron/db/tables/queue/assignments.ts';
import { parseHandedFile, seal, unseal } from '../../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { takeJob } from '../../../electron/jobs/hand-over/take.ts';
import { restoreAccesses } from '../../../electron/jobs/leaving/accesses.ts';
import { startJob, saveDraft } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar, createCar, chooseGroup } from '../../../electron/jobs/steps/car.ts';
import { answerItem, chooseChecklist } from '../../../electron/jobs/steps/fitting.ts';
import { addPhoto } from '../../../electron/jobs/pictures.ts';
import { startVerification } from '../../../electron/jobs/steps/verify.ts';
import type { JobId } from '../../../shared/ids.ts';
import { SECOND } from '../../../shared/time.ts';
import { codeOfRejection, problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs, someKey } from './bench.ts';
import { accesses, decided } from './leaving-bench.ts';

const jpeg = madeJpeg(Buffer.from([2]));
const period = z.object({ period: z.object({ start: z.number() }) });
const WORDS = 'correct horse 7';
const newCar = { name: '', licensePlate: 'M XY 7', vin: '', brand: 'Ford', model: 'Transit' };

/** The content of the file as it is read on another laptop. Its lock is the subject of tests of its own: a key takes as long as ten jobs. */
const carried = (bench: JobBench, job: JobId) =>
  parseHandedFile(JSON.stringify(fileOfGiven(bench.parts, job)));

async function handOver(from: JobBench, to: JobBench, job: JobId) {
  giveJob(from.parts, job, null);
  const file = carried(from, job);
  await takeJob(to.parts, file, { mayRestore: () => true });
  return file;
}

const planning = ({ parts, directory }: JobBench) => ({ ...parts, directory });

const installOf = (bench: JobBench, job: JobId) => {
  const found = bench.operations(job).find(({ kind }) => kind === 'install');
  if (found === undefined) throw new Error('a Box was asked for');
  return found.id;
};

test('a job goes on at the other laptop with every decision; unsent operations are enqueued there and nowhere else', async () => {
  const [one, two] = [openJobs(), openJobs()];
  const job = startJob(one.parts);
  createCar(one.parts, job, newCar);
  takeKey(one.parts, job, someKey);
  installBox(one.parts, job, known.box);
  chooseGroup(one.parts, job, { id: known.group });
  startVerification(one.parts, job, known.user, 15);
  saveDraft(one.parts, job, 'fitting', '{"unsaved":{}}');
  await handOver(one, two, job);

  expect(one.queued(job).filter((line) => !line.endsWith('cancelled'))).toEqual([]);
  expect(one.view(job)).toMatchObject({ handedOver: true, status: 'done', problem: null });
  expect(problemCodeOf(() => installBox(one.parts, job, known.otherBox))).toBe('job-finished');
  expect(two.queued(job)).toEqual(['create-car ready', 'install waiting', 'add-car-to-group waiting']);
  expect(two.view(job)).toMatchObject({
    handedOver: false,
    finishedAt: null,
    key: { id: someKey.id },
    car: { licensePlate: 'M XY 7' },
    box: { serialNumber: known.box },
    group: { id: known.group },
    verification: { phase: 'not-started' },
    drafts: { fitting: '{"unsaved":{}}' },
  });
});

test('the list’s data on the car goes along, and the car leaves the list of the other laptop', async () => {
  const [one, two] = [openJobs(), openJobs()];
  const listed = {
    line: 2,
    licensePlate: 'M XY 7',
    vin: '',
    name: '',
    brand: 'Ford',
    model: 'Transit',
    serial: known.box,
    group: 'New arrivals',
    key: 'KF-7',
  };
  planCars(planning(one), 'monday.csv', [listed]);
  planCars(planning(two), 'all.csv', [{ ...listed, line: 9, group: 'Elsewhere' }]);
  const [planned] = listPlanned(one.database.sqlite, '', 10, 0).rows;
  if (planned === undefined) throw new Error('one car is planned');
  const job = beginPlanned(planning(one), planned.id);
  await handOver(one, two, job);
  expect(two.view(job).planned).toMatchObject({
    serial: known.box,
    group: 'New arrivals',
    file: 'monday.csv',
    job,
  });
  expect(listPlanned(two.database.sqlite, '', 10, 0).rows).toEqual([]);

  const third = openJobs();
  giveJob(two.parts, job, null);
  await takeJob(third.parts, carried(two, job), { mayRestore: () => true });
  expect(third.view(job).planned).toMatchObject({
    serial: known.box,
    group: 'New arrivals',
    file: 'monday.csv',
  });
});

test('operations that the operator has applied are done at the other laptop too and never requested again', async () => {
  const [one, two] = [openJobs(), openJobs()];
  const job = startJob(one.parts);
  createCar(one.parts, job, newCar);
  installBox(one.parts, job, known.box);
  const [create] = one.operations(job);
  if (create === undefined) throw new Error('a car was asked for');
  one.isDone(create.id, 20_400);
  one.isDone(installOf(one, job), 20_400);
  await handOver(one, two, job);
  expect(two.queued(job)).toEqual(['create-car done', 'install done']);
  expect(two.view(job)).toMatchObject({
    car: { id: 20_400 },
    steps: { car: { state: 'reported' }, box: { state: 'reported' } },
  });
  chooseGroup(two.parts, job, { id: known.group });
  expect(two.queued(job)).toEqual(['create-car done', 'install done', 'add-car-to-group ready']);
});

test.each(['sending', 'unknown', 'awaiting-result', 'blocked', 'held'] as const)(
  'a job with an operation that is %s cannot be handed over, and stays unchanged',
  (state) => {
    const bench = openJobs();
    const job = startJob(bench.parts);
    chooseCar(bench.parts, job, known.car);
    installBox(bench.parts, job, known.box);
    chooseGroup(bench.parts, job, { id: known.group });
    bench.becomes(installOf(bench, job), state);
    expect(problemCodeOf(() => giveJob(bench.parts, job, null))).toBe('hand-over-unsettled');
    expect(bench.queued(job)).toEqual([`install ${state}`, 'add-car-to-group ready']);
    expect(bench.view(job)).toMatchObject({ handedOver: false, finishedAt: null });
  },
);

test('a job with an open test access stays where it is', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  startVerification(bench.parts, job, known.user, 15);
  const [access] = bench.operations(job);
  if (access === undefined) throw new Error('an access was asked for');
  bench.becomes(access.id, 'done');
  expect(problemCodeOf(() => giveJob(bench.parts, job, null))).toBe('hand-over-unsettled');
});

test('a second use of the same file is refused, also after work went on, and no request is repeated', async () => {
  const [one, two] = [openJobs(), openJobs()];
  const job = startJob(one.parts);
  chooseCar(one.parts, job, known.car);
  installBox(one.parts, job, known.box);
  const file = await handOver(one, two, job);
  chooseGroup(two.parts, job, { id: known.group });
  expect(await codeOfRejection(takeJob(two.parts, file, { mayRestore: () => true }))).toBe('hand-over-taken');
  expect(two.queued(job)).toEqual(['install ready', 'add-car-to-group ready']);
  expect(two.logged(job).filter((type) => type === 'job-taken-over')).toHaveLength(1);
});

test('a failure in the middle of taking leaves nothing behind', async () => {
  const [one, two] = [openJobs(), openJobs()];
  const job = startJob(one.parts);
  chooseCar(one.parts, job, known.car);
  installBox(one.parts, job, known.box);
  giveJob(one.parts, job, null);
  two.refuseToLog('box-chosen');
  const file = carried(one, job);
  await expect(takeJob(two.parts, file, { mayRestore: () => true })).rejects.toThrow(
    'the log cannot be written',
  );
  expect(problemCodeOf(() => two.view(job))).toBe('not-found');
});

test('a job comes back to the first laptop with the work done meanwhile', async () => {
  const [one, two] = [openJobs(), openJobs()];
  const job = startJob(one.parts);
  chooseCar(one.parts, job, known.car);
  installBox(one.parts, job, known.box);
  await handOver(one, two, job);
  two.isDone(installOf(two, job), 270_001);
  await handOver(two, one, job);
  expect(two.view(job).handedOver).toBe(true);
  expect(one.view(job)).toMatchObject({ handedOver: false, finishedAt: null });
  expect(one.view(job).steps.box.state).toBe('reported');
  expect(one.queued(job)).toEqual(['install cancelled', 'install done']);
});

test('a job is taken back from its own file only with a reason, which stays in the log', async () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  installBox(bench.parts, job, known.box);
  giveJob(bench.parts, job, null);
  const file = carried(bench, job);
  expect(await codeOfRejection(takeJob(bench.parts, file, { mayRestore: () => true }))).toBe('hand-over-own');
  expect(await codeOfRejection(takeJob(bench.parts, file, { reason: '  ', mayRestore: () => true }))).toBe(
    'hand-over-own',
  );
  await takeJob(bench.parts, file, { reason: 'The stick broke.', mayRestore: () => true });
  expect(bench.queued(job)).toEqual(['install cancelled', 'install ready']);
  expect(bench.view(job).handedOver).toBe(false);
  const entry = bench.database.sqlite
    .prepare<[], string>("SELECT data FROM log_entry WHERE type = 'job-taken-over'")
    .pluck()
    .get();
  expect(entry).toContain('The stick broke.');
});

test('another environment or customer takes nothing', async () => {
  const [one, two] = [openJobs(), openJobs()];
  const job = startJob(one.parts);
  chooseCar(one.parts, job, known.car);
  giveJob(one.parts, job, null);
  const file = carried(one, job);
  const elsewhere = { ...two.parts, target: { ...two.parts.target, environment: 'prod' as const } };
  expect(await codeOfRejection(takeJob(elsewhere, file, { mayRestore: () => true }))).toBe(
    'hand-over-elsewhere',
  );
  expect(problemCodeOf(() => two.view(job))).toBe('not-found');
});

test('answers and photos come along, each photo with its own bytes', async () => {
  const [one, two] = [openJobs(), openJobs()];
  const job = startJob(one.parts);
  chooseCar(one.parts, job, known.car);
  chooseChecklist(one.parts, job, 'van');
  const { items } = one.view(job).checklist.template;
  const photo = items.find(({ type }) => type === 'photo');
  const confirm = items.find(({ type }) => type === 'confirm');
  if (photo === undefined || confirm === undefined) throw new Error('the van’s list has both');
  answerItem(one.parts, job, confirm.id, true);
  await addPhoto(one.parts, job, photo.id, jpeg);
  const before = one.view(job).checklist.answers;
  await handOver(one, two, job);
  expect(two.view(job).checklist.answers).toEqual(before);
  const answer = before[photo.id];
  if (typeof answer !== 'object' || !('photos' in answer)) throw new Error('a photo was answered');
  const [digest] = answer.photos;
  if (digest === undefined) throw new Error('a photo was kept');
  expect(two.parts.attachments.piece(digest, 0, 4)).toEqual(one.parts.attachments.piece(digest, 0, 4));
});

test('a wrong passphrase, a changed file and any other file are distinguished from a job', async () => {
  const file = await seal('{"secret":"M BX 1077"}', WORDS, 1);
  expect(file.toString('latin1')).not.toContain('1077');
  expect(await unseal(file, ` ${WORDS} `)).toBe('{"secret":"M BX 1077"}');
  await expect(unseal(file, 'correct horse 8')).rejects.toMatchObject({
    problem: { code: 'hand-over-passphrase' },
  });
  for (const at of [10, 30, file.length - 20, file.length - 1]) {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(unseal(changed, WORDS)).rejects.toMatchObject({ problem: { code: 'hand-over-passphrase' } });
  }
  await expect(unseal(file.subarray(0, 20), WORDS)).rejects.toMatchObject({
    problem: { code: 'hand-over-unreadable' },
  });
  await expect(unseal(Buffer.from('%PDF-1.7 and so on, long enough to be one'), WORDS)).rejects.toMatchObject(
    { problem: { code: 'hand-over-unreadable' } },
  );
  expect(problemCodeOf(() => parseHandedFile('{"version":2}'))).toBe('hand-over-unreadable');
});

test('an unsent removal is enqueued by the other laptop alone, with the saved list', async () => {
  const { bench: one, job } = await decided('removal');
  const two = openJobs();
  const left = one.viewAny(job);
  await handOver(one, two, job);
  expect(one.queued(job)).toEqual(['uninstall cancelled']);
  expect(two.queued(job)).toEqual(['uninstall ready']);
  const came = two.viewAny(job);
  if (left.kind !== 'removal' || came.kind !== 'removal') throw new Error('a removal');
  expect(came.removal).toMatchObject({
    box: left.removal.box,
    losses: left.removal.losses,
    reason: left.removal.reason,
  });
});

test('a swap whose old Box is out keeps the findings of its removal, and the new Box is requested here', async () => {
  const { bench: one, job, uninstall, leave } = await decided('swap');
  const two = openJobs();
  leave(uninstall);
  restoreAccesses(one.parts, job, [`9001/${accesses[0]?.start}/-`]);
  expect(one.queued(job)).toEqual(['uninstall done', 'install ready', 'create-assignment waiting']);
  const fates = fatesOf(one, job);
  await handOver(one, two, job);
  expect(one.queued(job)).toEqual(['uninstall done', 'install cancelled', 'create-assignment cancelled']);
  expect(two.queued(job)).toEqual(['uninstall done', 'install ready', 'create-assignment waiting']);
  expect(fates.map(([id, fate]) => [id, fate])).toEqual([
    [501, 'leaving'],
    [502, 'leaving'],
  ]);
  expect(fatesOf(two, job)).toEqual(fates);
});

test('an access that could not be recreated is known at the other laptop too, and retried there as another request', async () => {
  const { bench: one, job, uninstall, install, leave } = await decided('swap');
  const two = openJobs();
  leave(uninstall);
  if (install === undefined) throw new Error('a Box was asked for');
  one.isDone(install, 270_002);
  const [first] = accesses;
  const key = `9001/${first?.start}/-`;
  restoreAccesses(one.parts, job, [key]);
  const made = one.operations(job).at(-1);
  if (made === undefined) throw new Error('an access was asked for');
  one.becomes(made.id, 'failed');
  await handOver(one, two, job);
  expect(two.queued(job)).toEqual(['uninstall done', 'install done', 'create-assignment failed']);
  restoreAccesses(two.parts, job, [key]);
  const sent = period.parse(JSON.parse(two.operations(job).at(-1)?.payload ?? '')).period;
  expect(sent.start).toBe((first?.start ?? 0) + SECOND);
});

test('the other laptop’s removal and swap come back with all later findings', async () => {
  const { bench: one, job, uninstall, leave } = await decided('swap');
  const two = openJobs();
  leave(uninstall);
  await handOver(one, two, job);
  const [first] = revokedAssignmentsOf(two.database.sqlite, uninstall);
  if (first === undefined) throw new Error('two accesses go');
  two.database.write((context) => settleDeleted(context, two.parts, first));
  await handOver(two, one, job);
  expect(one.queued(job)).toEqual(['uninstall done', 'install cancelled', 'install ready']);
  expect(fatesOf(one, job).map(([, fate]) => fate)).toEqual(['gone', 'leaving']);
});

function fatesOf(bench: JobBench, job: JobId) {
  const view = bench.viewAny(job);
  if (view.kind === 'installation') throw new Error('an installation');
  return view.removal.accesses.map(({ id, fate, userId }) => [id, fate, userId] as const);
}
