import { describe, expect, it } from 'vitest';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { CUSTOMER, OTHER_CUSTOMER, arriving, asking, numbers } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

const sequences = async (store: RelayStore): Promise<readonly number[]> =>
  (await store.readFeed(asking())).results.map(({ sequence }) => sequence);

const token = (store: RelayStore, n: number): Promise<number> =>
  store.addToken({
    hash: Buffer.alloc(32, n),
    name: `Bay ${n}`,
    role: 'installer',
    customers: [CUSTOMER, OTHER_CUSTOMER],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });

/** Dropping what is old, and saying whom it passes (faults.md 36). */
export function describeRetention(kind: StoreKind): void {
  describe('retention', () => {
    it('drops what is older than the instant and raises the floor', async () => {
      const store = await (await kind.place()).open();
      for (const n of numbers(1, 5)) await store.keepResult(arriving(n, { receivedAt: n * 10 }));
      expect(await store.deleteResultsBefore(30, 100)).toEqual({ dropped: 2, passed: [], more: false });
      expect((await store.readFeed(asking())).floor.sequence).toBe(2);
      expect(await sequences(store)).toEqual([3, 4, 5]);
      expect(await store.deleteResultsBefore(30, 100)).toEqual({ dropped: 0, passed: [], more: false });
    });

    it('leaves no hole when the clock was set back', async () => {
      const store = await (await kind.place()).open();
      for (const [n, receivedAt] of [
        [1, 10],
        [2, 100],
        [3, 20],
        [4, 110],
      ] as const) {
        await store.keepResult(arriving(n, { receivedAt }));
      }
      await store.deleteResultsBefore(50, 100);
      expect(await sequences(store)).toEqual([2, 3, 4]);
    });

    it('never gives a sequence twice, also when nothing is left', async () => {
      const place = await kind.place();
      const before = await place.open();
      for (const n of numbers(1, 3)) await before.keepResult(arriving(n));
      expect((await before.deleteResultsBefore(1_000_000, 100)).dropped).toBe(3);
      await before.close();
      const after = await place.open();
      expect(await after.readFeed(asking())).toMatchObject({ floor: { sequence: 3 }, head: { sequence: 3 } });
      await after.keepResult(arriving(1));
      expect(await sequences(after)).toEqual([4]);
    });

    it('names the active tokens whose unread results it drops, feed by feed', async () => {
      const store = await (await kind.place()).open();
      for (const n of numbers(1, 4)) await store.keepResult(arriving(n, { receivedAt: n }));
      await store.keepResult(arriving(5, { receivedAt: 5, customerId: OTHER_CUSTOMER }));
      await store.keepResult(arriving(6, { receivedAt: 6 }));
      const behind = await token(store, 1);
      const revoked = await token(store, 2);
      const upToDate = await token(store, 3);
      await store.noteReads([
        { tokenId: behind, environment: 'uat', customerId: CUSTOMER, sequence: 1 },
        { tokenId: behind, environment: 'uat', customerId: OTHER_CUSTOMER, sequence: 4 },
        { tokenId: behind, environment: 'prod', customerId: CUSTOMER, sequence: 0 },
        { tokenId: revoked, environment: 'uat', customerId: CUSTOMER, sequence: 0 },
        { tokenId: upToDate, environment: 'uat', customerId: CUSTOMER, sequence: 4 },
      ]);
      await store.revokeToken(revoked, 1);
      expect(await store.deleteResultsBefore(6, 100)).toEqual({
        dropped: 5,
        passed: [
          { tokenId: behind, environment: 'uat', customerId: CUSTOMER, results: 3 },
          { tokenId: behind, environment: 'uat', customerId: OTHER_CUSTOMER, results: 1 },
        ],
        more: false,
      });
      expect(await store.deleteResultsBefore(6, 100)).toEqual({ dropped: 0, passed: [], more: false });
    });

    it('drops in pieces: each reader is named with what it missed of each', async () => {
      const store = await (await kind.place()).open();
      for (const n of numbers(1, 6)) await store.keepResult(arriving(n, { receivedAt: n }));
      const behind = { tokenId: await token(store, 1), environment: 'uat', customerId: CUSTOMER } as const;
      await store.noteReads([{ ...behind, sequence: 1 }]);
      const piece = () => store.deleteResultsBefore(6, 2);
      expect(await piece()).toEqual({ dropped: 2, passed: [{ ...behind, results: 1 }], more: true });
      expect((await store.readFeed(asking())).floor.sequence).toBe(2);
      // A webhook comes between two pieces.
      expect(await store.keepResult(arriving(7, { receivedAt: 7 }))).toBe('first');
      expect(await piece()).toMatchObject({ dropped: 2, passed: [{ results: 2 }], more: true });
      expect(await piece()).toMatchObject({ dropped: 1, passed: [{ results: 1 }], more: false });
      expect(await sequences(store)).toEqual([6, 7]);
      expect(await piece()).toEqual({ dropped: 0, passed: [], more: false });
    });

    it('keeps the furthest mark of a reader', async () => {
      const store = await (await kind.place()).open();
      for (const n of numbers(1, 3)) await store.keepResult(arriving(n));
      const mark = { tokenId: await token(store, 1), environment: 'uat', customerId: CUSTOMER } as const;
      await store.noteReads([{ ...mark, sequence: 3 }]);
      await store.noteReads([{ ...mark, sequence: 1 }]);
      expect((await store.deleteResultsBefore(1_000_000, 100)).passed).toEqual([]);
    });
  });
}
