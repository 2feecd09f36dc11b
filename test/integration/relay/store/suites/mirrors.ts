import { describe, expect, it } from 'vitest';
import { DAILY_ENTRIES, ENTRIES_OF_CHAIN } from '../../../../../relay/store/budgets.ts';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { logChainId } from '../../../../../shared/relay/log.ts';
import { handOverClaim } from '../../../../../shared/relay/jobs.ts';
import {
  mirrorReport,
  MOST_MIRRORS,
  newMirror,
  rescueClaim,
  SILENT_FOR_MS,
} from '../../../../../shared/relay/rescue.ts';
import { REMOVAL, removedNames } from '../../../../../shared/relay/removals.ts';
import { jobId, logEntryId } from '../../../../../shared/ids.ts';
import { DAY } from '../../../../../shared/time.ts';
import { batchOf, chainOf, uuid } from '../../log-chain.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

const FEED = { environment: 'uat', customerId: CUSTOMER } as const;
const CODE = '0000-0000';
const OTHER_CODE = '1000-0001';
const JOB = jobId.parse(uuid('a', 1));
const SEALED = Buffer.alloc(60, 7).toString('base64');
const LATER = 10 + SILENT_FOR_MS;

const mirrorOf = (changes: object = {}) =>
  newMirror.parse({
    ...FEED,
    jobId: JOB,
    turn: 1,
    code: CODE,
    version: 'a'.repeat(64),
    label: SEALED,
    content: SEALED,
    ...changes,
  });
const claimOf = (changes: object = {}) =>
  rescueClaim.parse({ ...FEED, jobId: JOB, turn: 1, code: OTHER_CODE, proof: SEALED, ...changes });
const reportOf = (jobs: readonly object[], changes: object = {}) =>
  mirrorReport.parse({ ...FEED, code: CODE, jobs, ...changes });
const open = { jobId: JOB, turn: 0, open: true };

async function furnished(kind: StoreKind) {
  const place = await kind.place();
  const store = await place.open();
  const laptop = (n: number) =>
    store.addToken({
      hash: Buffer.alloc(32, n),
      name: `Bay ${n}`,
      role: 'installer',
      customers: [CUSTOMER, OTHER_CUSTOMER],
      environments: null,
      createdAt: 0,
      expiresAt: null,
    });
  const [dead, taker, third] = [await laptop(1), await laptop(2), await laptop(3)];
  const keep = (changes: object = {}, receivedAt = 10, tokenId = dead) =>
    store.keepMirror({ ...mirrorOf(changes), tokenId, receivedAt });
  const claim = (receivedAt: number, tokenId = taker, changes: object = {}) =>
    store.claimRescue({ ...claimOf(changes), tokenId, receivedAt });
  const report = (
    receivedAt: number,
    jobs: readonly object[] = [open],
    tokenId = dead,
    changes: object = {},
  ) => store.reportMirrors({ ...reportOf(jobs, changes), tokenId, receivedAt });
  const list = (silentSince: number, code = OTHER_CODE, tokenId = taker) =>
    store.readMirrors({ ...FEED, tokenId, code, silentSince, limit: 100 });
  return { place, store, dead, taker, third, keep, claim, report, list };
}

async function removes(store: RelayStore, tokenId: number) {
  const order = {
    reason: 'asked',
    request: 'letter',
    ...removedNames({ jobs: [JOB], reviews: [], photos: [], plans: [] }),
  };
  const removal = { type: REMOVAL, jobId: null, data: JSON.stringify(order) };
  const began = chainOf(2, (number) =>
    number === 1
      ? { id: logEntryId.parse(uuid('b', tokenId)), jobId: JOB }
      : { ...removal, id: logEntryId.parse(uuid('d', tokenId)) },
  );
  const chain = logChainId.parse(uuid('c', tokenId));
  return store.appendLog({ ...batchOf(began, { chain }), tokenId, receivedAt: 30 });
}

/** Mirrors of unfinished jobs, and the laptops that continue them. */
export function describeMirrors(kind: StoreKind): void {
  describe('mirrors of jobs', () => {
    it('are shown to other laptops once their laptop is silent, with the newest content', async () => {
      const { store, taker, keep, list, place } = await furnished(kind);
      expect(await keep()).toEqual({ kind: 'kept' });
      const newer = Buffer.alloc(70, 9).toString('base64');
      expect(await keep({ content: newer }, 20)).toEqual({ kind: 'kept' });
      expect(await list(19)).toEqual([]);
      const head = {
        jobId: JOB,
        turn: 1,
        code: CODE,
        label: SEALED,
        laptop: 'Bay 1',
        keptAt: 20,
        seenAt: 20,
      };
      expect(await list(20)).toEqual([head]);
      expect(await list(20, CODE)).toEqual([]);
      const query = { ...FEED, tokenId: taker, code: OTHER_CODE, silentSince: 20, limit: 1 };
      expect(await store.readMirror(query, JOB, 1)).toEqual({ ...head, content: newer });
      expect(
        await store.readMirror(
          { ...query, customerId: mirrorOf({ customerId: OTHER_CUSTOMER }).customerId },
          JOB,
          1,
        ),
      ).toBeNull();
      expect(await store.readMirror(query, JOB, 2)).toBeNull();
      await store.close();
      const again = await place.open();
      expect(await again.readMirror(query, JOB, 1)).toEqual({ ...head, content: newer });
    });

    it('are continued by the first laptop that claims them after the silence, and by no other', async () => {
      const { dead, taker, third, keep, claim, report, list } = await furnished(kind);
      await keep();
      expect(await claim(LATER - 1)).toEqual({ kind: 'alive', until: LATER });
      await report(50);
      expect(await claim(LATER)).toEqual({ kind: 'alive', until: LATER + 40 });
      const at = LATER + 40;
      const held = { kind: 'held', tokenId: taker, code: OTHER_CODE, laptop: 'Bay 2', at };
      expect(await claim(at)).toEqual(held);
      expect(await claim(at + 1)).toEqual(held);
      expect(await claim(at + 2, third)).toEqual(held);
      // The taker may have stopped before it had the content: it alone still reads it.
      expect(await list(0)).toMatchObject([{ jobId: JOB }]);
      expect(await list(at, OTHER_CODE, third)).toEqual([]);
      expect(await keep({}, at + 3)).toEqual({ kind: 'turn-taken' });
      const continued = [{ jobId: JOB, turn: 1, laptop: 'Bay 2', code: OTHER_CODE, at, proof: SEALED }];
      expect(await report(at + 4)).toMatchObject({ continued });
      expect(await report(at + 4, [{ ...open, open: false }])).toMatchObject({ mirrors: [], continued });
      expect(await list(0)).toMatchObject([{ jobId: JOB }]);
      // The laptop that continues the job mirrors the next turn; no other laptop is named to it.
      expect(await keep({ turn: 2, code: OTHER_CODE }, at + 5, taker)).toEqual({ kind: 'kept' });
      expect(await report(at + 6, [{ ...open, turn: 1 }], taker, { code: OTHER_CODE })).toMatchObject({
        mirrors: [{ jobId: JOB }],
        continued: [],
      });
      expect(await claim(at + 6 + SILENT_FOR_MS, dead, { turn: 2, code: CODE })).toMatchObject({
        tokenId: dead,
      });
      expect(
        await report(at + 7 + SILENT_FOR_MS, [{ ...open, turn: 1 }], taker, { code: OTHER_CODE }),
      ).toMatchObject({ continued: [{ turn: 2, laptop: 'Bay 1' }] });
    });

    it('are continued by a laptop whatever its token: a new token makes it no other laptop', async () => {
      const { taker, third, keep, claim, report } = await furnished(kind);
      await keep();
      expect(await claim(LATER)).toMatchObject({ kind: 'held', tokenId: taker });
      const asks = await report(LATER + 1, [{ ...open, turn: 1 }], third, { code: OTHER_CODE });
      expect(asks).toMatchObject({ kind: 'answered', continued: [] });
    });

    it('of a job without a mirror, or of a turn that a file gave away, cannot be claimed', async () => {
      const { store, third, keep, claim } = await furnished(kind);
      expect(await claim(LATER)).toEqual({ kind: 'not-found' });
      await keep();
      expect(await claim(LATER, undefined, { customerId: OTHER_CUSTOMER })).toEqual({ kind: 'not-found' });
      const byFile = handOverClaim.parse({ ...FEED, jobId: JOB, turn: 1, code: '2000-0002' });
      await store.claimTurn({ ...byFile, tokenId: third, receivedAt: 20 });
      expect(await claim(LATER)).toMatchObject({ kind: 'held', tokenId: third });
    });

    it('are claimed by one of many laptops at the same time, and never beside a report', async () => {
      const { dead, taker, third, keep, claim, report } = await furnished(kind);
      await keep();
      const [reported, ...claims] = await Promise.all([
        report(LATER, [open], dead),
        ...[taker, third, taker, third].map((token) => claim(LATER, token)),
      ]);
      const kinds = new Set(claims.map((one) => (one.kind === 'held' ? one.tokenId : one.kind)));
      expect(kinds.size).toBe(1);
      const taken = reported.kind === 'answered' && reported.continued.length > 0;
      expect(kinds.has('alive')).toBe(!taken);
    });

    it('are deleted by a later turn of the laptop that continues the job alone', async () => {
      const { taker, third, keep, claim, list } = await furnished(kind);
      await keep();
      expect(await keep({ turn: 2, code: '2000-0002' }, 20, third)).toEqual({ kind: 'kept' });
      expect(await list(10)).toMatchObject([{ jobId: JOB, turn: 1, code: CODE }]);
      await claim(LATER);
      expect(await keep({ turn: 2, code: OTHER_CODE }, LATER, taker)).toEqual({ kind: 'kept' });
      const left = await list(LATER, '3000-0003');
      expect(left.map(({ turn, code }) => [turn, code])).toEqual([
        [2, OTHER_CODE],
        [2, '2000-0002'],
      ]);
    });

    it('end with the job: a report drops those that are not open', async () => {
      const { keep, report, list } = await furnished(kind);
      await keep();
      await keep({ jobId: uuid('a', 2) });
      expect(
        await report(20, [
          { ...open, jobId: uuid('a', 2) },
          { ...open, open: false },
        ]),
      ).toMatchObject({
        mirrors: [{ jobId: uuid('a', 2), version: 'a'.repeat(64) }],
        others: 0,
      });
      expect(await list(20)).toHaveLength(1);
    });

    it('are counted for the other laptops once their laptop is silent', async () => {
      const { taker, keep, report } = await furnished(kind);
      await keep();
      const asks = (at: number) => report(at, [], taker, { code: OTHER_CODE });
      expect(await asks(LATER - 1)).toMatchObject({ others: 0 });
      expect(await asks(LATER)).toMatchObject({ others: 1 });
    });

    it('end with a removal on request, and are not kept after it', async () => {
      const { store, dead, keep, list } = await furnished(kind);
      await keep();
      expect(await removes(store, dead)).toMatchObject({ kind: 'kept' });
      expect(await list(LATER)).toEqual([]);
      expect(await keep({}, 40)).toEqual({ kind: 'removed' });
    });

    it('are bounded per token, in number and by the day', async () => {
      const { store, dead, taker, keep, report } = await furnished(kind);
      for (let n = 1; n <= MOST_MIRRORS; n += 1) {
        expect(await keep({ jobId: uuid('a', n) })).toEqual({ kind: 'kept' });
      }
      expect(await keep({ jobId: uuid('a', MOST_MIRRORS + 1) })).toEqual({ kind: 'over-quota' });
      expect(await keep({ jobId: uuid('a', 1) })).toEqual({ kind: 'kept' });
      const log = { ...batchOf(chainOf(DAILY_ENTRIES - ENTRIES_OF_CHAIN)), tokenId: taker, receivedAt: 10 };
      expect(await store.appendLog(log)).toMatchObject({ kind: 'kept' });
      expect(await keep({}, 20, taker)).toEqual({ kind: 'over-quota' });
      expect(await report(20, [open], taker)).toEqual({ kind: 'over-quota' });
      expect(await report(DAY, [open], taker)).toMatchObject({ kind: 'answered' });
      expect(await report(20, [open], dead)).toMatchObject({ kind: 'answered' });
    });

    it('cost nothing of the day where they are refused, as does a claim without effect', async () => {
      const { store, dead, taker, keep, claim } = await furnished(kind);
      const useAllBut = (left: number, tokenId: number, chain: number) =>
        store.appendLog({
          ...batchOf(chainOf(DAILY_ENTRIES - ENTRIES_OF_CHAIN - left), {
            chain: logChainId.parse(uuid('c', chain)),
          }),
          tokenId,
          receivedAt: LATER,
        });
      for (let n = 1; n <= MOST_MIRRORS; n += 1) await keep({ jobId: uuid('a', n) }, LATER - 1);
      expect(await keep({ jobId: uuid('a', MOST_MIRRORS + 1) }, LATER - 1)).toEqual({ kind: 'over-quota' });
      expect(await useAllBut(MOST_MIRRORS + 1, dead, 1)).toMatchObject({ kind: 'kept' });
      expect(await keep({}, LATER)).toEqual({ kind: 'kept' });
      expect(await keep({}, LATER)).toEqual({ kind: 'over-quota' });

      expect(await useAllBut(1, taker, 2)).toMatchObject({ kind: 'kept' });
      const unknown = { jobId: uuid('a', MOST_MIRRORS + 1) };
      expect(await claim(LATER, taker, unknown)).toEqual({ kind: 'not-found' });
      expect(await claim(LATER, taker)).toMatchObject({ kind: 'alive' });
      expect(await keep({}, LATER, taker)).toEqual({ kind: 'kept' });
      // Also where nothing is left of the day.
      expect(await claim(LATER, taker, unknown)).toEqual({ kind: 'not-found' });
      expect(await claim(LATER, taker)).toMatchObject({ kind: 'alive' });
    });

    it('are dropped when their laptop was not heard for long', async () => {
      const { store, keep } = await furnished(kind);
      await keep({}, 10);
      await keep({ jobId: uuid('a', 2) }, 20);
      await keep({ jobId: uuid('a', 3) }, 30);
      expect(await store.deleteMirrorsBefore(30, 1)).toBe(1);
      expect(await store.deleteMirrorsBefore(30, 5)).toBe(1);
      expect(await store.deleteMirrorsBefore(30, 5)).toBe(0);
    });
  });
}
