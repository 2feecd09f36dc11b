import { describe, expect, it, vi } from 'vitest';
import type { NewToken } from '../../../../../relay/store/tokens-store.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

const hash = (n: number): Buffer => Buffer.alloc(32, n);

const installer = (n: number): NewToken => ({
  hash: hash(n),
  name: 'Bay 3 – Größe',
  role: 'installer',
  customers: [CUSTOMER, OTHER_CUSTOMER],
  createdAt: 1_700_000_000_000,
});

/** Who may read. */
export function describeTokens(kind: StoreKind): void {
  describe('tokens', () => {
    it('are found by their hash, with what was said of them', async () => {
      const place = await kind.place();
      const before = await place.open();
      const id = await before.addToken(installer(1));
      const admin = await before.addToken({ ...installer(2), role: 'admin', customers: null });
      await before.close();
      const store = await place.open();
      const { hash: _hash, ...told } = installer(1);
      expect(await store.findActiveToken(hash(1))).toEqual({ ...told, id, revokedAt: null });
      expect(await store.findActiveToken(hash(2))).toMatchObject({ id: admin, customers: null });
      expect(await store.findActiveToken(hash(3))).toBeNull();
    });

    it('are revoked once and stay in the list', async () => {
      const store = await (await kind.place()).open();
      const ids = [await store.addToken(installer(1)), await store.addToken(installer(2))];
      expect(await store.revokeToken(ids[0] ?? 0, 5)).toBe(true);
      expect(await store.revokeToken(ids[0] ?? 0, 6)).toBe(false);
      expect(await store.revokeToken(999, 6)).toBe(false);
      expect(await store.findActiveToken(hash(1))).toBeNull();
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

    it('revoked through one store are told to another on the same data', async () => {
      const place = await kind.place();
      const relay = await place.open();
      const command = await place.open();
      const told = vi.fn<(change: unknown) => void>();
      const id = await command.addToken(installer(1));
      relay.onChange(told);
      await command.revokeToken(id, 1);
      await vi.waitFor(() => expect(told).toHaveBeenCalledWith({ kind: 'anything' }), { timeout: 20_000 });
    });
  });
}
