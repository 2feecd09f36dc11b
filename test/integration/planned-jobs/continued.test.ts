import { expect, test, vi } from 'vitest';
import { beginPlannedJob } from '../../../electron/jobs/planned/begin.ts';
import { nextOutbox } from '../../../electron/db/tables/queue/planned-work.ts';
import { planJobs, listPlannedJobs } from '../../../electron/jobs/planned/plan.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { discardJob } from '../../../electron/jobs/start.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { localDay } from '../../../shared/domain/planned-work.ts';
import { plannedInstallation } from '../../planned/planned-work.ts';
import { crewAtRelay, dies } from '../hand-over/crew.ts';
import type { Laptop } from '../hand-over/laptop.ts';

/* A planned job goes with its job to the laptop that goes on with it. */

const planAt = ({ open }: Laptop) => listPlannedJobs(open.database.sqlite, '2000-01-01', '2100-01-01')[0];

const rivalsLogged = ({ sqlite }: Laptop): unknown =>
  sqlite.prepare("SELECT count(*) FROM log_entry WHERE type = 'planned-job-rival'").pluck().get();

/** A planned job that the first of two laptops has begun, with a car that has not left. */
async function begunJob({ hasCar = true, laptop: only = '', isHeard = true } = {}) {
  const crew = await crewAtRelay();
  const office = (await crew.laptop('Jo', 'Office', crew.key, 'supervisor')).open();
  const [one, two] = [await crew.laptop('Kim', 'Bay 1'), await crew.laptop('Sam', 'Bay 2')];
  const [first, second] = [one.open(), two.open()];
  const work = plannedInstallation({ day: localDay(Date.now()), group: '', laptop: only });
  planJobs(office.open.jobs, true, [{ id: null, basedOn: 0, work }]);
  for (const laptop of only === '' ? [first, second] : [first]) {
    await vi.waitFor(() => expect(planAt(laptop)?.counts).toBe(true));
  }
  const plan = planAt(first);
  if (plan === undefined) throw new Error('no planned job');
  first.cut(true);
  first.cutRelay(!isHeard);
  const job = await beginPlannedJob(first.open, plan.id);
  const { licensePlate, vin, brand, model } = work.car;
  if (hasCar) createCar(first.parts, job, { name: '', licensePlate, vin, brand, model });
  const atOffice = isHeard ? { state: 'begun', holder: { laptop: 'Bay 1' } } : { holder: null };
  await vi.waitFor(() => expect(planAt(office)).toMatchObject(atOffice));
  return { ...crew, office, one, first, second, job };
}

/** The board and the first laptop say that the first laptop works on it. */
async function isBackAtFirst({
  first,
  office,
  job,
}: Pick<Awaited<ReturnType<typeof begunJob>>, 'first' | 'office' | 'job'>): Promise<void> {
  const back = { state: 'begun', holder: { laptop: 'Bay 1' }, alsoBegun: [], onItsWay: false };
  for (const laptop of [office, first]) {
    await vi.waitFor(() => expect(planAt(laptop)).toMatchObject(back));
  }
  expect(planAt(first)?.job).toBe(job);
}

/** The second laptop finishes the job; the office and both laptops say so, and of no other one. */
async function isFinishedBySecond(
  places: Awaited<ReturnType<typeof begunJob>>,
  first: Laptop,
): Promise<void> {
  const { office, second, job } = places;
  await vi.waitFor(() =>
    expect(planAt(office)).toMatchObject({ state: 'begun', holder: { laptop: 'Bay 2' }, alsoBegun: [] }),
  );
  expect(planAt(second)).toMatchObject({
    state: 'begun',
    job,
    holder: { own: true },
    alsoBegun: [],
    changed: [],
  });
  await second.settled(job);
  finishJob(second.parts, job);
  await vi.waitFor(() =>
    expect(planAt(office)).toMatchObject({ state: 'done', holder: { laptop: 'Bay 2' }, alsoBegun: [] }),
  );
  const elsewhere = { state: 'done', job: null, holder: { laptop: 'Bay 2', own: false }, alsoBegun: [] };
  await vi.waitFor(() => expect(planAt(first)).toMatchObject(elsewhere));
  expect([rivalsLogged(first), rivalsLogged(second)]).toEqual([0, 0]);
}

test('a planned job goes with the job that a laptop continues for a dead one, which reports nothing of it', async () => {
  const places = await begunJob();
  const { first, second, one, job, silence } = places;
  await first.mirrored(job);
  await dies(first);
  silence();
  await second.rescued.take(job);
  await first.close();
  const back = one.open();
  await expect.poll(() => back.viewAny(job).handedOver).toBe(true);
  await isFinishedBySecond(places, back);
});

test('a planned job for one laptop alone goes with the job that another one continues for it', async () => {
  const places = await begunJob({ laptop: 'Bay 1' });
  const { first, second, one, job, silence } = places;
  await first.mirrored(job);
  await dies(first);
  silence();
  expect(planAt(second)).toBeUndefined();
  await second.rescued.take(job);
  await first.close();
  const back = one.open();
  await expect.poll(() => back.viewAny(job).handedOver).toBe(true);
  await isFinishedBySecond(places, back);
});

test('a planned job is handed over with its job, and the hand-over does not complete it', async () => {
  const places = await begunJob();
  const { first, second, office, job } = places;
  first.give(job);
  await first.reported();
  expect(planAt(office)).toMatchObject({ state: 'begun', holder: { laptop: 'Bay 1' } });
  const file = await first.file(job);
  await second.takeOver(Buffer.from(file).toString('base64'));
  await isFinishedBySecond(places, first);
});

test('a planned job that was begun without the relay is claimed by the laptop that takes its job over', async () => {
  const { first, second, office, job } = await begunJob({ isHeard: false });
  first.give(job);
  await second.takeOver(Buffer.from(await first.file(job)).toString('base64'));
  await vi.waitFor(() =>
    expect(planAt(office)).toMatchObject({ state: 'begun', holder: { laptop: 'Bay 2' } }),
  );
});

test('a planned job comes back with the job that is handed back', async () => {
  const { first, second, office, job } = await begunJob();
  const file = await first.handOver(job);
  await second.takeOver(file);
  await vi.waitFor(() => expect(planAt(first)).toMatchObject({ job: null, holder: { laptop: 'Bay 2' } }));
  // The car that came with the job is under way there.
  await second.settled(job);
  await first.takeOver(await second.handOver(job));
  const back = { state: 'begun', holder: { laptop: 'Bay 1' }, alsoBegun: [] };
  await vi.waitFor(() => expect(planAt(office)).toMatchObject(back));
  await vi.waitFor(() => expect(planAt(second)).toMatchObject({ ...back, job: null }));
  expect(planAt(first)).toMatchObject({ ...back, job });
});

test('a planned job comes back although the relay does not answer the laptop that takes its job back', async () => {
  const { first, second, office, job } = await begunJob();
  const file = await first.handOver(job, await second.code());
  first.cutRelay(true);
  await second.takeOver(file);
  await vi.waitFor(() => expect(planAt(office)).toMatchObject({ holder: { laptop: 'Bay 2' } }));
  await second.settled(job);
  await first.takeOver(await second.handOver(job, await first.code()));
  first.cutRelay(false);
  await isBackAtFirst({ first, office, job });
});

test('a planned job comes back from a laptop that has not heard that it holds it', async () => {
  const { first, second, office, job } = await begunJob({ laptop: 'Bay 1' });
  const file = await first.handOver(job, await second.code());
  first.cutRelay(true);
  second.losePlans(true);
  await second.takeOver(file);
  await vi.waitFor(() => expect(planAt(office)).toMatchObject({ holder: { laptop: 'Bay 2' } }));
  await second.settled(job);
  second.cutRelay(true);
  await first.takeOver(await second.handOver(job, await first.code()));
  first.cutRelay(false);
  await isBackAtFirst({ first, office, job });
  // The claim of the second laptop, which it repeats, comes after the turn of the first.
  second.losePlans(false);
  second.cutRelay(false);
  await vi.waitFor(() => expect(nextOutbox(second.sqlite)).toBeUndefined());
  await isBackAtFirst({ first, office, job });
});

test('a planned job is free again once the laptop that took its job over discards it', async () => {
  const { first, second, office, job } = await begunJob({ hasCar: false });
  await second.takeOver(await first.handOver(job));
  discardJob(second.parts, job, 'The car is sold');
  const free = { state: 'cancelled', holder: { laptop: 'Bay 2' } };
  for (const laptop of [office, first, second]) {
    await vi.waitFor(() => expect(planAt(laptop)).toMatchObject({ ...free, job: null, onItsWay: false }));
  }
});
