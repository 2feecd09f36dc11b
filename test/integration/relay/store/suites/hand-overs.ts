import { describe, expect, it } from 'vitest';
import { DAILY_ENTRIES, ENTRIES_OF_CHAIN } from '../../../../../relay/store/budgets.ts';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { handOverClaim } from '../../../../../shared/relay/jobs.ts';
import { DAY } from '../../../../../shared/time.ts';
import { batchOf, chainOf, uuid } from '../../log-chain.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

const CODE = '0000-0000';
const OTHER_CODE = '1000-0001';

const claimOf = (changes: object = {}) =>
  handOverClaim.parse({
    environment: 'uat',
    customerId: CUSTOMER,
    jobId: uuid('a', 1),
    turn: 1,
    code: CODE,
    ...changes,
  });

const addToken = (store: RelayStore, n: number) =>
  store.addToken({
    hash: Buffer.alloc(32, n),
    name: `Bay ${n}`,
    role: 'installer',
    customers: [CUSTOMER, OTHER_CUSTOMER],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });

/** The holders of the turns of a job that is handed over. */
export function describeHandOvers(kind: StoreKind): void {
  describe('hand-overs', () => {
    it('give each turn to the first laptop that claims it, also after a restart, and to no other', async () => {
      const place = await kind.place();
      const store = await place.open();
      const [one, two] = [await addToken(store, 1), await addToken(store, 2)];
      const held = { kind: 'held', tokenId: one, code: CODE, laptop: 'Bay 1', at: 10 };
      expect(await store.claimTurn({ ...claimOf(), tokenId: one, receivedAt: 10 })).toEqual(held);
      expect(await store.claimTurn({ ...claimOf(), tokenId: one, receivedAt: 20 })).toEqual(held);
      expect(await store.claimTurn({ ...claimOf(), tokenId: two, receivedAt: 30 })).toEqual(held);
      const shared = { ...claimOf({ code: OTHER_CODE }), tokenId: one, receivedAt: 35 };
      expect(await store.claimTurn(shared)).toEqual(held);
      const others = [
        { turn: 2 },
        { jobId: uuid('a', 2) },
        { customerId: OTHER_CUSTOMER },
        { environment: 'prod' },
      ];
      for (const other of others) {
        expect(await store.claimTurn({ ...claimOf(other), tokenId: two, receivedAt: 40 })).toMatchObject({
          tokenId: two,
        });
      }
      await store.close();
      const again = await place.open();
      expect(await again.claimTurn({ ...claimOf(), tokenId: two, receivedAt: 50 })).toEqual(held);
    });

    it('give a turn that many claim at the same time to one of them', async () => {
      const store = await (await kind.place()).open();
      const tokens = [await addToken(store, 1), await addToken(store, 2), await addToken(store, 3)];
      const held = await Promise.all(
        tokens.flatMap((tokenId) =>
          [1, 2, 3, 4].map(() => store.claimTurn({ ...claimOf(), tokenId, receivedAt: 10 })),
        ),
      );
      expect(new Set(held.map((one) => (one.kind === 'held' ? one.tokenId : one.kind))).size).toBe(1);
    });

    it('count with the entries of a day: a token that has used them up claims no free turn', async () => {
      const store = await (await kind.place()).open();
      const [one, two] = [await addToken(store, 1), await addToken(store, 2)];
      const log = { ...batchOf(chainOf(DAILY_ENTRIES - ENTRIES_OF_CHAIN - 1)), tokenId: one, receivedAt: 10 };
      expect(await store.appendLog(log)).toMatchObject({ kind: 'kept' });
      const claim = (turn: number, tokenId: number, receivedAt = 20) =>
        store.claimTurn({ ...claimOf({ turn }), tokenId, receivedAt });
      expect(await claim(1, one)).toMatchObject({ kind: 'held' });
      expect(await claim(2, one)).toEqual({ kind: 'over-quota' });
      // It may still ask about the turn that it holds, and others are not concerned.
      expect(await claim(1, one)).toMatchObject({ kind: 'held', tokenId: one });
      expect(await claim(2, two)).toMatchObject({ kind: 'held', tokenId: two });
      expect(await claim(3, one, DAY)).toMatchObject({ kind: 'held', tokenId: one });
    });
  });
}
