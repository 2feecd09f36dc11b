import { array, assert, asyncProperty, boolean, integer, nat, record, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operatorError } from '../../../electron/operator/operator-error.ts';
import { type Page, type PagesOptions, readPages } from '../../../electron/operator/paging.ts';
import { err, ok } from '../../../shared/result.ts';

interface Row {
  readonly id: number;
}

/** How a simulated collection deviates from what one would like. */
interface Oddity {
  /** `$top` is capped to this. */
  readonly cap?: number;
  readonly ignoresTop?: boolean;
  readonly ignoresSkip?: boolean;
  /** `$orderby` is ignored: rows come in this order instead. */
  readonly order?: (rows: readonly number[]) => readonly number[];
  /** Happens before the page with this number (from 0) is answered. */
  readonly before?: (pageNumber: number, rows: Set<number>) => void;
}

function collection(ids: Iterable<number>, oddity: Oddity = {}) {
  const rows = new Set(ids);
  const asked: Page[] = [];
  return {
    asked,
    rows,
    fetch: ({ top, skip }: Page) => {
      oddity.before?.(asked.length, rows);
      asked.push({ top, skip });
      const sorted = [...rows].sort((a, b) => a - b);
      const ordered = oddity.order === undefined ? sorted : oddity.order(sorted);
      const from = oddity.ignoresSkip === true ? 0 : skip;
      const count = oddity.ignoresTop === true ? Infinity : Math.min(top, oddity.cap ?? Infinity);
      const page: readonly Row[] = ordered.slice(from, from + count).map((id) => ({ id }));
      return Promise.resolve(ok(page));
    },
  };
}

async function idsOf(simulated: ReturnType<typeof collection>, options: PagesOptions<Row> = {}) {
  const result = await readPages(simulated.fetch, options);
  if (!result.ok) throw new Error('A page failed');
  return result.value.map(({ id }) => id);
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const someIds = uniqueArray(integer({ min: 0, max: 100_000 }), { maxLength: 300 });
/** The row at so many percent of the list. */
const at = (ids: readonly number[], percent: number) => ids[Math.floor((ids.length * percent) / 100)] ?? -1;
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

describe('a collection that keeps still', () => {
  test('comes whole and without duplicates, whatever the cap: 1,000 random collections', async () => {
    await assert(
      asyncProperty(
        someIds,
        integer({ min: 1, max: 60 }),
        integer({ min: 1, max: 80 }),
        async (ids, cap, pageSize) => {
          expect(await idsOf(collection(ids, { cap }), { pageSize })).toEqual(sorted(ids));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('comes whole where `$top`, `$skip` or both are ignored', async () => {
    await assert(
      asyncProperty(someIds, boolean(), async (ids, ignoresSkip) => {
        const simulated = collection(ids, { ignoresTop: true, ignoresSkip });
        expect(await idsOf(simulated, { pageSize: 10 })).toEqual(sorted(ids));
        expect(simulated.asked.length).toBeLessThanOrEqual(3);
      }),
    );
  });

  test('ends with the available rows where `$skip` alone is ignored', async () => {
    const simulated = collection(range(1, 100), { cap: 10, ignoresSkip: true });
    expect(await idsOf(simulated)).toEqual(range(1, 10));
  });

  test.each([
    [0, 1],
    [1, 2],
    [2, 2],
    [199, 2],
    [200, 2],
    [201, 3],
  ])('%i rows take %i request(s)', async (count, requests) => {
    const simulated = collection(range(1, count));
    await idsOf(simulated);
    expect(simulated.asked).toHaveLength(requests);
  });
});

describe('a server that ignores `$orderby`', () => {
  test('and has an order of its own is read whole', async () => {
    const simulated = collection(range(1, 500), { cap: 50, order: (rows) => rows.toReversed() });
    expect(sorted(await idsOf(simulated))).toEqual(range(1, 500));
  });

  test('and shuffles, but gives large pages, is read whole', async () => {
    const simulated = collection(range(1, 500), { order: shuffler(1) });
    expect(sorted(await idsOf(simulated, { pageSize: 20 }))).toEqual(range(1, 500));
  });

  test.each([1, 2, 3, 4, 5])('and shuffles capped pages is read whole (seed %i)', async (seed) => {
    const simulated = collection(range(1, 300), { cap: 50, order: shuffler(seed) });
    const ids = await idsOf(simulated, { pageSize: 50 });
    expect(sorted(ids)).toEqual(range(1, 300));
  });

  test('and `$skip` too comes to an end', async () => {
    const simulated = collection(range(1, 300), { cap: 50, ignoresSkip: true, order: shuffler(7) });
    expect((await idsOf(simulated)).length).toBeGreaterThan(50);
  });
});

describe('a collection that changes between pages', () => {
  test('loses no row that was there all the time, and returns none twice', async () => {
    const change = record({
      page: integer({ min: 1, max: 8 }),
      vanish: array(integer({ min: 0, max: 99 }), { maxLength: 40 }),
      appear: array(integer({ min: 0, max: 100_000 }), { maxLength: 40 }),
    });
    await assert(
      asyncProperty(
        someIds,
        array(change, { maxLength: 5 }),
        integer({ min: 2, max: 60 }),
        async (ids, changes, cap) => {
          const start = sorted(ids);
          const vanishing = new Set(
            changes.flatMap(({ vanish }) => vanish.map((percent) => at(start, percent))),
          );
          const simulated = collection(ids, {
            cap,
            before: (number, rows) => {
              for (const { vanish, appear } of changes.filter(({ page }) => page === number)) {
                for (const percent of vanish) rows.delete(at(start, percent));
                for (const id of appear) if (!vanishing.has(id)) rows.add(id);
              }
            },
          });
          const read = await idsOf(simulated, { pageSize: 50 });
          expect(new Set(read).size).toBe(read.length);
          const missing = start.filter((id) => !vanishing.has(id) && !read.includes(id));
          expect(missing).toEqual([]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('loses none after a step back onto a known page, when rows vanish again', async () => {
    const simulated = collection(range(1001, 1040), {
      cap: 10,
      before: (number, rows) => {
        if (number === 3) for (const id of range(1001, 1005)) rows.delete(id);
        if (number === 4) for (const id of range(1, 12)) rows.add(id);
        if (number === 5) for (const id of range(1, 12)) rows.delete(id);
      },
    });
    const read = await idsOf(simulated, { pageSize: 50 });
    expect(range(1006, 1040).filter((id) => !read.includes(id))).toEqual([]);
  });

  test('loses none where the same page comes three times because rows were inserted before it', async () => {
    const simulated = collection([5, 6, 7], {
      cap: 2,
      before: (number, rows) => {
        if (number === 1) for (const id of range(0, 3)) rows.add(id);
        if (number === 5) rows.add(4);
      },
    });
    expect(await idsOf(simulated, { pageSize: 50 })).toEqual(expect.arrayContaining([5, 6, 7]));
  });

  test('comes to an end where `$skip` is ignored and a row vanished', async () => {
    const simulated = collection(range(1, 30), {
      cap: 10,
      ignoresSkip: true,
      before: (number, rows) => {
        if (number === 1) rows.delete(3);
      },
    });
    expect(await idsOf(simulated)).toEqual(range(1, 11));
    expect(simulated.asked.length).toBeLessThanOrEqual(4);
  });

  test('that is emptied in the midst comes to an end', async () => {
    const simulated = collection(range(1, 500), {
      cap: 50,
      before: (number, rows) => {
        if (number === 3) rows.clear();
      },
    });
    expect(await idsOf(simulated)).toEqual(range(1, 148));
  });
});

describe('progress', () => {
  test('each page is delivered before the next is requested', async () => {
    const simulated = collection(range(1, 10));
    const handed: number[] = [];
    await idsOf(simulated, {
      pageSize: 4,
      onPage: async (rows) => {
        await Promise.resolve();
        handed.push(rows.length, simulated.asked.length);
      },
    });
    expect(handed).toEqual([4, 1, 3, 2, 3, 3]);
  });

  test('a stopped read resumes where it was, and begins again when rows before it vanished meanwhile', async () => {
    await assert(
      asyncProperty(
        someIds,
        integer({ min: 2, max: 60 }),
        integer({ min: 1, max: 5 }),
        array(nat({ max: 99 }), { maxLength: 80 }),
        async (ids, cap, stopAfter, vanish) => {
          const simulated = collection(ids, { cap });
          const before: number[] = [];
          let resume: PagesOptions<Row>['resume'];
          let pages = 0;
          const fetch = (page: Page) =>
            pages === stopAfter
              ? Promise.resolve(err(operatorError({ code: 'aborted', sent: 'no', endpoint: 'cars.list' })))
              : simulated.fetch(page);
          await readPages(fetch, {
            pageSize: 50,
            onPage: (rows, progress) => {
              before.push(...rows.map(({ id }) => id));
              resume = progress;
              pages += 1;
            },
          });
          const start = sorted(ids);
          for (const percent of vanish) simulated.rows.delete(at(start, percent));
          const hasVanished = before.some((id) => !simulated.rows.has(id));
          let restarts = 0;
          const after = await idsOf(simulated, {
            pageSize: 50,
            ...(resume === undefined ? {} : { resume }),
            onRestart: () => {
              restarts += 1;
              before.length = 0;
            },
          });
          expect(restarts).toBe(hasVanished ? 1 : 0);
          expect([...before, ...after]).toEqual(sorted(simulated.rows));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a failed page ends it with its error', async () => {
    const error = operatorError({ code: 'timeout', sent: 'maybe', endpoint: 'cars.list' });
    expect(await readPages(() => Promise.resolve(err(error)))).toEqual(err(error));
  });
});

/** The same shuffles for the same seed. */
function shuffler(seed: number) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (rows: readonly number[]) =>
    rows
      .map((row) => ({ row, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ row }) => row);
}
