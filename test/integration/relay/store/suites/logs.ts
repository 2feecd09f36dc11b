import { describe, expect, it } from 'vitest';
import { jobId } from '../../../../../shared/ids.ts';
import { LOG_CHAIN_START, logChainId, type LogBatch } from '../../../../../shared/relay/log.ts';
import type { LogAppend, LogQuery } from '../../../../../relay/store/logs-store.ts';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import { CHAIN, batchOf, chainOf, forkOf, uuid } from '../../log-chain.ts';
import type { StoreKind } from '../store-kinds.ts';

/** A token of an installer. */
export async function withToken(store: RelayStore, n = 1): Promise<number> {
  return store.addToken({
    hash: Buffer.alloc(32, n),
    name: 'Bay 3',
    role: 'installer',
    customers: [CUSTOMER],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });
}

export const appending = (tokenId: number, batch: LogBatch): LogAppend => ({
  ...batch,
  tokenId,
  receivedAt: 77,
});

const reading = (changes: Partial<LogQuery> = {}): LogQuery => ({
  environment: 'uat',
  customerId: CUSTOMER,
  after: 0,
  limit: 100,
  jobId: null,
  worker: null,
  type: null,
  from: null,
  until: null,
  ofToken: null,
  ...changes,
});

export const OTHER_NAME = logChainId.parse(uuid('c', 2));
export const FEED = { environment: 'uat', customerId: CUSTOMER } as const;

/** Installation logs. */
export function describeLogs(kind: StoreKind): void {
  describe('the installation log', () => {
    it('keeps entries as they were written, and each once however often and in whatever pieces they come', async () => {
      const place = await kind.place();
      const store = await place.open();
      const token = await withToken(store);
      const entries = chainOf(6);
      const append = (from: number, upTo: number) =>
        store.appendLog(appending(token, batchOf(entries.slice(from, upTo))));
      expect(await append(0, 3)).toMatchObject({ kind: 'kept', head: { number: 3 }, added: 3 });
      expect(await append(0, 3)).toMatchObject({ kind: 'kept', head: { number: 3 }, added: 0 });
      expect(await append(4, 6)).toEqual({ kind: 'gap', head: { number: 3, hash: entries[2]?.hash } });
      expect(await append(1, 6)).toMatchObject({ kind: 'kept', head: { number: 6 }, added: 3 });
      await store.close();
      const { rows: kept } = await (await place.open()).readLog(reading());
      expect(kept).toEqual(
        entries.map((entry, n) => ({
          ...entry,
          sequence: n + 1,
          chain: CHAIN,
          receivedAt: 77,
          laptop: 'Bay 3',
        })),
      );
    });

    it('takes no other past, names the entry, and keeps nothing of that batch', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      await store.appendLog(appending(token, batchOf(chainOf(3))));
      const other = chainOf(5, (n) => (n === 2 ? { worker: 'Somebody else' } : {}));
      const rewritten = await store.appendLog(appending(token, batchOf(other)));
      const broken = { kind: 'broken', reason: 'rewritten', entry: { number: 2 }, head: { number: 3 } };
      expect(rewritten).toMatchObject(broken);
      const link = await store.appendLog(appending(token, batchOf(other.slice(3))));
      expect(link).toMatchObject({ kind: 'broken', reason: 'link', entry: { number: 4 } });
      expect((await store.readLog(reading())).rows).toHaveLength(3);
    });

    it('of one customer cannot be gone on with as that of another', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      const entries = chainOf(2);
      await store.appendLog(appending(token, batchOf(entries.slice(0, 1))));
      for (const changes of [{ customerId: OTHER_CUSTOMER }, { environment: 'prod' as const }]) {
        const batch = batchOf(entries.slice(1), changes);
        expect(await store.appendLog(appending(token, batch))).toEqual({ kind: 'other-owner' });
      }
    });

    it('grows by the token that opened it alone, also after that token was rotated', async () => {
      const place = await kind.place();
      const store = await place.open();
      const [own, other] = [await withToken(store), await withToken(store, 2)];
      const entries = chainOf(4);
      await store.appendLog(appending(own, batchOf(entries.slice(0, 2))));
      expect(await store.appendLog(appending(other, batchOf(entries)))).toEqual({ kind: 'other-owner' });
      expect(await store.appendLog(appending(other, batchOf(entries.slice(0, 1))))).toEqual({
        kind: 'other-owner',
      });
      expect(await store.rotateToken(own, { hash: Buffer.alloc(32, 3), oldUntil: 1 })).toBe(true);
      await store.close();
      const reopened = await place.open();
      expect(await reopened.appendLog(appending(other, batchOf(entries)))).toEqual({ kind: 'other-owner' });
      expect(await reopened.appendLog(appending(own, batchOf(entries)))).toMatchObject({ added: 2 });
    });

    it('of many laptops at once has every entry in one order without a gap', async () => {
      const place = await kind.place();
      const [one, other] = [await place.open(), await place.open()];
      const token = await withToken(one);
      const entries = chainOf(4);
      const batches = Array.from({ length: 12 }, (_, n) =>
        batchOf(entries, { chain: logChainId.parse(uuid('c', n + 1)) }),
      );
      await Promise.all(
        batches.map((batch, n) => (n % 2 === 0 ? one : other).appendLog(appending(token, batch))),
      );
      const { rows: kept } = await other.readLog(reading());
      expect(kept.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 48 }, (_, n) => n + 1));
      for (const { chain } of batches) {
        expect(kept.filter((entry) => entry.chain === chain).map(({ number }) => number)).toEqual([
          1, 2, 3, 4,
        ]);
      }
    });

    it('is read by customer, job, worker, type and time, page by page', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      const other = jobId.parse(uuid('a', 2));
      const entries = chainOf(6, (n) => ({
        jobId: n % 2 === 0 ? other : null,
        worker: n > 3 ? 'Sam' : 'Jo',
        type: n === 1 ? 'job-started' : 'car-chosen',
      }));
      await store.appendLog(appending(token, batchOf(entries)));
      const numbers = async (changes: Partial<LogQuery>) =>
        (await store.readLog(reading(changes))).rows.map(({ number }) => number);
      expect(await numbers({ customerId: OTHER_CUSTOMER })).toEqual([]);
      expect(await numbers({ environment: 'prod' })).toEqual([]);
      expect(await numbers({ jobId: other })).toEqual([2, 4, 6]);
      expect(await numbers({ worker: 'Sam' })).toEqual([4, 5, 6]);
      expect(await numbers({ type: 'job-started' })).toEqual([1]);
      expect(await numbers({ from: entries[1]?.at ?? 0, until: entries[3]?.at ?? 0 })).toEqual([2, 3]);
      expect(await numbers({ after: 2, limit: 3 })).toEqual([3, 4, 5]);
    });

    it('begins with the start of a chain', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      const later = await store.appendLog(appending(token, batchOf(chainOf(3).slice(1))));
      expect(later).toEqual({ kind: 'gap', head: { number: 0, hash: LOG_CHAIN_START } });
    });
  });

  describe('a log whose laptop came back from a backup', () => {
    it('goes on under another name from an entry both have: each entry is there once, and the fork is reported', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      const entries = chainOf(9);
      await store.appendLog(appending(token, batchOf(entries)));
      const fork = forkOf(entries, 5, 3);
      const batch = batchOf(fork.entries, { chain: OTHER_NAME, continues: fork.continues });
      const run = await store.readRun();
      const kept = { kind: 'kept', head: { number: 8, hash: fork.entries[2]?.hash }, run, forks: 0 };
      expect(await store.appendLog(appending(token, batch))).toEqual({ ...kept, added: 3 });
      expect(await store.appendLog(appending(token, batch))).toEqual({ ...kept, added: 0 });
      const { rows: log } = await store.readLog(reading());
      expect(log.map(({ chain, number }) => [chain, number])).toEqual([
        ...entries.map(({ number }) => [CHAIN, number]),
        ...[6, 7, 8].map((number) => [OTHER_NAME, number]),
      ]);
      const reported = [{ by: OTHER_NAME, ...fork.continues, beyond: 4 }];
      expect(await store.readForks(FEED, [CHAIN])).toEqual(reported);
      expect(await store.readForks(FEED, [OTHER_NAME])).toEqual(reported);
      expect(await store.readForks(FEED, [logChainId.parse(uuid('c', 3))])).toEqual([]);
      expect(await store.readForks({ ...FEED, customerId: OTHER_CUSTOMER }, [CHAIN])).toEqual([]);
      // Both grow on: two laptops with one queue.db.
      const more = forkOf(entries, 5, 4);
      const one = batchOf(more.entries, { chain: OTHER_NAME, continues: more.continues });
      expect(await store.appendLog(appending(token, one))).toMatchObject({ kind: 'kept', added: 1 });
      const first = batchOf(chainOf(10).slice(9));
      expect(await store.appendLog(appending(token, first))).toMatchObject({
        kind: 'kept',
        added: 1,
        run,
        forks: 1,
      });
    });

    it('is asked for what the relay misses before the fork, and cannot fork where the logs differ', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      const entries = chainOf(6);
      const fork = forkOf(entries, 5, 2);
      const batch = batchOf(fork.entries, { chain: OTHER_NAME, continues: fork.continues });
      const start = { number: 0, hash: LOG_CHAIN_START };
      expect(await store.appendLog(appending(token, batch))).toEqual({ kind: 'gap', head: start });
      await store.appendLog(appending(token, batchOf(entries.slice(0, 3))));
      const third = { number: 3, hash: entries[2]?.hash };
      expect(await store.appendLog(appending(token, batch))).toEqual({ kind: 'gap', head: third });
      const others = chainOf(6, (n) => (n === 5 ? { worker: 'Somebody else' } : {}));
      await store.appendLog(appending(token, batchOf(others)));
      expect(await store.appendLog(appending(token, batch))).toMatchObject({
        kind: 'broken',
        reason: 'link',
        entry: { number: 6 },
        head: { number: 6, hash: others[5]?.hash },
      });
      const early = forkOf(entries, 4, 2);
      const lower = batchOf(early.entries, { chain: OTHER_NAME, continues: early.continues });
      expect(await store.appendLog(appending(token, lower))).toMatchObject({ kind: 'kept', added: 2 });
    });

    it('cannot go on from the log of another customer', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      await store.appendLog(appending(token, batchOf(chainOf(6))));
      const fork = forkOf(chainOf(6), 5, 2);
      for (const changes of [{ customerId: OTHER_CUSTOMER }, { environment: 'prod' as const }]) {
        const batch = batchOf(fork.entries, { chain: OTHER_NAME, continues: fork.continues, ...changes });
        expect(await store.appendLog(appending(token, batch))).toEqual({ kind: 'other-owner' });
      }
    });

    it('cannot be forked with another token', async () => {
      const store = await (await kind.place()).open();
      const [own, other] = [await withToken(store), await withToken(store, 2)];
      const entries = chainOf(6);
      await store.appendLog(appending(own, batchOf(entries)));
      for (const common of [0, 5]) {
        const fork = forkOf(entries, common, 2);
        const batch = batchOf(fork.entries, { chain: OTHER_NAME, continues: fork.continues });
        expect(await store.appendLog(appending(other, batch))).toEqual({ kind: 'other-owner' });
      }
      expect(await store.readForks(FEED, [CHAIN])).toEqual([]);
    });

    it('cannot continue itself, nor a chain that is not there, nor go round in a circle', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      const entries = chainOf(2);
      const start = { number: 0, hash: LOG_CHAIN_START };
      const self = { chain: CHAIN, head: start };
      expect(await store.appendLog(appending(token, batchOf(entries, { continues: self })))).toMatchObject({
        kind: 'kept',
      });
      const [one, other] = [logChainId.parse(uuid('c', 2)), logChainId.parse(uuid('c', 3))];
      for (const [chain, before] of [
        [one, other],
        [other, one],
      ] as const) {
        const batch = batchOf(entries, { chain, continues: { chain: before, head: start } });
        expect(await store.appendLog(appending(token, batch))).toMatchObject({ kind: 'kept' });
      }
      expect(await store.readForks(FEED, [CHAIN, one, other])).toMatchObject([{ by: other, chain: one }]);
    });

    it('can go on from an entry that was dropped by age', async () => {
      const store = await (await kind.place()).open();
      const token = await withToken(store);
      await store.appendLog(appending(token, batchOf(chainOf(6))));
      expect(await store.deleteLogBefore(78, 100)).toBe(6);
      const fork = forkOf(chainOf(6), 4, 2);
      const batch = batchOf(fork.entries, { chain: OTHER_NAME, continues: fork.continues });
      expect(await store.appendLog(appending(token, batch))).toMatchObject({ kind: 'kept', added: 2 });
      expect(await store.readForks(FEED, [OTHER_NAME])).toMatchObject([{ beyond: 2 }]);
    });
  });
}
