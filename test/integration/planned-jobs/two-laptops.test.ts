import { describe, expect, it, vi } from 'vitest';
import { discardJob } from '../../../electron/jobs/start.ts';
import { answerPlannedJob, noteChangesSeen } from '../../../electron/jobs/planned/claims.ts';
import { beginPlannedJob } from '../../../electron/jobs/planned/begin.ts';
import { listPlanned, planCars, plannedOfJob } from '../../../electron/jobs/batch.ts';
import { planFromList, withdrawPlannedJob } from '../../../electron/jobs/planned/plan.ts';
import { beginSeries } from '../../../electron/jobs/series/series.ts';
import { nextOutbox } from '../../../electron/db/tables/queue/planned-work.ts';
import { openSeries, readJob } from '../../../electron/db/tables/queue/jobs.ts';
import { beginRework, openReworkOf } from '../../../electron/jobs/finish.ts';
import { writeReview } from '../../../electron/supervision/reviewing/reviewing.ts';
import { WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { ProblemError } from '../../../shared/problem.ts';
import type { PlannedJobId } from '../../../shared/ids.ts';
import { laptopCodeOf } from '../../../electron/jobs/hand-over/parties.ts';
import { claimOf } from '../../planned/planned-work.ts';
import { tokenFor } from '../relay/running-relay.ts';
import { uuid } from '../relay/uuid.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { placesOfPlan, type PlanLaptop } from './laptops.ts';

const here = async ({ plan }: PlanLaptop): Promise<PlannedJobId> => {
  await vi.waitFor(() => expect(plan()?.counts).toBe(true));
  const found = plan();
  if (found === undefined) throw new Error('no planned job');
  return found.id;
};

const problemOf = async (work: Promise<unknown>) => {
  const cause: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return cause instanceof ProblemError ? cause.problem : cause;
};

describe('a planned job and two supervisors', () => {
  it('is changed by one: later changes of the other, based on one that came too late, are dropped as well', async () => {
    const { office, laptop, say } = await placesOfPlan();
    const other = await laptop('supervisor', 'Office 2');
    say({ note: 'first' });
    await here(other);
    office.cut(true);
    say({ note: 'not in time' });
    say({ note: 'built on that' });
    say({ note: 'in time' }, other);
    await vi.waitFor(() => expect(other.plan()).toMatchObject({ revision: 2, onItsWay: false }));
    office.cut(false);
    await vi.waitFor(() =>
      expect(office.plan()).toMatchObject({ onItsWay: false, problem: { code: 'version-stale' } }),
    );
    await vi.waitFor(() => expect(office.plan()).toMatchObject({ revision: 2, work: { note: 'in time' } }));
    expect(other.plan()).toMatchObject({ revision: 2, work: { note: 'in time' } });
    // Decided again with that one in view, it is taken.
    say({ note: 'decided again' });
    await vi.waitFor(() =>
      expect(other.plan()).toMatchObject({ revision: 3, work: { note: 'decided again' } }),
    );
  });
});

describe('a planned job and two laptops', () => {
  it('stays as the office changed it where the answer to an earlier claim comes late', async () => {
    const late = Promise.withResolvers<void>();
    const { bay1, say } = await placesOfPlan((client) => ({
      ...client,
      claimPlannedJob: async (...asked) => {
        const answer = await client.claimPlannedJob(...asked);
        await late.promise;
        return answer;
      },
    }));
    say({ note: 'first' });
    const id = await here(bay1);
    answerPlannedJob(bay1.open.jobs, id, 'accepted', '');
    await vi.waitFor(() => expect(bay1.plan()).toMatchObject({ holder: { act: 'accepted' } }));
    say({ note: 'second' });
    await vi.waitFor(() => expect(bay1.plan()).toMatchObject({ revision: 2 }));
    late.resolve();
    await vi.waitFor(() => expect(nextOutbox(bay1.open.database.sqlite)).toBeUndefined());
    expect(bay1.plan()).toMatchObject({ revision: 2, work: { note: 'second' } });
  });

  it('comes to both, is begun prefilled by one, and the second is refused with the name of the first', async () => {
    const { office, bay1, bay2, say } = await placesOfPlan();
    say({ expected: { by: 'serial', serial: '001234021' } });
    const id = await here(bay1);
    await here(bay2);
    const job = await beginPlannedJob(bay1.open, id);
    expect(plannedOfJob(bay1.open.database.sqlite, job)).toMatchObject({
      licensePlate: 'M-AB 123',
      serial: '001234021',
      group: 'Vans',
    });
    expect(await beginPlannedJob(bay1.open, id)).toBe(job);
    expect(await problemOf(beginPlannedJob(bay2.open, id))).toMatchObject({
      code: 'planned-job-taken',
      params: { laptop: 'Munich / Bay 1' },
    });
    await vi.waitFor(() =>
      expect(office.plan()).toMatchObject({
        state: 'begun',
        holder: { laptop: 'Munich / Bay 1', own: false, signature: 'verified' },
      }),
    );
    expect(bay1.logged('planned-job-begun')).toBe(1);
  });

  it('is begun by both without a connection; each learns of the other, and both jobs stay', async () => {
    const { office, bay1, bay2, say } = await placesOfPlan();
    say();
    const id = await here(bay1);
    await here(bay2);
    bay1.cut(true);
    bay2.cut(true);
    const jobs = [await beginPlannedJob(bay1.open, id), await beginPlannedJob(bay2.open, id)] as const;
    expect(bay1.plan()).toMatchObject({ state: 'begun', onItsWay: true, alsoBegun: [] });
    bay1.cut(false);
    await vi.waitFor(() => expect(bay1.plan()).toMatchObject({ onItsWay: false, holder: { own: true } }));
    bay2.cut(false);
    await vi.waitFor(() =>
      expect(bay2.plan()).toMatchObject({
        state: 'begun',
        holder: { laptop: 'Munich / Bay 1', own: false },
        alsoBegun: [{ laptop: 'Munich / Bay 1' }],
      }),
    );
    await vi.waitFor(() => expect(bay1.plan()?.alsoBegun).toMatchObject([{ laptop: 'Munich / Bay 2' }]));
    await vi.waitFor(() => expect(office.plan()?.alsoBegun).toMatchObject([{ laptop: 'Munich / Bay 2' }]));
    expect(readJob(bay1.open.database.sqlite, jobs[0])?.finished_at).toBeNull();
    expect(readJob(bay2.open.database.sqlite, jobs[1])?.finished_at).toBeNull();
    expect([bay1.logged('planned-job-rival'), bay2.logged('planned-job-rival')]).toEqual([1, 1]);
  });

  it('changes for a laptop that has not begun it, and is shown as changed to one that has', async () => {
    const { bay1, bay2, say } = await placesOfPlan();
    say();
    const id = await here(bay1);
    await here(bay2);
    say({ note: 'Gate C' });
    await vi.waitFor(() => expect(bay1.plan()).toMatchObject({ work: { note: 'Gate C' }, changed: [] }));
    const job = await beginPlannedJob(bay1.open, id);
    say({ note: 'Gate D', keyPlace: 'Gate house' });
    await vi.waitFor(() => expect(bay1.plan()?.changed).toEqual(['keyPlace', 'note']));
    expect(readJob(bay1.open.database.sqlite, job)?.finished_at).toBeNull();
    noteChangesSeen(bay1.open.jobs, id);
    expect(bay1.plan()).toMatchObject({ work: { note: 'Gate D' }, changed: [] });
  });

  it('is another laptop’s although that one claims it under the code of this one', async () => {
    const { relay, bay1, say } = await placesOfPlan();
    say();
    const id = await here(bay1);
    const { token } = await tokenFor(relay, [CUSTOMER], 'installer', 'Munich / Bay 9');
    const code = laptopCodeOf(bay1.open.database.sqlite);
    const claimed = await fetch(`${relay.url}/v1/planned-job-claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(claimOf({ plannedJob: id, code, act: 'begun', jobId: uuid('a', 9) })),
    });
    expect(claimed.status).toBe(200);
    await vi.waitFor(() =>
      expect(bay1.plan()).toMatchObject({
        state: 'begun',
        holder: { laptop: 'Munich / Bay 9', own: false },
      }),
    );
    expect(await problemOf(beginPlannedJob(bay1.open, id))).toMatchObject({
      code: 'planned-job-taken',
      params: { laptop: 'Munich / Bay 9' },
    });
  });

  it('is refused with a reason that the office reads, and free for the other laptop', async () => {
    const { office, bay1, bay2, say } = await placesOfPlan();
    say();
    const id = await here(bay1);
    await here(bay2);
    expect(() => answerPlannedJob(bay1.open.jobs, id, 'refused', ' ')).toThrow(ProblemError);
    answerPlannedJob(bay1.open.jobs, id, 'refused', 'The key is missing');
    await vi.waitFor(() =>
      expect(office.plan()).toMatchObject({ state: 'refused', holder: { reason: 'The key is missing' } }),
    );
    await beginPlannedJob(bay2.open, id);
    await vi.waitFor(() => expect(office.plan()).toMatchObject({ holder: { laptop: 'Munich / Bay 2' } }));
  });

  it('is released with the discarded job, and may be begun again', async () => {
    const { office, bay1, say } = await placesOfPlan();
    say();
    const id = await here(bay1);
    discardJob(bay1.open.jobs, await beginPlannedJob(bay1.open, id), '');
    // Nothing was done in it: there is no reason, and no word stands for one.
    const none = { state: 'cancelled', holder: { act: 'cancelled', reason: '' } };
    await vi.waitFor(() => expect(office.plan()).toMatchObject(none));
    await beginPlannedJob(bay1.open, id);
    await vi.waitFor(() => expect(office.plan()).toMatchObject({ state: 'begun' }));
  });

  it('is begun as the next car of a series, with the shared choices and the values of the plan', async () => {
    const { bay1, say } = await placesOfPlan();
    say({ group: 'Vans' });
    const id = await here(bay1);
    const { jobs, database } = bay1.open;
    beginSeries(jobs, 3);
    const [series] = openSeries(database.sqlite);
    if (series === undefined) throw new Error('no series');
    const job = await beginPlannedJob(bay1.open, id, series.id);
    expect(readJob(database.sqlite, job)).toMatchObject({ series_id: series.id });
    expect(plannedOfJob(database.sqlite, job)).toMatchObject({ licensePlate: 'M-AB 123', group: 'Vans' });
  });

  it('is begun again for the office during rework', async () => {
    const { office, bay1, say } = await placesOfPlan();
    say();
    const job = await beginPlannedJob(bay1.open, await here(bay1));
    bay1.open.database.write((context) => {
      context.sqlite.prepare('UPDATE job SET finished_at = started_at WHERE id = ?').run(job);
      context.changed('jobs');
    });
    await vi.waitFor(() => expect(office.plan()).toMatchObject({ state: 'done' }));
    writeReview(office.open.reviewing.parts, {
      jobId: job,
      verdict: 'rework',
      reason: 'other',
      comment: 'The cable is loose',
      pin: WHOLE_JOB,
      basedOn: 0,
    });
    const { sqlite } = bay1.open.database;
    await vi.waitFor(() => expect(openReworkOf(sqlite, job)?.state).toBe('rework-asked'));
    beginRework(bay1.open.jobs, job);
    await vi.waitFor(() => expect(office.plan()).toMatchObject({ state: 'begun' }));
  });

  it('is not begun after the office withdrew it, nor by a laptop that it was moved away from', async () => {
    const { office, bay1, bay2, say } = await placesOfPlan();
    say();
    const id = await here(bay1);
    await here(bay2);
    say({ laptop: 'Munich / Bay 1' });
    await vi.waitFor(() => expect(bay2.plan()).toBeUndefined());
    expect(await problemOf(beginPlannedJob(bay2.open, id))).toMatchObject({ code: 'not-found' });
    const asked = { id, basedOn: office.plan()?.revision ?? 0, reason: 'Sold' };
    withdrawPlannedJob(office.open.jobs, true, asked);
    await vi.waitFor(() => expect(bay1.plan()).toMatchObject({ state: 'withdrawn', withdrawn: 'Sold' }));
    expect(await problemOf(beginPlannedJob(bay1.open, id))).toMatchObject({ code: 'planned-job-withdrawn' });
  });

  it('is made of each car of an imported list, which leaves the list with it', async () => {
    const { office, bay1 } = await placesOfPlan();
    const { jobs, directory, database } = office.open;
    const row = {
      line: 2,
      licensePlate: 'M-AB 7',
      vin: '',
      name: '',
      brand: '',
      model: '',
      serial: '77001',
      group: 'Vans',
      key: '',
    };
    planCars({ ...jobs, directory }, 'day.csv', [row]);
    const listed = () => listPlanned(database.sqlite, '', 10, 0).rows.map(({ id }) => id);
    const day = new Date().toISOString().slice(0, 10);
    const asked = { ids: listed(), day, site: 'Munich', crew: 'Kim' };
    expect(() => planFromList(jobs, false, asked)).toThrow(ProblemError);
    expect(listed()).toHaveLength(1);
    expect(planFromList(jobs, true, asked)).toBe(1);
    expect([listed(), planFromList(jobs, true, asked)]).toEqual([[], 0]);
    await here(bay1);
    expect(bay1.plan()?.work).toMatchObject({
      car: { licensePlate: 'M-AB 7' },
      group: 'Vans',
      expected: { by: 'serial', serial: '77001' },
      crew: 'Kim',
    });
  });
});
