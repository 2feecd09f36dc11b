import { expect, test, vi } from 'vitest';
import { wholeBoard } from '../../../renderer/screens/supervisor/board-view.ts';
import {
  createRowPages,
  PAGE,
  type ReadRows,
  rowAt,
} from '../../../renderer/screens/supervisor/table/row-pages.ts';
import type { AskedView } from '../../../renderer/screens/supervisor/use-asked-view.ts';
import type { TopicListener } from '../../../renderer/stores/topics.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { row } from '../supervision-exports/rows.ts';

/** A board of so many jobs that answers windows, the way to change it, and what it was asked. */
function stage(count: number) {
  const board = { installer: 'Bay 3', failing: false };
  const asked: number[] = [];
  const listeners = new Set<TopicListener>();
  const read: ReadRows = async ({ offset, limit, filter }) => {
    asked.push(offset);
    await Promise.resolve();
    if (board.failing) return { ok: false, error: makeProblem('database-busy') };
    const total = filter.text === '' ? count : 1;
    const length = Math.max(0, Math.min(limit, total - offset));
    const rows = Array.from({ length }, (_, index) =>
      row(offset + index, { installer: board.installer, serial: String(offset + index) }),
    );
    return { ok: true, value: { rows, total, all: count } };
  };
  const model = createRowPages(read, wholeBoard, (listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  });
  const serialAt = (index: number) => rowAt(model.store.getState(), index)?.serial;
  const commit = () => {
    for (const listener of listeners) listener(['supervision']);
  };
  return { board, asked, model, serialAt, commit };
}

const searching: AskedView = { ...wholeBoard, filter: { ...wholeBoard.filter, text: 'van' } };

test('only the pages in sight and the next of them are read, however long the table is', async () => {
  const { model, asked, serialAt } = stage(50_000);
  model.watch();
  await vi.waitFor(() => expect(serialAt(0)).toBe('0'));
  model.want(40_020, 40_040);
  await vi.waitFor(() => expect(serialAt(40_030)).toBe('40030'));
  await vi.waitFor(() => expect(asked).toEqual([0, 40_000, 40_100]));
  expect(model.store.getState().total).toBe(50_000);
});

test('whoever scrolls up finds the page above read already; beyond either end nothing is asked for', async () => {
  const { model, asked, serialAt } = stage(500);
  model.watch();
  model.want(420, 440);
  await vi.waitFor(() => expect(serialAt(430)).toBe('430'));
  model.want(220, 240);
  await vi.waitFor(() => expect(serialAt(100)).toBe('100'));
  model.want(0, 20);
  await vi.waitFor(() => expect(serialAt(0)).toBe('0'));
  expect(asked.toSorted((one, other) => one - other)).toEqual([0, 100, 200, 400]);
});

test('rows that were let go far away are there again on the way back, without waiting for a commit', async () => {
  const { model, serialAt } = stage(50_000);
  model.watch();
  await vi.waitFor(() => expect(serialAt(0)).toBe('0'));
  model.want(40_020, 40_040);
  await vi.waitFor(() => expect(serialAt(40_030)).toBe('40030'));
  expect(serialAt(0)).toBeUndefined();
  model.want(0, 20);
  await vi.waitFor(() => expect(serialAt(0)).toBe('0'));
});

test('rows stay on the screen while another question is asked, then only its answer is there', async () => {
  const { model, serialAt } = stage(500);
  model.watch();
  model.want(0, PAGE + 20);
  await vi.waitFor(() => expect(serialAt(PAGE)).toBe('100'));
  model.ask(searching);
  expect(serialAt(PAGE)).toBe('100');
  await vi.waitFor(() => expect(model.store.getState().total).toBe(1));
  expect(serialAt(PAGE)).toBeUndefined();
});

test('after a commit what is in sight is read again', async () => {
  const { model, board, commit } = stage(500);
  model.watch();
  await vi.waitFor(() => expect(model.store.getState().total).toBe(500));
  board.installer = 'Bay 4';
  commit();
  await vi.waitFor(() => expect(rowAt(model.store.getState(), 0)?.installer).toBe('Bay 4'));
});

test('a failed reading keeps the rows and says why; asked again, it goes on', async () => {
  const { model, board, commit, serialAt } = stage(500);
  model.watch();
  await vi.waitFor(() => expect(serialAt(0)).toBe('0'));
  board.failing = true;
  commit();
  await vi.waitFor(() => expect(model.store.getState().problem?.code).toBe('database-busy'));
  expect(serialAt(0)).toBe('0');
  board.failing = false;
  model.again();
  await vi.waitFor(() => expect(model.store.getState().problem).toBeNull());
});
