import { describe, expect, it } from 'vitest';
import { plannedJobPage } from '../../shared/relay/jobs.ts';
import { batchOf, chainOf, uuid } from '../integration/relay/log-chain.ts';
import { onBothStores } from '../integration/relay/store/store-kinds.ts';
import { postWebhook } from '../integration/relay/webhooks.ts';
import { claimOf, firstRevision, PLAN_DAY } from '../planned/planned-work.ts';
import { attackedRelay, type Actor, bringLongLog } from './attacked-relay.ts';

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

/** Entries of the day that the thief has left: each claim that is kept is one. */
const LEFT = 100;
const AT_ONCE = 8;
/** Far more than are kept: requests at once are refused too, before the quota. */
const MOST = 5_000;

onBothStores('a flood of claims with a stolen installer token', (kind) => {
  it('ends at the quota of the day, and claims of others and results of the operator come through', async () => {
    const { url, store, actor } = await attackedRelay(CAST, (await kind.place()).variables);
    const [office, thief, victim] = [actor('office'), actor('Munich / thief'), actor('Munich / victim')];
    for (const id of [uuid('e', 1), uuid('e', 2)]) {
      expect((await office.post('/v1/planned-jobs', firstRevision({}, { id }))).status).toBe(200);
    }
    // A new log costs a hundred entries more.
    await bringLongLog(store, thief.id, batchOf(chainOf(20_000 - 100 - LEFT)));
    const claim = (n: number) => thief.post('/v1/planned-job-claims', claimOf({ id: uuid('f', 100 + n) }));
    const statuses: number[] = [];
    const flooding = async (first: number) => {
      for (let n = first; n < MOST; n += AT_ONCE) {
        const answer = await claim(n);
        statuses.push(answer.status);
        if ((await answer.text()).includes('over-quota')) return;
      }
    };
    const flood = Array.from({ length: AT_ONCE }, (_, first) => flooding(first));
    const own = claimOf({ id: uuid('f', 1), plannedJob: uuid('e', 2) });
    const [claimed, delivered] = await Promise.all([
      victim.post('/v1/planned-job-claims', own),
      postWebhook(url),
      ...flood,
    ]);
    expect(await claimed.json()).toMatchObject({ own: true });
    expect(delivered.status).toBe(204);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LEFT);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    const refused = await claim(MOST);
    expect(await refused.json()).toMatchObject({ error: 'over-quota' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const begun = { ...own, id: uuid('f', 2), act: 'begun', jobId: uuid('a', 2) };
    expect(await (await victim.post('/v1/planned-job-claims', begun)).json()).toMatchObject({ own: true });
    expect((await postWebhook(url)).status).toBe(204);
  });
});
