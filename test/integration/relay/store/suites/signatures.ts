import { describe, expect, it } from 'vitest';
import { DAY } from '../../../../../shared/time.ts';
import type { RelayRole } from '../../../../../shared/relay/access.ts';
import { logChainId } from '../../../../../shared/relay/log.ts';
import { newReview, reviewId } from '../../../../../shared/relay/reviews.ts';
import { canonicalReview } from '../../../../../shared/relay/signing.ts';
import { DAILY_KEYS } from '../../../../../relay/store/budgets.ts';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { batchOf, CHAIN, chainOf, JOB, uuid } from '../../log-chain.ts';
import { makeSigner, signedBatch } from '../../signed-batch.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

const FEED = { environment: 'uat', customerId: CUSTOMER } as const;

const tokenOf = (store: RelayStore, n: number, more: { role?: RelayRole; environments?: ['prod'] } = {}) =>
  store.addToken({
    hash: Buffer.alloc(32, n),
    name: `Bay ${n}`,
    role: more.role ?? 'installer',
    customers: more.role === 'admin' ? null : [CUSTOMER],
    environments: more.environments ?? null,
    createdAt: 0,
    expiresAt: null,
  });

const keyOf = (tokenId: number, at = 5) => ({
  tokenId,
  key: makeSigner().key,
  storage: 'secret-store' as const,
  at,
});

/** Keys of laptops, and what they sign. */
export function describeSignatures(kind: StoreKind): void {
  const open = async () => (await kind.place()).open();

  describe('a key of a laptop', () => {
    it('is registered once, stands after a change and after a rotation of the token, and is read in order', async () => {
      const store = await open();
      const bay = await tokenOf(store, 1);
      const office = await tokenOf(store, 2, { role: 'supervisor' });
      const first = keyOf(bay);
      const kept = await store.keepDeviceKey(first);
      expect(kept).toMatchObject({ sequence: 1, laptop: 'Bay 1', role: 'installer', registeredAt: 5 });
      expect(await store.keepDeviceKey({ ...first, at: 9 })).toEqual(kept);
      await store.rotateToken(bay, { hash: Buffer.alloc(32, 9), oldUntil: 100 });
      const second = await store.keepDeviceKey(keyOf(bay, 6));
      const other = await store.keepDeviceKey({ ...keyOf(office, 7), storage: 'memory' });
      expect(second).toMatchObject({ sequence: 2, device: kept?.device });
      expect(other?.device).not.toBe(kept?.device);
      expect(await store.readDeviceKeys({ ...FEED, after: 0, limit: 10 })).toEqual([kept, second, other]);
      expect(await store.readDeviceKeys({ ...FEED, after: 1, limit: 1 })).toEqual([second]);
      expect(await store.hasDeviceKey(bay, first.key)).toBe(true);
      expect(await store.hasDeviceKey(office, first.key)).toBe(false);
    });

    it('is sent to readers of the customers and environments of its token alone, also after that token was revoked', async () => {
      const store = await open();
      const bay = await tokenOf(store, 1);
      await store.keepDeviceKey(keyOf(bay));
      await store.keepDeviceKey(keyOf(await tokenOf(store, 2, { environments: ['prod'] })));
      await store.keepDeviceKey(keyOf(await tokenOf(store, 3, { role: 'admin' })));
      await store.revokeToken(bay, 8);
      const laptops = async (feed: Parameters<RelayStore['readForks']>[0]) =>
        (await store.readDeviceKeys({ ...feed, after: 0, limit: 10 })).map(({ laptop }) => laptop);
      expect(await laptops(FEED)).toEqual(['Bay 1', 'Bay 3']);
      expect(await laptops({ ...FEED, environment: 'prod' })).toEqual(['Bay 1', 'Bay 2', 'Bay 3']);
      expect(await laptops({ ...FEED, customerId: OTHER_CUSTOMER })).toEqual(['Bay 3']);
    });

    it('is one of a bounded number on a day', async () => {
      const store = await open();
      const bay = await tokenOf(store, 1);
      for (let n = 0; n < DAILY_KEYS; n += 1) {
        expect(await store.keepDeviceKey(keyOf(bay, DAY))).not.toBeNull();
      }
      expect(await store.keepDeviceKey(keyOf(bay, DAY + 5))).toBeNull();
      expect(await store.keepDeviceKey(keyOf(await tokenOf(store, 2), DAY + 5))).not.toBeNull();
      expect(await store.keepDeviceKey(keyOf(bay, 2 * DAY))).not.toBeNull();
    });
  });

  describe('the signature of a batch', () => {
    it('is answered for its own entries and for all before it, and an entry after the last one has none', async () => {
      const store = await open();
      const tokenId = await tokenOf(store, 1);
      const signer = makeSigner();
      const entries = chainOf(6);
      const append = (from: number, upTo: number, isSigned: boolean) => {
        const batch = batchOf(entries.slice(from, upTo));
        return store.appendLog({
          ...(isSigned ? signedBatch(signer, batch) : batch),
          tokenId,
          receivedAt: 7,
        });
      };
      await append(0, 2, false);
      await append(2, 4, true);
      await append(4, 5, false);
      const signatures = (...numbers: readonly number[]) =>
        store.readLogSignatures(numbers.map((number) => ({ chain: CHAIN, number })));
      const { signed } = signedBatch(signer, batchOf(entries.slice(2, 4)));
      const whole = { chain: CHAIN, first: 3, last: 4, hash: entries[3]?.hash, ...signed };
      expect(await signatures(1, 3, 4)).toEqual([whole]);
      expect(await signatures(5)).toEqual([]);
      expect(await store.readLogSignatures([{ chain: logChainId.parse(uuid('c', 2)), number: 1 }])).toEqual(
        [],
      );
      // Sent again, now with a signature: nothing is added but the signature.
      expect(await append(4, 5, true)).toMatchObject({ kind: 'kept', added: 0 });
      expect(await signatures(5)).toMatchObject([{ first: 5, last: 5, key: signer.key }]);
      // One further back of the same key says nothing more.
      await append(0, 2, true);
      expect(await signatures(1)).toEqual([whole]);
    });

    it('goes with the last entry that it covers', async () => {
      const store = await open();
      const tokenId = await tokenOf(store, 1);
      const signer = makeSigner();
      const entries = chainOf(4);
      for (const [from, receivedAt] of [
        [0, 10],
        [2, 20],
      ] as const) {
        const batch = signedBatch(signer, batchOf(entries.slice(from, from + 2)));
        await store.appendLog({ ...batch, tokenId, receivedAt });
      }
      expect(await store.deleteLogBefore(15, 10)).toBe(2);
      expect(await store.readLogSignatures([{ chain: CHAIN, number: 1 }])).toMatchObject([
        { first: 3, last: 4 },
      ]);
      expect(await store.deleteLogBefore(25, 10)).toBe(2);
      expect(await store.readLogSignatures([{ chain: CHAIN, number: 1 }])).toEqual([]);
    });
  });

  describe('the signature of a review', () => {
    it('is read with the revision that its writer had in view', async () => {
      const store = await open();
      const tokenId = await tokenOf(store, 1, { role: 'supervisor' });
      const said = newReview.parse({
        ...FEED,
        id: reviewId.parse(uuid('d', 1)),
        jobId: JOB,
        verdict: 'approved',
        comment: '',
        basedOn: 0,
      });
      const signed = makeSigner().sign(canonicalReview(said));
      const byToken = { reviewer: 'Office', tokenId, receivedAt: 5 };
      await store.keepReview({ ...said, ...byToken, signed });
      await store.keepReview({ ...said, ...byToken, id: reviewId.parse(uuid('d', 2)), basedOn: 1 });
      const read = await store.readReviews({ ...FEED, jobId: null, after: 0, limit: 10, ofToken: null });
      expect(read.rows).toMatchObject([
        { basedOn: 0, signed },
        { basedOn: 1, revision: 2 },
      ]);
      expect(read.rows[1]?.signed).toBeUndefined();
    });
  });
}
