import { describe, expect, it } from 'vitest';
import { DAILY_ENTRIES, ENTRIES_OF_CHAIN } from '../../../../../relay/store/budgets.ts';
import type { PlannedJobClaimed, PlanReader } from '../../../../../relay/store/jobs-store.ts';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import type { RelayRole } from '../../../../../shared/relay/access.ts';
import { handOverClaim, MOST_RIVALS } from '../../../../../shared/relay/jobs.ts';
import { logChainId } from '../../../../../shared/relay/log.ts';
import { REMOVAL, removedNames, type RemovedThings } from '../../../../../shared/relay/removals.ts';
import { jobId, logEntryId, plannedJobId } from '../../../../../shared/ids.ts';
import { DAY } from '../../../../../shared/time.ts';
import { claimOf, firstRevision, PLAN_DAY, plannedInstallation } from '../../../../planned/planned-work.ts';
import { batchOf, chainOf, uuid } from '../../log-chain.ts';
import { asking, CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

const FEED = { environment: 'uat', customerId: CUSTOMER } as const;
const JOB = jobId.parse(uuid('a', 1));
const OTHER_JOB = jobId.parse(uuid('a', 2));

/** A store with a supervisor and laptops of two sites. */
async function furnished(kind: StoreKind) {
  const place = await kind.place();
  const store = await place.open();
  const reader = async (n: number, laptop: string, role: RelayRole): Promise<PlanReader> => {
    const tokenId = await store.addToken({
      hash: Buffer.alloc(32, n),
      name: laptop,
      role,
      customers: [CUSTOMER, OTHER_CUSTOMER],
      environments: null,
      createdAt: 0,
      expiresAt: null,
    });
    return { tokenId, laptop, readsAll: role !== 'installer' };
  };
  const office = await reader(1, 'Office', 'supervisor');
  const bay1 = await reader(2, 'Munich / Bay 1', 'installer');
  const bay2 = await reader(3, 'Munich / Bay 2', 'installer');
  const north = await reader(4, 'North / Bay 1', 'installer');
  const plan = (work: object = {}, changes: object = {}, receivedAt = 10) =>
    store.keepPlannedJob({
      ...firstRevision(work, changes),
      tokenId: office.tokenId,
      planner: office.laptop,
      receivedAt,
    });
  const claim = (by: PlanReader, changes: object = {}, receivedAt = 20): Promise<PlannedJobClaimed> =>
    store.claimPlannedJob({ ...claimOf(changes), reader: by, receivedAt });
  const read = (by: PlanReader, after = 0, limit = 100, from = PLAN_DAY) =>
    store.readPlannedJobs({ ...FEED, after, limit, from, reader: by });
  return { place, store, office, bay1, bay2, north, plan, claim, read };
}

const PLAN = plannedJobId.parse(uuid('e', 1));
const blank = { car: { licensePlate: '', brand: '' }, crew: '', keyPlace: '', note: '', testUser: null };

/** The laptop's log says that things were removed; each laptop has a log of its own. */
function removes(store: RelayStore, { tokenId }: PlanReader, things: Partial<RemovedThings>) {
  const order = {
    reason: 'asked',
    request: 'letter',
    ...removedNames({ jobs: [], reviews: [], photos: [], plans: [], ...things }),
  };
  const removal = { type: REMOVAL, jobId: null, data: JSON.stringify(order) };
  const log = chainOf(1, () => ({ ...removal, id: logEntryId.parse(uuid('d', tokenId)) }));
  const chain = logChainId.parse(uuid('c', tokenId));
  return store.appendLog({ ...batchOf(log, { chain }), tokenId, receivedAt: 30 });
}

const idsOf = ({ rows }: Awaited<ReturnType<RelayStore['readPlannedJobs']>>) =>
  rows.map(({ id, plannedJob }) => (plannedJob === null ? 'elsewhere' : id));

/** Jobs that the office planned. */
export function describePlannedJobs(kind: StoreKind): void {
  describe('planned jobs', () => {
    it('keep the revision that was first, and answer a repeated one as before', async () => {
      const { plan } = await furnished(kind);
      const first = await plan();
      expect(first).toMatchObject({
        kind: 'kept',
        plannedJob: { sequence: 1, revision: 1, planner: 'Office', holder: null, rivals: [] },
      });
      expect(await plan()).toEqual(first);
      expect(await plan({ note: 'Gate C' })).toMatchObject({
        kind: 'stale',
        current: { revision: 1, work: { note: 'Gate B' } },
      });
      const second = await plan({ note: 'Gate C' }, { basedOn: 1 });
      expect(second).toMatchObject({ kind: 'kept', plannedJob: { sequence: 2, revision: 2 } });
      expect(await plan({}, { id: uuid('e', 9), basedOn: 3 })).toEqual({ kind: 'stale', current: null });
    });

    it('are read by laptops of their site or by the one that they name, and by every supervisor', async () => {
      const { plan, read, office, bay1, bay2, north } = await furnished(kind);
      await plan({ site: 'Munich' });
      await plan({ laptop: 'Munich / Bay 2' }, { id: uuid('e', 2) });
      await plan({}, { id: uuid('e', 3) });
      const [one, two, three] = [uuid('e', 1), uuid('e', 2), uuid('e', 3)];
      expect(idsOf(await read(office))).toEqual([one, two, three]);
      expect(idsOf(await read(bay1))).toEqual([one, 'elsewhere', three]);
      expect(idsOf(await read(bay2))).toEqual([one, two, three]);
      expect(idsOf(await read(north))).toEqual(['elsewhere', 'elsewhere', three]);
    });

    it('page over changes in their order, from a day on, and past those of other customers', async () => {
      const { plan, read, office, store } = await furnished(kind);
      for (const n of [1, 2, 3]) await plan({}, { id: uuid('e', n) });
      await plan({ day: '2026-03-01' }, { id: uuid('e', 4) });
      await plan({}, { id: uuid('e', 5), customerId: OTHER_CUSTOMER });
      expect(await read(office, 0, 2)).toMatchObject({ readUpTo: 2, more: true });
      expect(await read(office, 2, 2)).toMatchObject({ rows: [{ sequence: 3 }], readUpTo: 4, more: false });
      await plan({ note: 'Later' }, { basedOn: 1 });
      expect(await read(office, 4)).toMatchObject({
        rows: [{ sequence: 6, id: uuid('e', 1) }],
        readUpTo: 6,
      });
      expect((await store.readFeed(asking())).newestPlan).toBe(6);
    });

    it('are given from the beginning to a reader that is ahead of the store', async () => {
      const { plan, read, office } = await furnished(kind);
      await plan();
      expect(await read(office, 50)).toMatchObject({ rows: [{ sequence: 1 }], readUpTo: 1, more: false });
    });

    it('belong to the first laptop that claims them, also after a restart', async () => {
      const { plan, claim, place, store, bay1, bay2 } = await furnished(kind);
      await plan();
      expect(await claim(bay1)).toMatchObject({
        kind: 'answered',
        own: true,
        plannedJob: { holder: { laptop: 'Munich / Bay 1', act: 'accepted' } },
      });
      const second = { own: false, plannedJob: { holder: { laptop: 'Munich / Bay 1' }, rivals: [] } };
      expect(await claim(bay2, { id: uuid('f', 2) })).toMatchObject(second);
      // Two laptops that share a token are two.
      expect(await claim(bay1, { id: uuid('f', 3), code: '1000-0001' })).toMatchObject(second);
      await store.close();
      const again = await place.open();
      const late = {
        ...claimOf({ id: uuid('f', 4), act: 'begun', jobId: JOB }),
        reader: bay2,
        receivedAt: 40,
      };
      expect(await again.claimPlannedJob(late)).toMatchObject({ own: false });
    });

    it('go to one of many that claim at the same time', async () => {
      const { plan, claim, bay1, bay2, north } = await furnished(kind);
      await plan();
      const claims = await Promise.all(
        [bay1, bay2, north].flatMap((by, which) =>
          [1, 2, 3].map((n) => claim(by, { id: uuid('f', which * 10 + n) })),
        ),
      );
      const owners = claims.filter((one) => one.kind === 'answered' && one.own);
      const names = claims.map((one) => (one.kind === 'answered' ? one.plannedJob.holder?.laptop : one.kind));
      expect(new Set(names).size).toBe(1);
      expect(owners).toHaveLength(3);
    });

    it('name a laptop that began one without knowing its holder beside it, each once and few in all', async () => {
      const { plan, claim, bay1, bay2 } = await furnished(kind);
      await plan();
      await claim(bay1, { act: 'begun', jobId: JOB });
      const begun = { id: uuid('f', 2), act: 'begun', jobId: OTHER_JOB };
      expect(await claim(bay2, begun)).toMatchObject({
        own: false,
        plannedJob: { holder: { jobId: JOB }, rivals: [{ laptop: 'Munich / Bay 2', jobId: OTHER_JOB }] },
      });
      await claim(bay2, begun);
      await claim(bay2, { ...begun, id: uuid('f', 3), act: 'done' });
      for (let n = 0; n < MOST_RIVALS + 3; n += 1) {
        const code = ['1000-0001', '2000-0002', '3000-0003', '4000-0004', '5000-0005', '6000-0006'][n % 6];
        await claim(bay2, { ...begun, id: uuid('f', 20 + n), code });
      }
      const last = await claim(bay2, { ...begun, id: uuid('f', 50), code: '7000-0007' });
      expect(last).toMatchObject({ own: false, plannedJob: { holder: { jobId: JOB } } });
      const rivals = last.kind === 'answered' ? last.plannedJob.rivals : [];
      expect(rivals.length).toBe(MOST_RIVALS);
      expect(rivals.filter(({ code }) => code === '0000-0000')).toMatchObject([{ act: 'done' }]);
    });

    it('go with their job to the laptop that holds its newest turn, and to no other that names the job', async () => {
      const { plan, claim, store, bay1, bay2 } = await furnished(kind);
      await plan();
      await claim(bay1, { act: 'begun', jobId: JOB });
      const going = { act: 'begun', jobId: JOB, code: '1000-0001' };
      const stays = { own: false, plannedJob: { holder: { laptop: 'Munich / Bay 1' }, rivals: [] } };
      expect(await claim(bay2, { ...going, id: uuid('f', 2) })).toMatchObject(stays);
      const turn = (by: PlanReader, number: number, code: string) =>
        store.claimTurn({
          ...handOverClaim.parse({ ...FEED, jobId: JOB, turn: number, code }),
          tokenId: by.tokenId,
          receivedAt: 30,
        });
      await turn(bay2, 1, '1000-0001');
      // Another laptop under the same token has no turn.
      const other = { ...going, id: uuid('f', 3), code: '2000-0002' };
      expect(await claim(bay2, other)).toMatchObject(stays);
      const goes = {
        own: true,
        plannedJob: { holder: { laptop: 'Munich / Bay 2', jobId: JOB }, rivals: [] },
      };
      expect(await claim(bay2, { ...going, id: uuid('f', 4) })).toMatchObject(goes);
      // The laptop that it left says nothing of it any more.
      const late = { act: 'done', jobId: JOB, id: uuid('f', 5) };
      expect(await claim(bay1, late)).toMatchObject({ ...goes, own: false });
      await turn(bay1, 2, '0000-0000');
      expect(await claim(bay1, { ...late, id: uuid('f', 6) })).toMatchObject({
        own: true,
        plannedJob: { holder: { laptop: 'Munich / Bay 1', act: 'done' }, rivals: [] },
      });
    });

    it('are free again after they were returned, refused or cancelled, and by a revision that moves an accepted one', async () => {
      const { plan, claim, bay1, bay2 } = await furnished(kind);
      await plan();
      await claim(bay1);
      expect(await claim(bay1, { id: uuid('f', 2), act: 'returned' })).toMatchObject({
        own: true,
        plannedJob: { holder: null },
      });
      await claim(bay1, { id: uuid('f', 3), act: 'refused', reason: 'No key' });
      expect(await claim(bay2, { id: uuid('f', 4) })).toMatchObject({ own: true });
      const moved = await plan({ laptop: 'Munich / Bay 1' }, { basedOn: 1 });
      expect(moved).toMatchObject({ plannedJob: { holder: null } });
      await claim(bay1, { id: uuid('f', 5), act: 'begun', jobId: JOB });
      const later = await plan({ laptop: 'Munich / Bay 2' }, { basedOn: 2 });
      expect(later).toMatchObject({ plannedJob: { holder: { laptop: 'Munich / Bay 1', act: 'begun' } } });
      expect(await claim(bay1, { id: uuid('f', 6), act: 'returned' })).toMatchObject({
        plannedJob: { holder: { act: 'begun' } },
      });
    });

    it('are found by no token that they are not for', async () => {
      const { plan, claim, north } = await furnished(kind);
      await plan({ site: 'Munich' });
      expect(await claim(north)).toEqual({ kind: 'not-found' });
      expect(await claim(north, { plannedJob: uuid('e', 9) })).toEqual({ kind: 'not-found' });
      expect(await claim(north, { customerId: OTHER_CUSTOMER })).toEqual({ kind: 'not-found' });
    });

    it('count with the entries of a day: a token that has used them up plans and claims nothing', async () => {
      const { store, plan, claim, office, bay1 } = await furnished(kind);
      await plan({}, { id: uuid('e', 2) });
      for (const { tokenId } of [office, bay1]) {
        const chain = chainOf(DAILY_ENTRIES - ENTRIES_OF_CHAIN - 1);
        const batch = { ...batchOf(chain), chain: batchOf(chain).chain, tokenId, receivedAt: 10 };
        if (tokenId === bay1.tokenId) await store.appendLog(batch);
      }
      expect(await claim(bay1, { plannedJob: uuid('e', 2) })).toMatchObject({ own: true });
      const second = { plannedJob: uuid('e', 2), id: uuid('f', 2), act: 'begun', jobId: JOB };
      expect(await claim(bay1, second)).toEqual({ kind: 'over-quota' });
      expect(await claim(bay1, second, DAY)).toMatchObject({ own: true });
    });

    it('lose their words where a job that was begun for them is removed on request, for good', async () => {
      const { store, plan, claim, read, office, bay1 } = await furnished(kind);
      await plan({ testUser: { id: 7, name: 'Quendoline' } });
      await claim(bay1, { act: 'begun', jobId: JOB });
      expect(await removes(store, office, { jobs: [JOB] })).toMatchObject({ removed: true });
      const [after] = (await read(office, 2)).rows;
      expect(after?.plannedJob).toMatchObject({
        work: blank,
        holder: { worker: '', jobId: JOB },
        planner: '',
      });
      // Words that a laptop or the office sends later are not taken either.
      const said = { id: uuid('f', 2), act: 'cancelled', reason: 'Quendoline came', jobId: JOB };
      expect(await claim(bay1, said)).toMatchObject({
        plannedJob: { holder: { act: 'cancelled', reason: '' } },
      });
      expect(await plan({}, { basedOn: 1 })).toMatchObject({ plannedJob: { work: blank } });
    });

    it('lose their words also where no job was begun for them, on the word of a supervisor alone', async () => {
      const { store, plan, claim, read, office, bay1 } = await furnished(kind);
      await plan({ testUser: { id: 7, name: 'Quendoline' } });
      await claim(bay1, { act: 'refused', reason: 'Quendoline is away' });
      expect(await removes(store, bay1, { plans: [PLAN] })).not.toHaveProperty('removed');
      const [before] = (await read(office, 1)).rows;
      expect(before?.plannedJob).toMatchObject({ work: { testUser: { name: 'Quendoline' } } });
      expect(await removes(store, office, { plans: [PLAN] })).toMatchObject({ removed: true });
      const [after] = (await read(office, 2)).rows;
      expect(after?.plannedJob).toMatchObject({ work: blank, planner: '', holder: { reason: '' } });
      const said = { id: uuid('f', 2), act: 'refused', reason: 'Quendoline came' };
      expect(await claim(bay1, said)).toMatchObject({ plannedJob: { holder: { reason: '' } } });
      expect(await plan({}, { basedOn: 1 })).toMatchObject({ plannedJob: { work: blank } });
    });

    it('are dropped by the age of their last change once their day is as old, the oldest first', async () => {
      const { store, plan, read, office } = await furnished(kind);
      const later = Date.parse(PLAN_DAY) + DAY;
      for (const n of [1, 2, 3]) await plan({}, { id: uuid('e', n) }, later + n * 10);
      await plan({ note: 'Later' }, { id: uuid('e', 1), basedOn: 1 }, later + 60);
      await plan({ day: '2026-05-01' }, { id: uuid('e', 4) }, later);
      expect(await store.deletePlannedJobsBefore(later + 50, 1)).toBe(1);
      expect(idsOf(await read(office))).toEqual([uuid('e', 3), uuid('e', 1), uuid('e', 4)]);
      expect(await store.deletePlannedJobsBefore(later + 50, 5)).toBe(1);
      expect(await store.deletePlannedJobsBefore(later + 50, 5)).toBe(0);
      expect(idsOf(await read(office))).toEqual(
        [uuid('e', 1), uuid('e', 4)].map((id) => plannedJobId.parse(id)),
      );
    });

    it('wake those who wait, also a claim that names a rival', async () => {
      const { store, plan, claim, bay1 } = await furnished(kind);
      const changes: string[] = [];
      store.onChange(({ kind: what }) => changes.push(what));
      await plan({ ...plannedInstallation() });
      await claim(bay1);
      expect(changes.filter((what) => what === 'plans-kept')).toHaveLength(2);
    });
  });
}
