import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { jobId, logEntryId, type JobId } from '../../../../../shared/ids.ts';
import type { RelayRole } from '../../../../../shared/relay/access.ts';
import { attachmentDigest, type AttachmentDigest } from '../../../../../shared/relay/attachments.ts';
import { logChainId } from '../../../../../shared/relay/log.ts';
import {
  REMOVAL,
  removalIn,
  removedNames,
  type RemovedThings,
} from '../../../../../shared/relay/removals.ts';
import { newReview, reviewId, type ReviewId } from '../../../../../shared/relay/reviews.ts';
import { canonicalRemoval } from '../../../../../shared/relay/signing.ts';
import { isSignedText } from '../../../../../relay/access/credentials.ts';
import { batchOf, chainOf, JOB, uuid } from '../../log-chain.ts';
import { makeSigner } from '../../signed-batch.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

const BYTES = Buffer.from('a photo of a person');
const PHOTO = attachmentDigest.parse(createHash('sha256').update(BYTES).digest('hex'));
const FEED = { environment: 'uat', customerId: CUSTOMER } as const;
const OTHER_JOB = jobId.parse(uuid('a', 2));
const nothing: RemovedThings = { jobs: [], reviews: [], photos: [], plans: [] };

/** A store with a supervisor and two laptops; each writes a log of its own. */
async function furnished(store: RelayStore) {
  const token = (n: number, role: RelayRole) =>
    store.addToken({
      hash: Buffer.alloc(32, n),
      name: `Laptop ${n}`,
      role,
      customers: [CUSTOMER, OTHER_CUSTOMER],
      environments: null,
      createdAt: 0,
      expiresAt: null,
    });
  const tokens = {
    bay: await token(1, 'installer'),
    other: await token(2, 'installer'),
    supervisor: await token(3, 'supervisor'),
  };
  type Laptop = keyof typeof tokens;
  const chains = { bay: uuid('c', 1), other: uuid('c', 2), supervisor: uuid('c', 3) };
  const add = (laptop: Laptop, start = 0, customerId = CUSTOMER) =>
    store.addPiece({
      ...FEED,
      customerId,
      sha256: PHOTO,
      start,
      total: BYTES.length,
      mediaType: 'image/jpeg',
      bytes: BYTES.subarray(start),
      tokenId: tokens[laptop],
      receivedAt: 50,
    });
  return {
    add,
    review: (id: ReviewId, job: JobId, basedOn = 0) =>
      store.keepReview({
        ...newReview.parse({
          ...FEED,
          id,
          jobId: job,
          verdict: 'rework',
          comment: 'Ask Quendoline',
          basedOn,
        }),
        worker: 'Kim',
        signed: makeSigner().sign('any'),
        reviewer: 'Office',
        tokenId: tokens.supervisor,
        receivedAt: 60,
      }),
    reviews: async () =>
      (await store.readReviews({ ...FEED, jobId: null, after: 0, limit: 10, ofToken: null })).rows,
    photo: (customerId = CUSTOMER) => store.findAttachment({ ...FEED, customerId, sha256: PHOTO }),
    removals: async (after = 0) => (await store.readRemovals({ ...FEED, after, limit: 10 })).rows,
    /** The laptop logs a job with the photo, then that things were removed; again and again the same. */
    removes: (
      laptop: Laptop,
      things: Partial<RemovedThings>,
      order: Readonly<Record<string, unknown>> = {},
    ) => {
      const entries = chainOf(2, (n) =>
        n === 1
          ? { jobId: JOB, type: 'photo-taken', data: JSON.stringify({ item: 'front' }) }
          : {
              id: logEntryId.parse(uuid('e', { bay: 12, other: 13, supervisor: 14 }[laptop])),
              jobId: null,
              type: REMOVAL,
              data: JSON.stringify({
                reason: 'asked',
                request: 'the-person',
                ...removedNames({ ...nothing, ...things }),
                ...order,
              }),
            },
      );
      return store.appendLog({
        ...batchOf(entries, { chain: logChainId.parse(chains[laptop]) }),
        tokenId: tokens[laptop],
        receivedAt: 77,
      });
    },
  };
}

const review = (n: number) => reviewId.parse(uuid('b', n));
const things = (
  jobs: readonly JobId[],
  reviews: readonly ReviewId[],
  photos: readonly AttachmentDigest[],
) => ({
  jobs,
  reviews,
  photos,
  plans: [],
});

/** Photos and reviews that are removed on request. */
export function describeRemovals(kind: StoreKind): void {
  const opened = async () => furnished(await (await kind.place()).open());

  describe('a removal on request', () => {
    it('takes photos away and the words out of reviews, is handed out once, and a repeat changes nothing', async () => {
      const store = await opened();
      await store.add('bay');
      await store.review(review(1), JOB);
      await store.review(review(2), OTHER_JOB);
      const asked = things([JOB], [], [PHOTO]);
      expect(await store.removes('supervisor', asked)).toMatchObject({
        kind: 'kept',
        added: 2,
        removed: true,
      });
      expect(await store.photo()).toBeNull();
      expect(
        (await store.reviews()).map(({ comment, reviewer, worker }) => [comment, reviewer, worker]),
      ).toEqual([
        ['', '', ''],
        ['Ask Quendoline', 'Office', 'Kim'],
      ]);
      const reported = await store.removals();
      expect(reported).toMatchObject([
        { ...asked, sequence: 1, reason: 'asked', request: 'the-person', receivedAt: 77 },
      ]);
      expect(await store.removes('supervisor', asked)).toMatchObject({ kind: 'kept', added: 0 });
      expect(await store.removals()).toEqual(reported);
      expect(await store.removals(1)).toEqual([]);
    });

    it('is not undone by a laptop that has not read it: the photo is refused, a review kept without its words', async () => {
      const store = await opened();
      await store.removes('supervisor', things([JOB], [review(2)], [PHOTO]));
      expect(await store.add('bay')).toMatchObject({ fits: false, removed: true });
      expect(await store.photo()).toBeNull();
      expect(await store.review(review(1), JOB)).toMatchObject({
        kind: 'kept',
        review: { comment: '', worker: '' },
      });
      expect(await store.review(review(2), OTHER_JOB)).toMatchObject({
        kind: 'kept',
        review: { comment: '' },
      });
      expect(await store.review(review(3), OTHER_JOB, 1)).toMatchObject({
        kind: 'kept',
        review: { comment: 'Ask Quendoline' },
      });
    });

    it('reaches no other customer', async () => {
      const store = await opened();
      await store.add('bay', 0, OTHER_CUSTOMER);
      await store.removes('supervisor', things([], [], [PHOTO]));
      expect(await store.photo(OTHER_CUSTOMER)).not.toBeNull();
    });

    it('by an installer takes what that laptop brought, and nothing of another', async () => {
      const store = await opened();
      await store.add('bay');
      await store.review(review(1), JOB);
      await store.review(review(2), OTHER_JOB);
      // The other laptop logs the same job, but did not begin it.
      await store.removes('bay', {});
      const asked = things([JOB], [review(1)], [PHOTO]);
      const answer = await store.removes('other', asked);
      expect(answer).toMatchObject({ kind: 'kept', added: 2 });
      expect(answer).not.toHaveProperty('removed');
      expect(await store.photo()).not.toBeNull();
      expect((await store.reviews()).every(({ comment }) => comment !== '')).toBe(true);
      expect(await store.removals()).toEqual([]);
    });

    it('by an installer of its own job and photo is carried out, and of the rest only its own part is handed out', async () => {
      const store = await opened();
      await store.add('bay');
      await store.review(review(1), JOB);
      await store.review(review(2), OTHER_JOB);
      await store.removes('bay', things([JOB, OTHER_JOB], [review(2)], [PHOTO]));
      expect(await store.photo()).toBeNull();
      expect(await store.removals()).toMatchObject([things([JOB], [], [PHOTO])]);
      expect((await store.reviews()).map(({ comment }) => comment)).toEqual(['', 'Ask Quendoline']);
    });

    it('is handed out with every name as ordered and signed, so that the signature verifies', async () => {
      const store = await opened();
      const asked = things([OTHER_JOB, JOB], [review(9)], [PHOTO]);
      const signer = makeSigner();
      const order = { order: uuid('f', 1), orderedAt: 5, withdraws: null };
      const said = removalIn({
        type: REMOVAL,
        data: JSON.stringify({
          reason: 'asked',
          request: 'the-person',
          ...removedNames(asked),
          ...order,
        }),
      });
      if (said === null) throw new Error('no removal');
      const signed = signer.sign(canonicalRemoval(FEED, said));
      await store.removes('supervisor', asked, { ...order, ...signed });
      const [reported] = await store.removals();
      expect(reported).toMatchObject({ ...asked, ...order, signed });
      expect(reported !== undefined && isSignedText(canonicalRemoval(FEED, reported), signed)).toBe(true);
    });

    it('by an installer, where it may not remove all that it names, is handed out without the signature', async () => {
      const store = await opened();
      const signed = makeSigner().sign('any');
      await store.removes('bay', things([JOB, OTHER_JOB], [], []), { ...signed });
      expect(await store.removals()).toMatchObject([{ ...things([JOB], [], []), signed: null }]);
    });

    it('is handed out where it withdraws another order and names nothing', async () => {
      const store = await opened();
      const signed = makeSigner().sign('any');
      const order = { order: uuid('f', 2), orderedAt: 6, withdraws: uuid('f', 1) };
      expect(await store.removes('supervisor', nothing, { ...order, ...signed })).toMatchObject({
        removed: true,
      });
      expect(await store.removals()).toMatchObject([{ ...nothing, ...order, signed }]);
    });

    it('takes the signature of a review with its words', async () => {
      const store = await opened();
      await store.review(review(1), JOB);
      expect((await store.reviews())[0]?.signed).toBeDefined();
      await store.removes('supervisor', things([JOB], [], []));
      expect((await store.reviews())[0]?.signed).toBeUndefined();
      await store.review(review(2), JOB, 1);
      expect((await store.reviews())[1]).toMatchObject({ comment: '', basedOn: 1 });
      expect((await store.reviews())[1]?.signed).toBeUndefined();
    });

    it('is known after a restart', async () => {
      const place = await kind.place();
      const first = await place.open();
      await (await furnished(first)).removes('supervisor', things([], [], [PHOTO]));
      await first.close();
      const again = await place.open();
      expect(await again.isAttachmentRemoved({ ...FEED, sha256: PHOTO })).toBe(true);
      expect((await again.readFeed({ ...FEED, after: null, limit: 1 })).newestRemoval).not.toBeNull();
    });
  });
}
