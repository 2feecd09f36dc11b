import { describe, expect, it } from 'vitest';
import { sharedReads } from '../../../relay/feed/reading.ts';
import type { FeedQuery, FeedView } from '../../../relay/store/results-store.ts';
import { customerId } from '../../../shared/ids.ts';

const asking: FeedQuery = { environment: 'uat', customerId: customerId.parse(1), after: null, limit: 100 };
const place = { epoch: '00000000000000aa', sequence: 3 };

const viewAt = (head: number): FeedView => ({
  floor: { ...place, sequence: 0 },
  head: { ...place, sequence: head },
  span: null,
  results: [],
  more: false,
  readUpTo: { ...place, sequence: head },
  lastReceivedAt: null,
  newestReview: null,
  newestPlan: 0,
  newestRemoval: null,
  run: '00000000000000bb',
});

/** A store whose reads end on request, with the head as it was when they began. */
function slowStore() {
  const running: (() => void)[] = [];
  let head = 1;
  return {
    running,
    grow: () => (head += 1),
    read: (): Promise<FeedView> => {
      const view = viewAt(head);
      return new Promise((resolve) => running.push(() => resolve(view)));
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const headOf = async (view: Promise<FeedView>): Promise<number> => (await view).head.sequence;

describe('shared reads', () => {
  it('reads once for all who ask the same in one turn', async () => {
    const store = slowStore();
    const read = sharedReads(store.read);
    const asked = [read(asking), read({ ...asking }), read(asking)].map(headOf);
    await turn();
    expect(store.running).toHaveLength(1);
    store.running[0]?.();
    expect(await Promise.all(asked)).toEqual([1, 1, 1]);
  });

  it('gives no caller a read that began before its request', async () => {
    const store = slowStore();
    const read = sharedReads(store.read);
    const early = headOf(read(asking));
    await turn();
    store.grow();
    const late = [read(asking), read(asking)].map(headOf);
    await turn();
    expect(store.running).toHaveLength(1);
    store.running[0]?.();
    expect(await early).toBe(1);
    await turn();
    expect(store.running).toHaveLength(2);
    store.running[1]?.();
    expect(await Promise.all(late)).toEqual([2, 2]);
  });

  it('shares the next read too among all who ask in one turn after the one before has ended', async () => {
    let reads = 0;
    const read = sharedReads(() => {
      reads += 1;
      return Promise.resolve(viewAt(7));
    });
    await read(asking);
    await turn();
    const asked = [read(asking)];
    for (let others = 0; others < 5; others += 1) {
      await Promise.resolve();
      asked.push(read(asking));
    }
    await Promise.all(asked);
    expect(reads).toBe(2);
  });

  it('distinguishes reads by feed, place and size', async () => {
    const store = slowStore();
    const read = sharedReads(store.read);
    const different: readonly FeedQuery[] = [
      asking,
      { ...asking, environment: 'prod' },
      { ...asking, customerId: customerId.parse(2) },
      { ...asking, after: place },
      { ...asking, after: { ...place, sequence: 4 } },
      { ...asking, after: { ...place, epoch: '00000000000000bb' } },
      { ...asking, limit: 99 },
    ];
    const asked = different.map(read);
    await turn();
    expect(store.running).toHaveLength(different.length);
    for (const finish of store.running) finish();
    await Promise.all(asked);
  });

  it('reports a failure to all readers of a shared read, and reads again for the next', async () => {
    let broken = true;
    const read = sharedReads(() => (broken ? Promise.reject(new Error('full')) : Promise.resolve(viewAt(7))));
    const outcomes = await Promise.allSettled([read(asking), read(asking)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    expect(await headOf(read(asking))).toBe(7);
  });
});
