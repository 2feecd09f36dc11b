import { vi } from 'vitest';
import { beginRework, openReworkOf, reviewOfJob, sendBack } from '../../../electron/jobs/finish.ts';
import { isGiven } from '../../../electron/db/tables/queue/hand-overs.ts';
import { countStale } from '../../../electron/db/tables/supervision/jobs.ts';
import { writeReview } from '../../../electron/supervision/reviewing/reviewing.ts';
import { customerId, jobId, type JobId } from '../../../shared/ids.ts';
import { WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import type { Laptop } from '../hand-over/laptop.ts';
import { type DayPlaces, laptopsOf } from './day-crew.ts';
import { CUSTOMERS, type DayCar } from './day-plan.ts';
import { until } from './day-work.ts';

/* The end of the day: everything has left, the supervisor has all of it, and reviews it. */

const counted = ({ sqlite }: Laptop, from: string): number =>
  Number(sqlite.prepare<[], number>(`SELECT count(*) FROM ${from}`).pluck().get());

/** Waits until no laptop has anything that has not left, and every laptop has the newest of each planned job. */
export async function drained(places: DayPlaces): Promise<void> {
  for (const laptop of laptopsOf(places)) {
    for (const one of laptop.both()) {
      await vi.waitFor(() => {
        const open = {
          operations: counted(one, "operation WHERE state NOT IN ('done', 'failed', 'cancelled')"),
          plans: counted(one, 'planned_job_outbox'),
          reviews: counted(one, "outgoing_review WHERE state = 'waiting'"),
          entries: counted(one, 'log_entry WHERE number > (SELECT confirmed FROM log_upload)'),
        };
        if (Object.values(open).some((left) => left > 0)) {
          throw new Error(`${laptop.name} still has ${JSON.stringify(open)}`);
        }
      });
    }
  }
  for (const customer of CUSTOMERS) {
    const plans = await plansAtRelay(places, customer);
    const newest = Math.max(...plans.map(({ sequence }) => sequence));
    for (const laptop of laptopsOf(places)) {
      const one = laptop.of(customer);
      const read = () =>
        Number(
          one.sqlite
            .prepare<[], number>("SELECT max(json_extract(body, '$.sequence')) FROM planned_job")
            .pluck()
            .get(),
        );
      await until(() => read() === newest, `${laptop.name} has not read the newest planned job`);
    }
  }
}

/** The planned jobs of a customer as the relay has them, for a supervisor. */
export async function plansAtRelay({ relay }: Pick<DayPlaces, 'relay'>, customer: number) {
  const { rows } = await relay.store.readPlannedJobs({
    environment: 'uat',
    customerId: customerId.parse(customer),
    after: 0,
    limit: 500,
    from: '2000-01-01',
    reader: { tokenId: 0, laptop: 'Reader', readsAll: true },
  });
  return rows.flatMap(({ plannedJob }) => (plannedJob === null ? [] : [plannedJob]));
}

/** Waits until the office has read every entry of every laptop. */
export async function readByOffice(places: DayPlaces): Promise<void> {
  await drained(places);
  for (const customer of CUSTOMERS) {
    const office = places.office.of(customer);
    const { copies } = office.open.supervision;
    const { sqlite } = copies.start();
    const written = () =>
      laptopsOf(places).reduce((sum, laptop) => sum + counted(laptop.of(customer), 'log_entry'), 0);
    await vi.waitFor(() => {
      copies.relayIsBack();
      const status = copies.status();
      const isRead = status.entries === written() && status.reading.state === 'up-to-date';
      if (!isRead || countStale(sqlite) > 0) throw new Error(`${status.entries} of ${written()} are read`);
    });
  }
}

/** The jobs of a laptop that it finished itself, with the plates of their cars. */
export function jobsOn(laptop: Laptop) {
  const { sqlite } = laptop;
  const ids = sqlite.prepare<[], string>('SELECT id FROM job ORDER BY started_at, id').pluck().all();
  return ids.map((text) => {
    const id = jobId.parse(text);
    const { car, kind, finishedAt, discardedAt } = laptop.viewAny(id);
    const isDone = finishedAt !== null && discardedAt === null && !isGiven(sqlite, id);
    return { id, plate: car?.licensePlate ?? '', kind, isDone };
  });
}

/** The laptop that finished the job of a car, and that job. */
function finished(
  { bays }: Pick<DayPlaces, 'bays'>,
  { customer, plate }: DayCar,
): { at: Laptop; job: JobId } {
  for (const bay of Object.values(bays)) {
    const at = bay.of(customer);
    const found = jobsOn(at).find((one) => one.plate === plate && one.isDone);
    if (found !== undefined) return { at, job: found.id };
  }
  throw new Error(`no job for ${plate} is finished`);
}

/** The supervisor approves every finished job but one. That one comes back, and is approved as well. Answers its job. */
export async function night(places: DayPlaces): Promise<JobId> {
  const { office, cars } = places;
  await readByOffice(places);
  const done = cars
    .filter(({ fate }) => fate !== 'refused')
    .map((car) => ({ car, ...finished(places, car) }));
  const sentBack = done.find(({ car }) => car.bay === 'online' && car.kind === 'installation');
  if (sentBack === undefined) throw new Error('no job can be sent back');
  const say = ({ customer }: DayCar, job: JobId, verdict: 'approved' | 'rework', basedOn = 0) =>
    writeReview(office.of(customer).open.reviewing.parts, {
      jobId: job,
      verdict,
      reason: verdict === 'rework' ? 'other' : null,
      comment: verdict === 'rework' ? 'The cable is loose' : '',
      pin: WHOLE_JOB,
      basedOn,
    });
  for (const { car, job } of done) say(car, job, job === sentBack.job ? 'rework' : 'approved');
  const { at, job } = sentBack;
  await until(() => openReworkOf(at.sqlite, job)?.state === 'rework-asked', 'the rework did not arrive');
  beginRework(at.parts, job);
  sendBack(at.parts, job, 'Fixed');
  await readByOffice(places);
  say(sentBack.car, job, 'approved', 1);
  for (const one of done) {
    const isApproved = () => reviewOfJob(one.at.sqlite, one.job)?.state === 'approved';
    await until(isApproved, `the approval of ${one.car.plate} did not arrive`);
  }
  await readByOffice(places);
  return job;
}
