import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { StoreChange } from '../../../../../relay/store/store.ts';
import { CUSTOMER, OTHER_CUSTOMER, arriving, asking, numbers } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

/** Reading in order, page by page, and hearing of growth. */
export function describeFeed(kind: StoreKind): void {
  describe('the feed', () => {
    it('is empty and knows no arrival before anything came', async () => {
      const store = await (await kind.place()).open();
      const { run, ...view } = await store.readFeed(asking());
      expect(run).toMatch(/^[0-9a-f]{16}$/);
      const start = { epoch: view.head.epoch, sequence: 0 };
      expect(start.epoch).toMatch(/^[0-9a-f]{16}$/);
      expect(view).toEqual({
        floor: start,
        head: start,
        span: null,
        results: [],
        more: false,
        readUpTo: start,
        lastReceivedAt: null,
        newestPlan: 0,
        newestReview: null,
        newestRemoval: null,
      });
    });

    it('comes in order of arrival, page by page', async () => {
      const store = await (await kind.place()).open();
      for (const n of numbers(1, 5)) await store.keepResult(arriving(n));
      const first = await store.readFeed(asking({ limit: 2 }));
      expect(first).toMatchObject({ results: [{ sequence: 1 }, { sequence: 2 }], more: true });
      expect(first.readUpTo.sequence).toBe(2);
      const second = await store.readFeed(asking({ limit: 2, after: first.readUpTo }));
      expect(second).toMatchObject({ results: [{ sequence: 3 }, { sequence: 4 }], more: true });
      const third = await store.readFeed(asking({ limit: 2, after: second.readUpTo }));
      expect(third).toMatchObject({ results: [{ sequence: 5 }], more: false, readUpTo: { sequence: 5 } });
    });

    it('says of a page that is exactly full that there is no more', async () => {
      const store = await (await kind.place()).open();
      for (const n of numbers(1, 3)) await store.keepResult(arriving(n));
      expect(await store.readFeed(asking({ limit: 3 }))).toMatchObject({ more: false });
    });

    it("moves a reader past other customers' results, but not past its own", async () => {
      const store = await (await kind.place()).open();
      await store.keepResult(arriving(1));
      await store.keepResult(arriving(2));
      await store.keepResult(arriving(3, { customerId: OTHER_CUSTOMER }));
      expect((await store.readFeed(asking())).readUpTo.sequence).toBe(3);
      expect((await store.readFeed(asking({ limit: 1 }))).readUpTo.sequence).toBe(1);
    });

    it('knows when anything of an environment last arrived, a repeat and another customer too', async () => {
      const store = await (await kind.place()).open();
      await store.keepResult(arriving(1, { receivedAt: 10 }));
      await store.keepResult(arriving(1, { receivedAt: 30, customerId: OTHER_CUSTOMER }));
      await store.keepResult(arriving(1, { receivedAt: 20 }));
      expect((await store.readFeed(asking())).lastReceivedAt).toBe(30);
      expect((await store.readFeed(asking({ environment: 'prod' }))).lastReceivedAt).toBeNull();
    });

    it('tells which feeds grew, after the commit and never for a repeat', async () => {
      const store = await (await kind.place()).open();
      const reported: StoreChange[] = [];
      const end = store.onChange((change) => reported.push(change));
      await store.keepResult(arriving(1));
      await store.keepResult(arriving(1));
      expect(reported).toMatchObject([
        { kind: 'results-kept', feeds: [{ environment: 'uat', customerId: CUSTOMER }] },
      ]);
      end();
      await store.keepResult(arriving(2));
      expect(reported).toHaveLength(1);
    });

    it('never shows a head whose results cannot be read yet, however many write', async () => {
      const store = await (await kind.place()).open();
      const total = 300;
      const writing = Promise.all(
        numbers(1, total).map(async (n) => {
          await store.readFeed(asking({ limit: 1 }));
          await store.keepResult(arriving(n));
        }),
      );
      const seen: number[] = [];
      let after = null;
      while (seen.length < total) {
        const view = await store.readFeed(asking({ after, limit: 7 }));
        seen.push(...view.results.map(({ sequence }) => sequence));
        after = view.readUpTo;
        // As a request would: between two reads the others get their turn.
        await setImmediate();
      }
      await writing;
      expect(seen).toEqual(numbers(1, total));
    });
  });
}
