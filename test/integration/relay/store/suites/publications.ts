import { describe, expect, it } from 'vitest';
import { DAY } from '../../../../../shared/time.ts';
import { signedPublication } from '../../../../publications/written-publication.ts';
import { makeSigner } from '../../signed-batch.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import { useUpDay } from '../used-up-day.ts';
import type { StoreKind } from '../store-kinds.ts';

const FEED = { environment: 'uat', customerId: CUSTOMER } as const;

async function furnished(kind: StoreKind) {
  const place = await kind.place();
  const store = await place.open();
  const tokenId = await store.addToken({
    hash: Buffer.alloc(32, 1),
    name: 'Office',
    role: 'admin',
    customers: [],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });
  const signer = makeSigner();
  const keep = (version: number, document: string, changes: object = {}, receivedAt = 10) =>
    store.keepPublication({
      ...signedPublication(signer, { version, document, ...changes }),
      tokenId,
      publisher: 'Office',
      receivedAt,
    });
  return { place, store, tokenId, keep };
}

/** Publications, which administrators sign. */
export function describePublications(kind: StoreKind): void {
  describe('publications', () => {
    it('keep each version that follows the newest, and answer a repeated one as before', async () => {
      const { keep, store } = await furnished(kind);
      expect(await store.readPublication(FEED)).toBeNull();
      const first = await keep(1, 'one');
      expect(first).toMatchObject({ kind: 'kept', publication: { version: 1, publisher: 'Office' } });
      expect(await keep(1, 'one', {}, 20)).toEqual(first);
      expect((await keep(2, 'two')).kind).toBe('kept');
      expect(await store.readPublication(FEED)).toMatchObject({ version: 2, document: 'two' });
    });

    it('overwrite none, skip none and go back to none', async () => {
      const { keep, store } = await furnished(kind);
      await keep(1, 'one');
      await keep(2, 'two');
      for (const version of [1, 2, 4]) {
        expect(await keep(version, 'other')).toEqual({ kind: 'stale', newest: 2 });
      }
      expect(await store.readPublication(FEED)).toMatchObject({ version: 2, document: 'two' });
    });

    it('keep one of many versions that follow the same one', async () => {
      const { keep } = await furnished(kind);
      await keep(1, 'one');
      const kinds = await Promise.all(['a', 'b', 'c'].map(async (text) => (await keep(2, text)).kind));
      expect(kinds.toSorted()).toEqual(['kept', 'stale', 'stale']);
    });

    it('begin with any version where there is none, so that a relay that was set up again goes on', async () => {
      const { keep } = await furnished(kind);
      expect((await keep(7, 'seven')).kind).toBe('kept');
      expect((await keep(8, 'eight')).kind).toBe('kept');
    });

    it('are those of one customer, also after a restart', async () => {
      const { keep, place, store } = await furnished(kind);
      await keep(1, 'ours');
      await keep(1, 'theirs', { customerId: OTHER_CUSTOMER });
      await store.close();
      const again = await place.open();
      expect(await again.readPublication(FEED)).toMatchObject({ document: 'ours' });
      expect(await again.readPublication({ ...FEED, environment: 'prod' })).toBeNull();
    });

    it('count on the day of the token that brings them', async () => {
      const { keep, store, tokenId } = await furnished(kind);
      await useUpDay(store, tokenId, 10);
      expect(await keep(1, 'one')).toEqual({ kind: 'over-quota' });
      expect((await keep(1, 'one', {}, 10 + DAY)).kind).toBe('kept');
    });
  });
}
