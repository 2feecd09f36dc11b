import { describe, expect, it } from 'vitest';
import { jobId } from '../../../../../shared/ids.ts';
import { attachmentDigest } from '../../../../../shared/relay/attachments.ts';
import { reviewId, WHOLE_JOB } from '../../../../../shared/relay/reviews.ts';
import type { ReviewToKeep } from '../../../../../relay/store/logs-store.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import { JOB, batchOf, chainOf, uuid } from '../../log-chain.ts';
import type { StoreKind } from '../store-kinds.ts';
import { appending, FEED, OTHER_NAME, withToken } from './logs.ts';

const reviewing = (tokenId: number, n: number, changes: Partial<ReviewToKeep> = {}): ReviewToKeep => ({
  id: reviewId.parse(uuid('d', n)),
  environment: 'uat',
  customerId: CUSTOMER,
  jobId: JOB,
  verdict: 'rework',
  comment: 'Bitte das Foto – schärfer',
  basedOn: 0,
  reason: 'photo-unreadable',
  pin: WHOLE_JOB,
  worker: 'Kim',
  reviewer: 'Office',
  tokenId,
  receivedAt: 5,
  ...changes,
});

/** Reviews of jobs. */
export function describeReviews(kind: StoreKind): void {
  describe('reviews', () => {
    it('build on each other, and one that was written without seeing the latest is refused with it', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      const first = await store.keepReview(reviewing(token, 1));
      expect(first).toMatchObject({ kind: 'kept', review: { revision: 1, sequence: 1, reviewer: 'Office' } });
      const blind = await store.keepReview(reviewing(token, 2, { verdict: 'approved' }));
      expect(blind).toMatchObject({ kind: 'stale', current: { revision: 1, verdict: 'rework' } });
      const seen = await store.keepReview(reviewing(token, 2, { verdict: 'approved', basedOn: 1 }));
      expect(seen).toMatchObject({ kind: 'kept', review: { revision: 2, verdict: 'approved' } });
      expect(await store.keepReview(reviewing(token, 1))).toEqual(first);
      expect(await store.keepReview(reviewing(token, 1, { customerId: OTHER_CUSTOMER }))).toEqual({
        kind: 'stale',
        current: null,
      });
    });

    it('are taken again by a store that was set back, in the order in which they build on each other', async () => {
      const [whole, restored] = [await (await kind.place()).open(), await (await kind.place()).open()];
      const [token, again] = [await withToken(whole), await withToken(restored)];
      const first = (of: number) => reviewing(of, 1);
      const second = (of: number) => reviewing(of, 2, { verdict: 'approved', reason: null, basedOn: 1 });
      await whole.keepReview(first(token));
      const kept = await whole.keepReview(second(token));
      expect(kept).toMatchObject({ kind: 'kept', review: { revision: 2 } });
      expect(await restored.keepReview(second(again))).toEqual({ kind: 'stale', current: null });
      expect(await restored.keepReview(first(again))).toMatchObject({
        kind: 'kept',
        review: { revision: 1 },
      });
      expect(await restored.keepReview(second(again))).toEqual(kept);
    });

    it('name the one that was in view, which another one with its revision is not', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      const first = reviewing(token, 1);
      await store.keepReview(first);
      const next = (basedOnReview: ReviewToKeep['id']) =>
        store.keepReview(
          reviewing(token, 2, { verdict: 'approved', reason: null, basedOn: 1, basedOnReview }),
        );
      expect(await next(reviewId.parse(uuid('d', 3)))).toMatchObject({
        kind: 'stale',
        current: { id: first.id },
      });
      expect(await next(first.id)).toMatchObject({ kind: 'kept', review: { revision: 2 } });
    });

    it('say why, about what and by whom, and can take the word before back', async () => {
      const place = await kind.place();
      const store = await place.open();
      const token = await withToken(store);
      const pin = {
        at: 'photo',
        digest: attachmentDigest.parse('ab'.repeat(32)),
        item: 'photo-of-the-box',
      } as const;
      await store.keepReview(reviewing(token, 1, { pin }));
      await store.keepReview(reviewing(token, 2, { verdict: 'approved', reason: null, basedOn: 1 }));
      await store.keepReview(reviewing(token, 3, { verdict: 'reopened', reason: null, basedOn: 2 }));
      await store.close();
      const query = {
        environment: 'uat',
        customerId: CUSTOMER,
        jobId: null,
        after: 0,
        limit: 10,
        ofToken: null,
      } as const;
      expect((await (await place.open()).readReviews(query)).rows).toMatchObject([
        { verdict: 'rework', reason: 'photo-unreadable', pin, worker: 'Kim', reviewer: 'Office' },
        { verdict: 'approved', reason: null, pin: WHOLE_JOB },
        { verdict: 'reopened', revision: 3, sequence: 3 },
      ]);
    });

    it('of a job reach its laptop though only the reviewer has written of it yet', async () => {
      const store = await (await kind.place()).open();
      const [office, bay, other] = [
        await withToken(store, 1),
        await withToken(store, 2),
        await withToken(store, 3),
      ];
      const readBy = async (ofToken: number) =>
        (await store.readReviews({ ...FEED, jobId: null, after: 0, limit: 10, ofToken })).rows;
      // A relay that was set back has lost the laptop's log; the reviewer's comes back before it.
      const types = [
        'review-rework',
        'review-not-taken',
        'review-reinstated',
        'review-reopened',
        'review-approved',
      ];
      const words = chainOf(types.length, (n) => ({ type: types[n - 1] ?? '' }));
      await store.appendLog(appending(office, batchOf(words, { chain: OTHER_NAME })));
      await store.keepReview(reviewing(office, 1));
      expect(await readBy(bay)).toHaveLength(1);
      await store.appendLog(appending(bay, batchOf(chainOf(1))));
      expect(await readBy(bay)).toHaveLength(1);
      expect(await readBy(other)).toEqual([]);
    });

    it('that are written at the same moment do not overwrite each other', async () => {
      const place = await kind.place();
      const stores = [await place.open(), await place.open()];
      const token = await withToken(await place.open());
      const both = await Promise.all(stores.map((store, n) => store.keepReview(reviewing(token, n + 1))));
      expect(both.map((one) => one.kind).toSorted()).toEqual(['kept', 'stale']);
    });

    it('are read by customer and job, and wake waiting readers', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      const reported: unknown[] = [];
      store.onChange((change) => reported.push(change));
      await store.keepReview(reviewing(token, 1));
      await store.keepReview(reviewing(token, 2, { jobId: jobId.parse(uuid('a', 2)) }));
      expect(reported).toMatchObject([
        { kind: 'reviews-kept', feeds: [{ environment: 'uat', customerId: CUSTOMER }] },
        { kind: 'reviews-kept' },
      ]);
      const query = {
        environment: 'uat',
        customerId: CUSTOMER,
        jobId: null,
        after: 0,
        limit: 10,
        ofToken: null,
      } as const;
      expect((await store.readReviews(query)).rows).toMatchObject([
        { comment: 'Bitte das Foto – schärfer' },
        {},
      ]);
      expect((await store.readReviews({ ...query, jobId: JOB })).rows).toHaveLength(1);
      expect((await store.readReviews({ ...query, after: 1 })).rows).toMatchObject([{ sequence: 2 }]);
      expect((await store.readReviews({ ...query, customerId: OTHER_CUSTOMER })).rows).toEqual([]);
    });
  });
}
