import { expect, test, vi } from 'vitest';
import {
  createPagedList,
  type ListPages,
  PAGE,
} from '../../../renderer/screens/directory/list/paged-list.ts';
import type { TopicListener } from '../../../renderer/stores/topics.ts';
import type { Topic } from '../../../shared/ipc/topics.ts';
import { makeProblem } from '../../../shared/problem.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}

const fleet = (count: number, prefix = 'Van'): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `${prefix} ${index + 1}` }));

/** A directory that answers pages of what it holds, the way back to it, and what it was asked. */
function stage(rows: Row[]) {
  const held = { rows };
  const asked: { text: string; limit: number; offset: number }[] = [];
  const listeners = new Set<TopicListener>();
  const list: ListPages<Row> = async (input) => {
    asked.push(input);
    await Promise.resolve();
    const matching = held.rows.filter(({ name }) => name.includes(input.text));
    return {
      ok: true,
      value: { rows: matching.slice(input.offset, input.offset + input.limit), asOf: 7 },
    };
  };
  const listen = (listener: TopicListener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const commit = (...topics: Topic[]) => {
    for (const listener of listeners) listener(topics);
  };
  return { held, asked, list, listen, commit, listeners };
}

const ids = (rows: readonly Row[] | null) => rows?.map(({ id }) => id) ?? null;

test('a list begins with one page and grows by one page at a time, to the end', async () => {
  const { list, listen, asked } = stage(fleet(120));
  const paged = createPagedList(list, '', listen);
  paged.watch();
  await vi.waitFor(() => expect(paged.store.getState().rows).toHaveLength(PAGE));
  expect(paged.store.getState().complete).toBe(false);
  paged.more();
  await vi.waitFor(() => expect(paged.store.getState().rows).toHaveLength(2 * PAGE));
  paged.more();
  await vi.waitFor(() => expect(paged.store.getState().complete).toBe(true));
  expect(ids(paged.store.getState().rows)).toEqual(ids(fleet(120)));
  expect(asked.map(({ offset }) => offset)).toEqual([0, 50, 100]);
  paged.more();
  expect(asked).toHaveLength(3);
});

test('what is typed last is what is answered, from its first page', async () => {
  const { list, listen } = stage([...fleet(80), { id: 900, name: 'Truck' }]);
  const paged = createPagedList(list, '', listen);
  paged.watch();
  paged.ask('V');
  paged.ask('Va');
  paged.ask('Truck');
  await vi.waitFor(() => expect(paged.store.getState().answers).toBe('Truck'));
  expect(ids(paged.store.getState().rows)).toEqual([900]);
});

test('when the directory changed, as many rows are read again as were shown', async () => {
  const { list, listen, held, commit } = stage(fleet(200));
  const paged = createPagedList(list, '', listen);
  paged.watch();
  await vi.waitFor(() => expect(paged.store.getState().rows).toHaveLength(PAGE));
  paged.more();
  await vi.waitFor(() => expect(paged.store.getState().rows).toHaveLength(2 * PAGE));
  held.rows = fleet(200, 'Bus');
  commit('directory');
  await vi.waitFor(() => expect(paged.store.getState().rows?.[99]?.name).toBe('Bus 100'));
  expect(paged.store.getState().rows).toHaveLength(2 * PAGE);
});

test('a page asked for while the list is being read comes after it', async () => {
  const { list, listen } = stage(fleet(120));
  const paged = createPagedList(list, '', listen);
  paged.watch();
  paged.more();
  await vi.waitFor(() => expect(paged.store.getState().rows).toHaveLength(2 * PAGE));
});

test('a row that moves to the next page between two readings is shown once', async () => {
  const { list, listen, held } = stage(fleet(120));
  const paged = createPagedList(list, '', listen);
  paged.watch();
  await vi.waitFor(() => expect(paged.store.getState().rows).toHaveLength(PAGE));
  held.rows = [{ id: 999, name: 'Van 0' }, ...held.rows];
  paged.more();
  await vi.waitFor(() => expect(paged.store.getState().rows?.length).toBeGreaterThan(PAGE));
  const shown = ids(paged.store.getState().rows) ?? [];
  expect(new Set(shown).size).toBe(shown.length);
});

test('a failed reading keeps the rows and says why; without a profile nothing stays', async () => {
  const { list, listen, commit } = stage(fleet(3));
  const failing: { code: 'database-busy' | 'not-connected' | null } = { code: null };
  const paged = createPagedList<Row>(
    (input) =>
      failing.code === null ? list(input) : Promise.resolve({ ok: false, error: makeProblem(failing.code) }),
    '',
    listen,
  );
  paged.watch();
  await vi.waitFor(() => expect(paged.store.getState().rows).toHaveLength(3));
  failing.code = 'database-busy';
  commit('directory');
  await vi.waitFor(() => expect(paged.store.getState().problem?.code).toBe('database-busy'));
  expect(paged.store.getState().rows).toHaveLength(3);
  failing.code = 'not-connected';
  commit('profile');
  await vi.waitFor(() => expect(paged.store.getState().problem?.code).toBe('not-connected'));
  expect(paged.store.getState().rows).toBeNull();
});

test('a list nobody looks at is not read any more', async () => {
  const { list, listen, listeners } = stage(fleet(3));
  const leave = createPagedList(list, '', listen).watch();
  expect(listeners.size).toBe(1);
  leave();
  expect(listeners.size).toBe(0);
});
