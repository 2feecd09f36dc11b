import { describe, expect, it, vi } from 'vitest';
import { answerPlannedJob } from '../../../electron/jobs/planned/claims.ts';
import { beginPlannedJob } from '../../../electron/jobs/planned/begin.ts';
import { withdrawPlannedJob, listPlannedJobs } from '../../../electron/jobs/planned/plan.ts';
import { localDay } from '../../../shared/domain/planned-work.ts';
import { DAY } from '../../../shared/time.ts';
import { placesOfPlan, type PlanLaptop } from './laptops.ts';

/** The states of the jobs that a laptop lists for today. */
const listed = ({ open }: PlanLaptop): readonly string[] => {
  const today = localDay(Date.now());
  return listPlannedJobs(open.database.sqlite, today, today).map(({ state }) => state);
};

/** A job of three days ago, at both laptops. */
async function overdueJob() {
  const places = await placesOfPlan();
  places.say({ day: localDay(Date.now() - 3 * DAY) });
  await vi.waitFor(() => expect(listed(places.bay1)).toEqual(['planned']));
  await vi.waitFor(() => expect(listed(places.bay2)).toEqual(['planned']));
  const id = places.bay1.plan()?.id;
  if (id === undefined) throw new Error('no planned job');
  return { ...places, id };
}

describe('a planned job of an earlier day', () => {
  it('is listed until a laptop begins it, and from then on at that laptop alone', async () => {
    const { bay1, bay2, id } = await overdueJob();
    await beginPlannedJob(bay1.open, id);
    expect(listed(bay1)).toEqual(['begun']);
    await vi.waitFor(() => expect(listed(bay2)).toEqual([]));
  });

  it('is listed once a laptop refused it, but not at that laptop', async () => {
    const { bay1, bay2, id } = await overdueJob();
    answerPlannedJob(bay1.open.jobs, id, 'accepted', '');
    expect(listed(bay1)).toEqual(['accepted']);
    await vi.waitFor(() => expect(listed(bay2)).toEqual(['accepted']));
    answerPlannedJob(bay1.open.jobs, id, 'refused', 'The key is missing');
    expect(listed(bay1)).toEqual([]);
    await vi.waitFor(() => expect(listed(bay2)).toEqual(['refused']));
    await beginPlannedJob(bay2.open, id);
    await vi.waitFor(() => expect(listed(bay2)).toEqual(['begun']));
  });

  it('is not listed once the office took it back', async () => {
    const { office, bay1, id } = await overdueJob();
    withdrawPlannedJob(office.open.jobs, true, { id, basedOn: office.plan()?.revision ?? 0, reason: 'Sold' });
    await vi.waitFor(() => expect(listed(bay1)).toEqual([]));
  });
});
