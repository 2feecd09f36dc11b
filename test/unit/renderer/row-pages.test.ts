import { describe, expect, test, vi } from 'vitest';
import {
  createRowPages,
  PAGE,
  rowAt,
  type RowSource,
  wholePages,
} from '../../../renderer/lists/row-pages.ts';
import type { TopicListener } from '../../../renderer/data/topics.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';
import { makeProblem } from '../../../shared/problem.ts';

interface Row {
  readonly id: number;
  readonly installer: string;
}

/** A list of this length that answers pages, the ways to change it, and the offsets that were read. */
function stage(length: number, { counts = true } = {}) {
  const held: {
    length: number;
    installer: string;
    refusal: 'database-busy' | 'not-connected' | null;
  } = { length, installer: 'Bay 3', refusal: null };
  const asked: number[] = [];
  const listeners = new Set<TopicListener>();
  const source: RowSource<{ readonly text: string }, Row, { readonly all: number }> = {
    topics: ['supervision', 'profile'],
    read: async ({ text }, { offset, limit }) => {
      asked.push(offset);
      await Promise.resolve();
      if (held.refusal !== null) return { ok: false, error: makeProblem(held.refusal) };
      const total = text === '' ? held.length : 1;
      const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => ({
        id: offset + index,
        installer: held.installer,
      }));
      return { ok: true, value: { rows, total: counts ? total : null, facts: { all: held.length } } };
    },
  };
  const model = createRowPages(source, { text: '' }, (listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  });
  const idAt = (index: number) => rowAt(model.store.getState(), index)?.id;
  const commit = (...topics: Topic[]) => {
    for (const listener of listeners) listener(topics);
  };
  return { held, asked, model, idAt, commit, listeners };
}

describe('a list of known length', () => {
  test('reads only the visible pages and the next one', async () => {
    const { model, asked, idAt } = stage(50_000);
    model.watch();
    await vi.waitFor(() => expect(idAt(0)).toBe(0));
    model.want(40_020, 40_040);
    await vi.waitFor(() => expect(idAt(40_030)).toBe(40_030));
    await vi.waitFor(() => expect(asked).toEqual([0, 40_000, 40_100]));
    expect(model.store.getState().count).toBe(50_000);
    expect(model.store.getState().facts).toEqual({ all: 50_000 });
  });

  test('reads ahead upwards too, and never beyond either end', async () => {
    const { model, asked, idAt } = stage(500);
    model.watch();
    model.want(420, 440);
    await vi.waitFor(() => expect(idAt(430)).toBe(430));
    model.want(220, 240);
    await vi.waitFor(() => expect(idAt(100)).toBe(100));
    model.want(0, 20);
    await vi.waitFor(() => expect(idAt(0)).toBe(0));
    expect(asked.toSorted((one, other) => one - other)).toEqual([0, 100, 200, 400]);
  });
});

describe('a list of unknown length', () => {
  test('grows by one page near its end, and finds the end by reading', async () => {
    const { model, asked } = stage(250, { counts: false });
    model.watch();
    await vi.waitFor(() => expect(model.store.getState().count).toBe(PAGE));
    expect(model.store.getState().complete).toBe(false);
    model.want(0, 20);
    model.want(60, 80);
    await vi.waitFor(() => expect(model.store.getState().count).toBe(2 * PAGE));
    model.want(160, 180);
    await vi.waitFor(() => expect(model.store.getState().complete).toBe(true));
    expect(model.store.getState().count).toBe(250);
    model.want(230, 249);
    expect(asked).toEqual([0, 100, 200]);
  });

  test('ends after a page that is exactly full', async () => {
    const { model, asked } = stage(PAGE, { counts: false });
    model.watch();
    model.want(60, PAGE - 1);
    await vi.waitFor(() => expect(model.store.getState().complete).toBe(true));
    expect(model.store.getState().count).toBe(PAGE);
    expect(asked).toEqual([0, PAGE]);
  });

  test('has a row more after a commit that added one behind a full page', async () => {
    const { model, held, commit } = stage(PAGE, { counts: false });
    model.watch();
    model.want(60, PAGE - 1);
    await vi.waitFor(() => expect(model.store.getState().complete).toBe(true));
    held.length = PAGE + 1;
    commit('supervision');
    await vi.waitFor(() => expect(model.store.getState().count).toBe(PAGE + 1));
    await vi.waitFor(() => expect(model.store.getState().complete).toBe(true));
  });

  test('is as short as it is now when the visible rows are gone', async () => {
    const { model, held, commit } = stage(250, { counts: false });
    model.watch();
    model.want(60, 80);
    await vi.waitFor(() => expect(model.store.getState().count).toBe(200));
    model.want(160, 180);
    await vi.waitFor(() => expect(model.store.getState().count).toBe(250));
    model.want(230, 249);
    held.length = 120;
    commit('supervision');
    await vi.waitFor(() => expect(model.store.getState().count).toBe(200));
    model.want(180, 199);
    await vi.waitFor(() => expect(model.store.getState().count).toBe(120));
  });

  test('is empty when nothing matches', async () => {
    const { model } = stage(0, { counts: false });
    model.watch();
    await vi.waitFor(() => expect(model.store.getState()).toMatchObject({ count: 0, complete: true }));
  });
});

test('keeps a bounded number of pages while a long list is scrolled through', async () => {
  const { model, idAt } = stage(50_000);
  model.watch();
  for (let top = 0; top < 10_000; top += PAGE) {
    model.want(top, top + 20);
    await vi.waitFor(() => expect(idAt(top)).toBe(top));
  }
  expect(model.store.getState().pages.size).toBeLessThanOrEqual(20);
});

test('evicted rows are read again on the way back, without a commit', async () => {
  const { model, idAt } = stage(50_000);
  model.watch();
  await vi.waitFor(() => expect(idAt(0)).toBe(0));
  model.want(40_020, 40_040);
  await vi.waitFor(() => expect(idAt(40_030)).toBe(40_030));
  expect(idAt(0)).toBeUndefined();
  model.want(0, 20);
  await vi.waitFor(() => expect(idAt(0)).toBe(0));
});

test('rows of the previous question stay until the new answer arrives', async () => {
  const { model, idAt } = stage(500);
  model.watch();
  model.want(0, PAGE + 20);
  await vi.waitFor(() => expect(idAt(PAGE)).toBe(PAGE));
  model.ask({ text: 'van' });
  expect(idAt(PAGE)).toBe(PAGE);
  await vi.waitFor(() => expect(model.store.getState().count).toBe(1));
  expect(idAt(PAGE)).toBeUndefined();
});

test('the last question is the one answered', async () => {
  const { model } = stage(500, { counts: false });
  model.watch();
  model.ask({ text: 'v' });
  model.ask({ text: '' });
  model.ask({ text: 'van' });
  await vi.waitFor(() => expect(model.store.getState().answers).toEqual({ text: 'van' }));
  expect(model.store.getState().count).toBe(1);
});

test('after a commit only the visible pages are read again', async () => {
  const { model, held, commit, asked, idAt } = stage(5_000);
  model.watch();
  for (let top = 0; top < 1_000; top += PAGE) {
    model.want(top, top + 20);
    await vi.waitFor(() => expect(idAt(top)).toBe(top));
  }
  await vi.waitFor(() => expect(idAt(1_000)).toBe(1_000));
  asked.length = 0;
  held.installer = 'Bay 4';
  commit('supervision');
  await vi.waitFor(() => expect(rowAt(model.store.getState(), 1_000)?.installer).toBe('Bay 4'));
  expect(rowAt(model.store.getState(), 900)?.installer).toBe('Bay 4');
  expect(asked).toEqual([900, 1_000]);
});

test('a commit of another topic reads nothing', async () => {
  const { model, commit, asked, idAt } = stage(20);
  model.watch();
  await vi.waitFor(() => expect(idAt(0)).toBe(0));
  commit('queue');
  expect(asked).toEqual([0]);
});

test('a failed read keeps the rows and gives the reason; a retry goes on', async () => {
  const { model, held, commit, idAt } = stage(500);
  model.watch();
  await vi.waitFor(() => expect(idAt(0)).toBe(0));
  held.refusal = 'database-busy';
  commit('supervision');
  await vi.waitFor(() => expect(model.store.getState().problem?.code).toBe('database-busy'));
  expect(idAt(0)).toBe(0);
  held.refusal = null;
  model.refetch();
  await vi.waitFor(() => expect(model.store.getState().problem).toBeNull());
});

test('after sign-out no row stays', async () => {
  const { model, held, commit, idAt } = stage(500);
  model.watch();
  await vi.waitFor(() => expect(idAt(0)).toBe(0));
  held.refusal = 'not-connected';
  commit('profile');
  await vi.waitFor(() => expect(model.store.getState().problem?.code).toBe('not-connected'));
  expect(idAt(0)).toBeUndefined();
  expect(model.store.getState().count).toBeNull();
});

test('a list that is no longer shown is not read', () => {
  const { model, listeners } = stage(3);
  const leave = model.watch();
  expect(listeners.size).toBe(1);
  leave();
  expect(listeners.size).toBe(0);
});

test.each([0, 1, PAGE, PAGE + 1, 2 * PAGE, 2 * PAGE + 50])(
  'a list of %i rows in memory has each row at its index',
  (length) => {
    const rows = Array.from({ length }, (_, index) => ({ id: index }));
    const pages = wholePages(rows);
    expect([...pages.values()].flat()).toEqual(rows);
    expect([...pages.keys()]).toEqual(Array.from({ length: Math.ceil(length / PAGE) }, (_, page) => page));
    expect(rows.map((_, index) => rowAt({ pages }, index))).toEqual(rows);
    expect(rowAt({ pages }, length)).toBeUndefined();
  },
);
