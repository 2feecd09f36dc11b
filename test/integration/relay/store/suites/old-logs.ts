import { describe, expect, it } from 'vitest';
import { jobId } from '../../../../../shared/ids.ts';
import type { RelayRole } from '../../../../../shared/relay/access.ts';
import { attachmentDigest } from '../../../../../shared/relay/attachments.ts';
import { reviewId, WHOLE_JOB } from '../../../../../shared/relay/reviews.ts';
import { firstBadEntry } from '../../../../../relay/log-entries.ts';
import type { ReviewToKeep } from '../../../../../relay/store/logs-store.ts';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { CUSTOMER, OTHER_CUSTOMER, numbers } from '../arriving.ts';
import { JOB, batchOf, chainOf, uuid } from '../../log-chain.ts';
import type { StoreKind } from '../store-kinds.ts';

const FEED = { environment: 'uat', customerId: CUSTOMER } as const;
const ALL = {
  ...FEED,
  after: 0,
  ofToken: null,
  limit: 100,
  jobId: null,
  worker: null,
  type: null,
  from: null,
  until: null,
} as const;

const token = (store: RelayStore, n: number, role: RelayRole = 'installer'): Promise<number> =>
  store.addToken({
    hash: Buffer.alloc(32, n),
    name: `Bay ${n}`,
    role,
    customers: [CUSTOMER, OTHER_CUSTOMER],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });

const named = (n: number) => reviewId.parse(uuid('d', n));

async function review(
  store: RelayStore,
  tokenId: number,
  n: number,
  changes: Partial<ReviewToKeep> = {},
): ReturnType<RelayStore['keepReview']> {
  return store.keepReview({
    ...FEED,
    id: named(n),
    jobId: jobId.parse(uuid('a', n)),
    verdict: 'rework',
    comment: '',
    basedOn: 0,
    reason: 'other',
    pin: WHOLE_JOB,
    worker: 'Kim',
    reviewer: 'Office',
    tokenId,
    receivedAt: n * 10,
    ...changes,
  });
}

/** Dropping old log entries, reviews and files. */
export function describeOldLogs(kind: StoreKind): void {
  describe('log entries that are too old', () => {
    it('are dropped in pieces; what stays can be checked and gone on with', async () => {
      const store = await (await kind.place()).open();
      const tokenId = await token(store, 1);
      const entries = chainOf(9);
      const append = (from: number, upTo: number, receivedAt: number) =>
        store.appendLog({ ...batchOf(entries.slice(from, upTo)), tokenId, receivedAt });
      await append(0, 3, 10);
      await append(3, 5, 20);
      await append(5, 7, 30);
      expect(await store.deleteLogBefore(10, 100)).toBe(0);
      expect(await store.deleteLogBefore(30, 4)).toBe(4);
      expect(await store.deleteLogBefore(30, 4)).toBe(1);
      expect(await store.deleteLogBefore(30, 4)).toBe(0);
      const { rows: kept } = await store.readLog(ALL);
      expect(kept.map(({ number, sequence }) => [number, sequence])).toEqual([
        [6, 6],
        [7, 7],
      ]);
      expect(firstBadEntry(kept)).toBeNull();
      // A laptop that never heard that its first entries were kept sends all of them again.
      expect(await append(0, 9, 40)).toMatchObject({ kind: 'kept', head: { number: 9 }, added: 2 });
      expect((await store.readLog(ALL)).rows.map(({ sequence }) => sequence)).toEqual([6, 7, 8, 9]);
    });

    it('leave no hole when the clock was set back, and no sequence is given twice when none stay', async () => {
      const store = await (await kind.place()).open();
      const tokenId = await token(store, 1);
      const entries = chainOf(4);
      for (const [n, receivedAt] of [10, 100, 20].entries()) {
        await store.appendLog({ ...batchOf(entries.slice(n, n + 1)), tokenId, receivedAt });
      }
      expect(await store.deleteLogBefore(50, 100)).toBe(1);
      expect((await store.readLog(ALL)).rows.map(({ number }) => number)).toEqual([2, 3]);
      expect(await store.deleteLogBefore(1000, 100)).toBe(2);
      await store.appendLog({ ...batchOf(entries.slice(3)), tokenId, receivedAt: 110 });
      expect((await store.readLog(ALL)).rows).toMatchObject([{ number: 4, sequence: 4 }]);
    });
  });

  describe('reviews that are too old', () => {
    it('are dropped, and the active tokens that had not got them are named (faults.md 36)', async () => {
      const store = await (await kind.place()).open();
      const [office, behind, never, upToDate, revoked, stranger] = await Promise.all(
        numbers(1, 6).map((n) => token(store, n)),
      );
      if (office === undefined || behind === undefined || never === undefined) throw new Error('no token');
      if (upToDate === undefined || revoked === undefined || stranger === undefined)
        throw new Error('no token');
      for (const n of numbers(1, 5)) await review(store, office, n);
      await store.noteReviewReads([
        { ...FEED, tokenId: behind, review: named(2) },
        { ...FEED, tokenId: upToDate, review: named(5) },
        { ...FEED, tokenId: revoked, review: named(1) },
        { ...FEED, tokenId: stranger, customerId: OTHER_CUSTOMER, review: named(1) },
      ]);
      // An earlier word of the same reader takes nothing back, and one of an unknown review says nothing.
      await store.noteReviewReads([{ ...FEED, tokenId: upToDate, review: named(1) }]);
      await store.noteReviewReads([{ ...FEED, tokenId: stranger, review: named(9) }]);
      await store.noteReads([{ ...FEED, tokenId: never, sequence: 0 }]);
      await store.revokeToken(revoked, 1);
      const reader = (tokenId: number, reviews: number) => ({ ...FEED, tokenId, reviews });
      const { dropped, passed } = await store.deleteReviewsBefore(50, 100);
      expect(dropped).toBe(4);
      expect(passed.toSorted((one, other) => one.reviews - other.reviews)).toEqual([
        reader(behind, 2),
        reader(never, 4),
      ]);
      expect((await store.readReviews(ALL)).rows).toMatchObject([{ sequence: 5 }]);
      expect(await store.deleteReviewsBefore(50, 100)).toEqual({ dropped: 0, passed: [], more: false });
      // Each reader gets, for ever, how many there were over all times.
      const missed = (tokenId: number) => store.readMissedReviews(tokenId, FEED);
      expect(await Promise.all([behind, never, upToDate, revoked].map(missed))).toEqual([2, 4, 0, 0]);
      expect(await store.readMissedReviews(behind, { ...FEED, customerId: OTHER_CUSTOMER })).toBe(0);
      expect((await store.deleteReviewsBefore(60, 100)).dropped).toBe(1);
      expect(await Promise.all([behind, never, upToDate].map(missed))).toEqual([3, 5, 0]);
    });

    it('are dropped a piece at a time, and each reader misses the sum', async () => {
      const store = await (await kind.place()).open();
      const [office, behind] = [await token(store, 1), await token(store, 2)];
      for (const n of numbers(1, 5)) await review(store, office, n, { jobId: JOB, basedOn: n - 1 });
      await store.noteReviewReads([{ ...FEED, tokenId: behind, review: named(1) }]);
      const reader = (reviews: number) => [{ ...FEED, tokenId: behind, reviews }];
      expect(await store.deleteReviewsBefore(50, 2)).toEqual({ dropped: 2, passed: reader(1), more: true });
      expect(await store.deleteReviewsBefore(50, 2)).toEqual({ dropped: 2, passed: reader(2), more: true });
      expect((await store.readReviews(ALL)).rows).toMatchObject([{ sequence: 5 }]);
      expect(await store.deleteReviewsBefore(50, 2)).toEqual({ dropped: 0, passed: [], more: false });
      expect(await store.readMissedReviews(behind, FEED)).toBe(3);
      expect(await review(store, office, 6, { jobId: JOB, basedOn: 5 })).toMatchObject({
        review: { revision: 6 },
      });
    });

    it('are missed by the laptop of the job and by supervisors, and by no other laptop', async () => {
      const store = await (await kind.place()).open();
      const [bay, other] = [await token(store, 1), await token(store, 2)];
      const office = await token(store, 3, 'supervisor');
      await store.appendLog({ ...batchOf(chainOf(1)), tokenId: bay, receivedAt: 10 });
      await review(store, office, 1, { jobId: JOB });
      for (const tokenId of [bay, other, office]) await store.noteReads([{ ...FEED, tokenId, sequence: 0 }]);
      const { passed } = await store.deleteReviewsBefore(50, 100);
      expect(passed.map(({ tokenId }) => tokenId)).toEqual([bay, office]);
      expect(await store.readMissedReviews(other, FEED)).toBe(0);
    });

    it('are not counted again: the next review of the job has the next revision', async () => {
      const store = await (await kind.place()).open();
      const tokenId = await token(store, 1);
      const again = (n: number, basedOn: number) => review(store, tokenId, n, { jobId: JOB, basedOn });
      await again(1, 0);
      await again(2, 1);
      expect((await store.deleteReviewsBefore(1000, 100)).dropped).toBe(2);
      expect(await again(3, 1)).toEqual({ kind: 'stale', current: null });
      expect(await again(3, 0)).toMatchObject({ kind: 'kept', review: { revision: 3, sequence: 3 } });
      expect(await again(4, 0)).toMatchObject({ kind: 'stale', current: { revision: 3 } });
      expect((await store.deleteReviewsBefore(1000, 100)).dropped).toBe(1);
      // A reader still has the last one in view.
      expect(await again(4, 3)).toMatchObject({ kind: 'kept', review: { revision: 4 } });
    });
  });

  describe('files that are too old', () => {
    it('are dropped with their bytes, the oldest first and few at a time; unfinished ones are left', async () => {
      const store = await (await kind.place()).open();
      const tokenId = await token(store, 1);
      const key = (n: number) => ({ ...FEED, sha256: attachmentDigest.parse(String(n).repeat(64)) });
      for (const n of [3, 1, 2, 4]) {
        const bytes = Buffer.from([n]);
        const piece = { start: 0, total: n === 1 ? 2 : 1, mediaType: 'image/jpeg', bytes } as const;
        await store.addPiece({ ...key(n), ...piece, tokenId, receivedAt: n * 10 });
        await store.completeAttachment(key(n));
      }
      expect(await store.dropCompleteBefore(20, 5)).toBe(0);
      expect(await store.dropCompleteBefore(40, 1)).toBe(1);
      expect(await store.findAttachment(key(2))).toBeNull();
      expect(await store.readPiece(key(2), 0)).toBeNull();
      expect(await store.dropCompleteBefore(40, 1)).toBe(1);
      expect(await store.dropCompleteBefore(40, 1)).toBe(0);
      expect(await store.findAttachment(key(1))).toMatchObject({ complete: false });
      expect(await store.readPiece(key(4), 0)).toEqual(Buffer.from([4]));
    });
  });
}
