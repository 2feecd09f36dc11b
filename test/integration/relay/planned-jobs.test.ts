import { describe, expect, it } from 'vitest';
import { feedPage } from '../../../shared/relay/results.ts';
import { plannedJob, plannedJobAnswer, plannedJobPage, stalePlan } from '../../../shared/relay/jobs.ts';
import { claimOf, firstRevision, PLAN_DAY } from '../../planned/planned-work.ts';
import { uuid } from './log-chain.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { CUSTOMER } from './webhooks.ts';

const owner = `environment=uat&customerId=${CUSTOMER}`;

async function furnished() {
  const relay = await runningRelay();
  const asking = (token: string | null) => ({
    get: (path: string) =>
      fetch(`${relay.url}${path}`, token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
    post: (path: string, body: unknown) =>
      fetch(`${relay.url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      }),
  });
  const actor = async (role: 'installer' | 'supervisor', name: string, customer = CUSTOMER) =>
    asking((await tokenFor(relay, [customer], role, name)).token);
  return {
    tokenless: asking(null),
    office: await actor('supervisor', 'Office'),
    bay1: await actor('installer', 'Munich / Bay 1'),
    bay2: await actor('installer', 'Munich / Bay 2'),
    foreign: await actor('supervisor', 'Foreign office', 4712),
  };
}

const list = `/v1/planned-jobs?${owner}&from=${PLAN_DAY}`;

describe('planned jobs at the relay', () => {
  it('come from the office to the laptop, and the first laptop that claims one holds it', async () => {
    const { office, bay1, bay2 } = await furnished();
    const kept = plannedJob.parse(await (await office.post('/v1/planned-jobs', firstRevision())).json());
    expect(kept).toMatchObject({ revision: 1, planner: 'Office' });
    const page = plannedJobPage.parse(await (await bay1.get(list)).json());
    expect(page).toEqual({ plannedJobs: [kept], elsewhere: [], cursor: 1, upToDate: true });
    const first = await bay1.post('/v1/planned-job-claims', claimOf());
    expect(plannedJobAnswer.parse(await first.json()).own).toBe(true);
    const second = await bay2.post('/v1/planned-job-claims', claimOf({ id: uuid('f', 2) }));
    expect(second.status).toBe(200);
    expect(plannedJobAnswer.parse(await second.json())).toMatchObject({
      own: false,
      plannedJob: { holder: { laptop: 'Munich / Bay 1', byReader: false } },
    });
    const own = plannedJobPage.parse(await (await bay1.get(list)).json());
    expect(own.plannedJobs).toMatchObject([{ holder: { byReader: true } }]);
  });

  it('show no token and no number of a token', async () => {
    const { office, bay1 } = await furnished();
    await office.post('/v1/planned-jobs', firstRevision());
    await bay1.post('/v1/planned-job-claims', claimOf());
    expect(await (await office.get(list)).text()).not.toMatch(/token/i);
  });

  it('answer a revision that did not see the newest with the newest', async () => {
    const { office } = await furnished();
    await office.post('/v1/planned-jobs', firstRevision());
    const answer = await office.post('/v1/planned-jobs', firstRevision({ note: 'Gate C' }));
    expect(answer.status).toBe(409);
    expect(stalePlan.parse(await answer.json()).current).toMatchObject({ revision: 1 });
  });

  it('are refused without a token, for another customer, and without words for a refusal', async () => {
    const { tokenless, foreign, bay1, office } = await furnished();
    expect((await tokenless.get(list)).status).toBe(401);
    expect((await tokenless.post('/v1/planned-jobs', firstRevision())).status).toBe(401);
    expect((await foreign.get(list)).status).toBe(403);
    expect((await foreign.post('/v1/planned-jobs', firstRevision())).status).toBe(403);
    expect((await foreign.post('/v1/planned-job-claims', claimOf())).status).toBe(403);
    await office.post('/v1/planned-jobs', firstRevision());
    const refusal = await bay1.post('/v1/planned-job-claims', {
      ...claimOf(),
      act: 'refused',
      reason: ' ',
    });
    expect(refusal.status).toBe(400);
  });

  it.each([
    ['no car', { car: { id: null, licensePlate: '', vin: '', name: '', brand: '', model: '' } }],
    ['a day that is none', { day: '2026-02-30' }],
    ['an end before the beginning', { from: '09:00', until: '08:00' }],
    ['a note that is too long', { note: 'x'.repeat(2001) }],
    ['half a character', { note: '\ud800' }],
  ])('are refused with %s', async (_what, changes) => {
    const { office } = await furnished();
    const body = firstRevision();
    const answer = await office.post('/v1/planned-jobs', { ...body, work: { ...body.work, ...changes } });
    expect(answer.status).toBe(400);
  });

  it('end a waiting poll that names the changes it has', async () => {
    const { office, bay1 } = await furnished();
    const results = `/v1/results?${owner}`;
    const { cursor, newestPlan } = feedPage.parse(await (await bay1.get(results)).json());
    expect(newestPlan).toBe(0);
    const waiting = bay1.get(`${results}&after=${cursor}&wait=50&plan=0`);
    await office.post('/v1/planned-jobs', firstRevision());
    expect(feedPage.parse(await (await waiting).json()).newestPlan).toBe(1);
  });
});
