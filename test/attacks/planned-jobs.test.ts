import { describe, expect, it } from 'vitest';
import { plannedJobPage } from '../../shared/relay/planned-jobs.ts';
import { uuid } from '../integration/relay/log-chain.ts';
import { claimOf, firstRevision, PLAN_DAY } from '../planned/planned-work.ts';
import { attackedRelay, type Actor } from './attacked-relay.ts';

/* A stolen installer token and the jobs that the office planned. */

const CAST = {
  'Munich / thief': 'installer',
  'Munich / victim': 'installer',
  office: 'supervisor',
} as const;

async function withPlan(work: object = {}) {
  const relay = await attackedRelay(CAST);
  const office = relay.actor('office');
  expect((await office.post('/v1/planned-jobs', firstRevision(work))).status).toBe(200);
  const read = async (by: Actor) =>
    plannedJobPage.parse(await (await by.get('/v1/planned-jobs', { from: PLAN_DAY })).json());
  return {
    office,
    thief: relay.actor('Munich / thief'),
    victim: relay.actor('Munich / victim'),
    read,
  };
}

describe('a stolen installer token and planned jobs', () => {
  it('plans none, changes none and takes none back', async () => {
    const { thief, office, read } = await withPlan();
    const before = await read(office);
    for (const forged of [
      firstRevision({ keyPlace: 'Under the mat' }, { id: uuid('e', 2) }),
      firstRevision({ keyPlace: 'Under the mat' }, { basedOn: 1 }),
      firstRevision({}, { basedOn: 1, withdrawn: 'Not needed' }),
    ]) {
      expect((await thief.post('/v1/planned-jobs', forged)).status).toBe(403);
    }
    expect(await read(office)).toEqual(before);
  });

  it('reads and claims none of another site or of another laptop', async () => {
    for (const work of [{ site: 'North' }, { laptop: 'Munich / victim' }]) {
      const { thief, office, read } = await withPlan(work);
      const before = await read(office);
      const page = await read(thief);
      expect(page.plannedJobs).toEqual([]);
      expect(JSON.stringify(page)).not.toContain('M-AB');
      expect((await thief.post('/v1/planned-job-claims', claimOf())).status).toBe(404);
      expect(await read(office)).toEqual(before);
    }
  });

  it('takes none from the laptop that holds it, under whatever code, and does not end it for that laptop', async () => {
    const { thief, victim, office, read } = await withPlan();
    await victim.post('/v1/planned-job-claims', claimOf({ act: 'begun', jobId: uuid('a', 1) }));
    const before = await read(office);
    for (const [n, act] of (['accepted', 'refused', 'cancelled', 'returned', 'done'] as const).entries()) {
      const claim = claimOf({ id: uuid('f', 10 + n), act, reason: 'No' });
      expect(await (await thief.post('/v1/planned-job-claims', claim)).json()).toMatchObject({ own: false });
    }
    expect(await read(office)).toEqual(before);
  });
});
