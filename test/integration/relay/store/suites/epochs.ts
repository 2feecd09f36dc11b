import { describe, expect, it } from 'vitest';
import { resetOf } from '../../../../../relay/feed/reading.ts';
import type { FeedPoint } from '../../../../../relay/store/results-store.ts';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { arriving, asking, numbers } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

async function keep(store: RelayStore, from: number, to: number): Promise<FeedPoint> {
  for (const n of numbers(from, to)) await store.keepResult(arriving(n));
  return (await store.readFeed(asking())).readUpTo;
}

/** The answer to a reader at the point: nothing, or why it cannot go on and the sequences it reads instead. */
async function reportedTo(store: RelayStore, point: FeedPoint) {
  const view = await store.readFeed(asking({ after: point }));
  const reset = resetOf(point, view);
  if (reset === null) return { reset: null, reads: view.results.map(({ sequence }) => sequence) };
  const [epoch = '', sequence] = reset.cursor.split('.');
  const again = { epoch, sequence: Number(sequence) };
  const after = await store.readFeed(asking({ after: again }));
  expect(resetOf(again, after)).toBeNull();
  return { reset: reset.reset, reads: after.results.map((result) => result.sequence) };
}

/** Readers of a store that was set back notice it, and read on without a loss (faults.md 35). */
export function describeEpochs(kind: StoreKind): void {
  describe('the run of a store', () => {
    it('is the one that its feeds name, and another one in a store that was restored', async () => {
      const place = await kind.place();
      const first = await place.open();
      const run = await first.readRun();
      expect((await first.readFeed(asking())).run).toBe(run);
      const restore = await place.copy();
      await first.close();
      await place.restart();
      await restore();
      const second = await place.open();
      expect(await second.readRun()).not.toBe(run);
      expect((await second.readFeed(asking())).run).toBe(await second.readRun());
    });
  });

  describe('a cursor', () => {
    it('is gone on from after a restart', async () => {
      const place = await kind.place();
      const before = await place.open();
      const point = await keep(before, 1, 3);
      await before.close();
      const after = await place.open();
      expect(await reportedTo(after, point)).toEqual({ reset: null, reads: [] });
      await keep(after, 4, 5);
      expect(await reportedTo(after, point)).toEqual({ reset: null, reads: [4, 5] });
      await after.close();
      const third = await place.open();
      await keep(third, 6, 6);
      expect(await reportedTo(third, point)).toEqual({ reset: null, reads: [4, 5, 6] });
    });

    it('of another store is recognised, and everything kept is read', async () => {
      const other = await (await kind.place()).open();
      const point = await keep(other, 1, 2);
      const store = await (await kind.place()).open();
      await keep(store, 1, 3);
      expect(await reportedTo(store, point)).toEqual({ reset: 'other-epoch', reads: [1, 2, 3] });
    });

    it('ahead of a store that was set back is recognised', async () => {
      const { store, ahead } = await setBack(kind);
      expect(await reportedTo(store, ahead)).toEqual({ reset: 'ahead-of-head', reads: [] });
    });

    it('is recognised also when new results have passed it since, and all of them are read', async () => {
      const { store, ahead } = await setBack(kind);
      await keep(store, 11, 20);
      expect(await reportedTo(store, ahead)).toEqual({ reset: 'ahead-of-head', reads: numbers(4, 13) });
    });

    it('of an epoch that began after the copy is recognised, and everything kept is read', async () => {
      const place = await kind.place();
      const first = await place.open();
      await keep(first, 1, 3);
      const restore = await place.copy();
      await first.close();
      await place.restart();
      const second = await place.open();
      const ahead = await keep(second, 4, 8);
      await second.close();
      await restore();
      const store = await place.open();
      await keep(store, 11, 20);
      expect(await reportedTo(store, ahead)).toEqual({ reset: 'other-epoch', reads: numbers(1, 13) });
    });

    it('from before the copy is gone on from: what it has read is the same', async () => {
      const { store, before } = await setBack(kind);
      await keep(store, 11, 12);
      expect(await reportedTo(store, before)).toEqual({ reset: null, reads: [4, 5] });
    });

    it('comes with another run of the store after a restore', async () => {
      const place = await kind.place();
      const first = await place.open();
      const { run } = await first.readFeed(asking());
      expect((await first.readFeed(asking())).run).toBe(run);
      const restore = await place.copy();
      await first.close();
      await restore();
      expect((await (await place.open()).readFeed(asking())).run).not.toBe(run);
    });

    it('of a time that a second restoring undid is recognised as well', async () => {
      const { store, restore, open } = await setBack(kind);
      const undone = await keep(store, 11, 20);
      await store.close();
      await restore();
      const again = await open();
      await keep(again, 21, 40);
      expect(await reportedTo(again, undone)).toEqual({ reset: 'other-epoch', reads: numbers(1, 23) });
    });
  });
}

/** A store with 3 results that was copied, grew to 8, and was set back to the copy. */
async function setBack(kind: StoreKind) {
  const place = await kind.place();
  const first = await place.open();
  const before = await keep(first, 1, 3);
  const restore = await place.copy();
  const ahead = await keep(first, 4, 8);
  await first.close();
  await restore();
  return { store: await place.open(), before, ahead, restore, open: place.open };
}
