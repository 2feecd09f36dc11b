import { beforeEach, describe, expect, it, vi } from 'vitest';
import { discardJob, startJob } from '../../../electron/jobs/start.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { beginPlannedJob, takeUpPlannedJob } from '../../../electron/jobs/planned/begin.ts';
import { planOfCar, planOfJob, planJobs, withdrawPlannedJob } from '../../../electron/jobs/planned/plan.ts';
import { plannedOfJob } from '../../../electron/jobs/batch.ts';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import { localDay } from '../../../shared/domain/planned-work.ts';
import { type JobId, plannedJobId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { plannedInstallation } from '../../planned/planned-work.ts';
import { placesOfPlan, type PlanLaptop } from './laptops.ts';

let places: Awaited<ReturnType<typeof placesOfPlan>>;
beforeEach(async () => {
  places = await placesOfPlan();
});

const begun = ({ open }: PlanLaptop, licensePlate: string): JobId => {
  const job = startJob(open.jobs, 'installation');
  createCar(open.jobs, job, { name: '', licensePlate, vin: '', brand: 'Ford', model: '' });
  return job;
};
const arrived = async ({ plan }: PlanLaptop) => {
  await vi.waitFor(() => expect(plan()?.counts).toBe(true));
  const found = plan();
  if (found === undefined) throw new Error('no planned job');
  return found.id;
};
const offered = ({ open }: PlanLaptop, licensePlate: string, kind: JobKind | null = null) =>
  planOfCar(open.database.sqlite, { id: null, vin: null, licensePlate }, kind, localDay(Date.now()))?.id ??
  null;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (cause: unknown) => (cause instanceof ProblemError ? cause.problem.code : cause),
  );

describe('a planned job in a job that was begun without it', () => {
  it('is found by its car however the plate is written, and taken up once', async () => {
    const { bay1, office, say } = places;
    say({ expected: { by: 'serial', serial: '001234021' } });
    const id = await arrived(bay1);
    const job = begun(bay1, 'm ab 123');
    expect([offered(bay1, 'm ab 123'), offered(bay1, 'M-AB 124')]).toEqual([id, null]);
    expect([offered(bay1, 'MAB123', 'installation'), offered(bay1, 'MAB123', 'swap')]).toEqual([id, null]);
    expect(await takeUpPlannedJob(bay1.open, id, job)).toBe(job);
    const { sqlite } = bay1.open.database;
    expect(planOfJob(sqlite, job)).toMatchObject({ id, state: 'begun', changed: [] });
    expect(plannedOfJob(sqlite, job)).toMatchObject({ serial: '001234021', group: 'Vans' });
    expect(offered(bay1, 'M-AB 123')).toBeNull();
    await vi.waitFor(() =>
      expect(office.plan()).toMatchObject({ state: 'begun', holder: { laptop: 'Munich / Bay 1' } }),
    );
    expect(bay1.logged('planned-job-begun')).toBe(1);
    // The car of the job is the person's, and so is the operation that makes it.
    expect(bay1.logged('car-created')).toBe(1);
    expect(bay1.logged('car-chosen')).toBe(0);
  });

  it('is not taken up for another car, other work or a job that has a plan', async () => {
    const { bay1, office, say } = places;
    say();
    const id = await arrived(bay1);
    expect(await codeOf(takeUpPlannedJob(bay1.open, id, begun(bay1, 'M-AB 124')))).toBe('input-invalid');
    const without = startJob(bay1.open.jobs, 'installation');
    expect(await codeOf(takeUpPlannedJob(bay1.open, id, without))).toBe('input-invalid');
    const removal = startJob(bay1.open.jobs, 'removal');
    expect(await codeOf(takeUpPlannedJob(bay1.open, id, removal))).toBe('input-invalid');
    expect(bay1.plan()).toMatchObject({ state: 'planned', job: null, onItsWay: false });
    const planned = await beginPlannedJob(bay1.open, id);
    planJobs(office.open.jobs, true, [
      { id: null, basedOn: 0, work: plannedInstallation({ day: localDay(Date.now()), note: 'Once more' }) },
    ]);
    await vi.waitFor(() => expect(offered(bay1, 'M-AB 123')).not.toBeNull());
    const second = plannedJobId.parse(offered(bay1, 'M-AB 123'));
    expect(await codeOf(takeUpPlannedJob(bay1.open, second, planned))).toBe('input-invalid');
    const given = startJob(bay1.open.jobs, 'installation');
    discardJob(bay1.open.jobs, given, '');
    expect(await codeOf(takeUpPlannedJob(bay1.open, second, given))).toBe('job-finished');
    // A second window that still has the offer in view is led to the job that has the plan.
    expect(await codeOf(takeUpPlannedJob(bay1.open, id, planned))).toBe('done');
  });

  it('that another laptop has, or that the office took back, is not offered and not taken up', async () => {
    const { bay1, bay2, office, say } = places;
    say();
    const id = await arrived(bay1);
    await arrived(bay2);
    const job = begun(bay1, 'M-AB 123');
    await beginPlannedJob(bay2.open, id);
    expect(await codeOf(takeUpPlannedJob(bay1.open, id, job))).toBe('planned-job-taken');
    expect(offered(bay1, 'M-AB 123')).toBeNull();
    expect(planOfJob(bay1.open.database.sqlite, job)).toBeNull();
    const revision = office.plan()?.revision ?? 0;
    withdrawPlannedJob(office.open.jobs, true, { id, basedOn: revision, reason: 'Sold' });
    await vi.waitFor(() => expect(bay1.plan()?.withdrawn).toBe('Sold'));
    expect(offered(bay1, 'M-AB 123')).toBeNull();
    expect(await codeOf(takeUpPlannedJob(bay1.open, id, job))).toBe('planned-job-withdrawn');
  });

  it('does not count a new place in the order of the day as a change', async () => {
    const { bay1, say } = places;
    say({ place: 1 });
    const id = await arrived(bay1);
    await beginPlannedJob(bay1.open, id);
    say({ place: 7 });
    await vi.waitFor(() => expect(bay1.plan()?.work.place).toBe(7));
    expect(bay1.plan()?.changed).toEqual([]);
  });
});
