import { describe, expect, it } from 'vitest';
import type { ArrivedResult } from '../../../../../relay/store/results-store.ts';
import { LARGEST_GROUP } from '../../../../../relay/store/write-queues.ts';
import { OTHER_CUSTOMER, arriving, asking, numbers } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

/** The fields that make two results different. */
const DIFFERENT: readonly (readonly [string, Partial<ArrivedResult>])[] = [
  ['kind', { kind: 'updated' }],
  ['subject', { subject: 'assignment:2' }],
  ['checksum', { checksum: 'ffffffffffffffffffffffffffffffff' }],
  ['outcome', { succeeded: false }],
];

/** Odd but valid results of the operator. */
const ODD: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['with a zero character', 'a\u0000b'],
  ['with half a character', 'a\ud800b'],
  ['of 60,000 characters', 'é'.repeat(60_000)],
];

/** Keeping results: once, whole, on disk. */
export function describeKeeping(kind: StoreKind): void {
  describe('keeping', () => {
    it('hands on what was kept, byte for byte, with its times', async () => {
      const store = await (await kind.place()).open();
      const body = Buffer.from([0, 0xff, 0x7b, 0xc3, 0xa9, 0x5c, 0x7d]);
      expect(await store.keepResult(arriving(1, { body, kind: 'deleted' }))).toBe('first');
      const { results } = await store.readFeed(asking());
      expect(results).toEqual([
        { sequence: 1, kind: 'deleted', body, firstReceivedAt: 1001, lastReceivedAt: 1001, deliveries: 1 },
      ]);
    });

    it('counts a repeat on the one row and leaves no gap behind it', async () => {
      const store = await (await kind.place()).open();
      const keepings = [];
      for (const n of [1, 1, 2, 1, 3]) {
        keepings.push(await store.keepResult(arriving(n, { receivedAt: 5000 - keepings.length })));
      }
      expect(keepings).toEqual(['first', 'repeated', 'first', 'repeated', 'first']);
      const { results } = await store.readFeed(asking());
      expect(results).toMatchObject([
        // An earlier time, from a clock that was set back, does not move the last arrival back.
        { sequence: 1, deliveries: 3, firstReceivedAt: 5000, lastReceivedAt: 5000 },
        { sequence: 2, deliveries: 1 },
        { sequence: 3, deliveries: 1 },
      ]);
    });

    it('tells of one result how often and when it last came', async () => {
      const store = await (await kind.place()).open();
      for (const receivedAt of [5000, 7000]) await store.keepResult(arriving(1, { receivedAt }));
      const row = { sequence: 1, deliveries: 2, firstReceivedAt: 5000, lastReceivedAt: 7000 };
      expect(await store.readResult(asking(), 1)).toMatchObject({ ...row, body: arriving(1).body });
      expect(await store.readResult(asking(), 2)).toBeNull();
      // Rows of others are as if they were not there.
      expect(await store.readResult(asking({ environment: 'prod' }), 1)).toBeNull();
      expect(await store.readResult(asking({ customerId: OTHER_CUSTOMER }), 1)).toBeNull();
    });

    it('does not tell of one that is no longer kept', async () => {
      const store = await (await kind.place()).open();
      for (const n of [1, 2]) await store.keepResult(arriving(n, { receivedAt: n * 1000 }));
      await store.deleteResultsBefore(1500, 100);
      expect(await store.readResult(asking(), 1)).toBeNull();
      expect(await store.readResult(asking(), 2)).toMatchObject({ sequence: 2 });
    });

    it('makes one row of the same result that arrives many times at once (faults.md 29)', async () => {
      const store = await (await kind.place()).open();
      const keepings = await Promise.all(numbers(1, 50).map(() => store.keepResult(arriving(1))));
      expect(keepings.filter((keeping) => keeping === 'first')).toHaveLength(1);
      expect((await store.readFeed(asking())).results).toMatchObject([{ sequence: 1, deliveries: 50 }]);
    });

    it('knows in one group what is new, what it has, and what comes twice, without a gap', async () => {
      const store = await (await kind.place()).open();
      await store.keepResult(arriving(2));
      const checksum = 'a\u0000b';
      const keepings = await Promise.all(
        [
          arriving(1),
          arriving(2),
          arriving(3, { checksum }),
          arriving(1),
          arriving(3, { checksum }),
          arriving(4),
        ].map(store.keepResult),
      );
      expect(keepings).toEqual(['first', 'repeated', 'first', 'repeated', 'repeated', 'first']);
      const { results } = await store.readFeed(asking());
      expect(
        results.map(({ sequence, body, deliveries }) => [sequence, body.toString(), deliveries]),
      ).toEqual([
        [1, '{"n":2}', 2],
        [2, '{"n":1}', 2],
        [3, '{"n":3}', 2],
        [4, '{"n":4}', 1],
      ]);
    });

    it.each(DIFFERENT)('keeps results apart that differ in %s', async (_name, changes) => {
      const store = await (await kind.place()).open();
      await store.keepResult(arriving(1));
      expect(await store.keepResult(arriving(1, changes))).toBe('first');
      expect((await store.readFeed(asking())).results).toHaveLength(2);
    });

    it('keeps environments and customers apart', async () => {
      const store = await (await kind.place()).open();
      await store.keepResult(arriving(1));
      expect(await store.keepResult(arriving(1, { environment: 'prod' }))).toBe('first');
      expect(await store.keepResult(arriving(1, { customerId: OTHER_CUSTOMER }))).toBe('first');
      expect((await store.readFeed(asking())).results).toMatchObject([{ sequence: 1 }]);
      expect((await store.readFeed(asking({ environment: 'prod' }))).results).toMatchObject([
        { sequence: 2 },
      ]);
      const other = await store.readFeed(asking({ customerId: OTHER_CUSTOMER }));
      expect(other.results).toMatchObject([{ sequence: 3 }]);
    });

    it.each(ODD)('takes a checksum that is %s, and knows it again', async (_name, checksum) => {
      const store = await (await kind.place()).open();
      expect(await store.keepResult(arriving(1, { checksum }))).toBe('first');
      expect(await store.keepResult(arriving(1, { checksum }))).toBe('repeated');
    });

    it('has everything again after it was closed and opened', async () => {
      const place = await kind.place();
      const before = await place.open();
      await Promise.all(numbers(1, 20).map((n) => before.keepResult(arriving(n))));
      const { results } = await before.readFeed(asking());
      await before.close();
      const after = await place.open();
      expect((await after.readFeed(asking())).results).toEqual(results);
      expect(await after.keepResult(arriving(7))).toBe('repeated');
      await after.keepResult(arriving(21));
      expect((await after.readFeed(asking())).results.at(-1)).toMatchObject({ sequence: 21 });
    });

    it('takes more at once than one commit holds', async () => {
      const store = await (await kind.place()).open();
      const total = LARGEST_GROUP * 2 + 5;
      await Promise.all(numbers(1, total).map((n) => store.keepResult(arriving(n))));
      const { results } = await store.readFeed(asking());
      expect(results.map(({ sequence }) => sequence)).toEqual(numbers(1, total));
    });

    it('commits what waits when it closes, and is not available afterwards', async () => {
      const place = await kind.place();
      const store = await place.open();
      const kept = store.keepResult(arriving(1));
      await store.close();
      expect(await kept).toBe('first');
      const late = [
        store.keepResult(arriving(2)),
        store.readFeed(asking()),
        store.readResult(asking(), 1),
        store.listTokens(),
        store.check(),
        store.noteReads([{ tokenId: 1, environment: 'uat', customerId: OTHER_CUSTOMER, sequence: 1 }]),
        store.deleteResultsBefore(0, 100),
      ];
      for (const call of late) await expect(call).rejects.toMatchObject({ name: 'StoreUnavailable' });
    });
  });
}
