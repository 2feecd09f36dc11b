import { describe, expect, it, vi } from 'vitest';
import type { NewToken } from '../../../../../relay/store/tokens-store.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

const hash = (n: number): Buffer => Buffer.alloc(32, n);

const NOW = 1_700_000_100_000;

const installer = (n: number): NewToken => ({
  hash: hash(n),
  name: 'Bay 3 – Größe',
  role: 'installer',
  customers: [CUSTOMER, OTHER_CUSTOMER],
  environments: null,
  createdAt: 1_700_000_000_000,
  expiresAt: null,
});

/** The tokens that may read. */
export function describeTokens(kind: StoreKind): void {
  describe('tokens', () => {
    it('are found by their hash, with what was said of them', async () => {
      const place = await kind.place();
      const before = await place.open();
      const id = await before.addToken(installer(1));
      const admin = await before.addToken({ ...installer(2), role: 'admin', customers: null });
      await before.close();
      const store = await place.open();
      const { hash: _hash, ...reported } = installer(1);
      const { name, role, customers, environments } = reported;
      expect(await store.findActiveToken(hash(1), NOW)).toEqual({ id, name, role, customers, environments });
      expect((await store.listTokens())[0]).toEqual({ ...reported, id, revokedAt: null, lastUsedAt: null });
      expect(await store.findActiveToken(hash(2), NOW)).toMatchObject({ id: admin, customers: null });
      expect(await store.findActiveToken(hash(3), NOW)).toBeNull();
    });

    it('are revoked once and stay in the list', async () => {
      const store = await (await kind.place()).open();
      const ids = [await store.addToken(installer(1)), await store.addToken(installer(2))];
      expect(await store.revokeToken(ids[0] ?? 0, 5)).toBe(true);
      expect(await store.revokeToken(ids[0] ?? 0, 6)).toBe(false);
      expect(await store.revokeToken(999, 6)).toBe(false);
      expect(await store.findActiveToken(hash(1), NOW)).toBeNull();
      expect(await store.listTokens()).toMatchObject([
        { id: ids[0], revokedAt: 5 },
        { id: ids[1], revokedAt: null },
      ]);
    });

    it('of one hash exist once', async () => {
      const store = await (await kind.place()).open();
      await store.addToken(installer(1));
      await expect(store.addToken(installer(1))).rejects.toMatchObject({ name: 'StoreUnavailable' });
    });

    it('are refused from their end on', async () => {
      const store = await (await kind.place()).open();
      const id = await store.addToken({ ...installer(1), expiresAt: NOW });
      expect(await store.findActiveToken(hash(1), NOW - 1)).toMatchObject({ id });
      expect(await store.findActiveToken(hash(1), NOW)).toBeNull();
    });

    it('may be used under their old hash for a while after they were replaced', async () => {
      const store = await (await kind.place()).open();
      const id = await store.addToken(installer(1));
      await store.addToken(installer(3));
      expect(await store.rotateToken(id, { hash: hash(2), oldUntil: NOW + 10 })).toBe(true);
      expect(await store.findActiveToken(hash(2), NOW)).toMatchObject({
        id,
        customers: [CUSTOMER, OTHER_CUSTOMER],
      });
      expect(await store.findActiveToken(hash(1), NOW + 9)).toMatchObject({ id });
      expect(await store.findActiveToken(hash(1), NOW + 10)).toBeNull();
      // A second rotation leaves the first old token its time, unless it ends the old ones earlier.
      expect(await store.rotateToken(id, { hash: hash(6), oldUntil: NOW + 20 })).toBe(true);
      expect(await store.findActiveToken(hash(1), NOW + 9)).toMatchObject({ id });
      expect(await store.findActiveToken(hash(1), NOW + 10)).toBeNull();
      expect(await store.findActiveToken(hash(2), NOW + 19)).toMatchObject({ id });
      expect(await store.rotateToken(id, { hash: hash(5), oldUntil: NOW + 5 })).toBe(true);
      for (const old of [1, 2, 6]) {
        expect(await store.findActiveToken(hash(old), NOW + 4)).toMatchObject({ id });
        expect(await store.findActiveToken(hash(old), NOW + 5)).toBeNull();
      }
      expect(await store.rotateToken(999, { hash: hash(4), oldUntil: NOW })).toBe(false);
      await store.revokeToken(id, NOW);
      expect(await store.findActiveToken(hash(1), NOW)).toBeNull();
      expect(await store.rotateToken(id, { hash: hash(4), oldUntil: NOW })).toBe(false);
    });

    it('forget a replaced hash once it opens nothing any more', async () => {
      const store = await (await kind.place()).open();
      const id = await store.addToken(installer(1));
      await store.rotateToken(id, { hash: hash(2), oldUntil: NOW + 10 });
      await store.rotateToken(id, { hash: hash(3), oldUntil: NOW + 20 });
      expect(await store.dropReplacedTokens(NOW + 9)).toBe(0);
      expect(await store.dropReplacedTokens(NOW + 10)).toBe(1);
      expect(await store.dropReplacedTokens(NOW + 10)).toBe(0);
      expect(await store.findActiveToken(hash(2), NOW + 10)).toMatchObject({ id });
      expect(await store.findActiveToken(hash(3), NOW + 10)).toMatchObject({ id });
      expect(await store.dropReplacedTokens(NOW + 20)).toBe(1);
      expect(await store.findActiveToken(hash(3), NOW + 20)).toMatchObject({ id });
    });

    it('remember their last use, in any order of reports', async () => {
      const store = await (await kind.place()).open();
      const [one, other] = [await store.addToken(installer(1)), await store.addToken(installer(2))];
      await store.noteTokenUses([
        { tokenId: other, at: 7 },
        { tokenId: one, at: 9 },
        { tokenId: 999, at: 1 },
      ]);
      await store.noteTokenUses([{ tokenId: one, at: 8 }]);
      await store.noteTokenUses([]);
      expect(await store.listTokens()).toMatchObject([{ lastUsedAt: 9 }, { lastUsedAt: 7 }]);
    });

    it('are each their own when many are looked up at once, and nothing more from the moment they are revoked', async () => {
      const store = await (await kind.place()).open();
      const ids = [];
      for (const n of [1, 2, 3]) ids.push(await store.addToken(installer(n)));
      const looks = [3, 9, 1, 2, 1].map((n) => store.findActiveToken(hash(n), NOW));
      const found = (await Promise.all(looks)).map((token) => token?.id ?? null);
      expect(found).toEqual([ids[2], null, ids[0], ids[1], ids[0]]);

      const underWay = Array.from({ length: 20 }, () => store.findActiveToken(hash(1), NOW));
      await store.revokeToken(ids[0] ?? 0, NOW);
      underWay.push(store.findActiveToken(hash(2), NOW));
      expect(await store.findActiveToken(hash(1), NOW)).toBeNull();
      await Promise.all(underWay);
    });

    it('revoked through one store are known to another on the same data', async () => {
      const place = await kind.place();
      const relay = await place.open();
      const command = await place.open();
      const reported = vi.fn<(change: unknown) => void>();
      const id = await command.addToken(installer(1));
      relay.onChange(reported);
      await command.revokeToken(id, 1);
      await vi.waitFor(() => expect(reported).toHaveBeenCalledWith({ kind: 'anything' }));
    });
  });
}
