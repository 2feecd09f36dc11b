import { expect, test, vi } from 'vitest';
import { createReadModel } from '../../../renderer/data/read-model.ts';
import type { TopicListener } from '../../../renderer/data/topics.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

type Answer = Result<string, Problem>;

/** A slice whose readings are answered by hand, and a place to announce commits. */
function slice(outlivesWatchers = false) {
  /** The number of the last change that a value includes. */
  const included = new Map<string, number>();
  const waiting: ((answer: Answer) => void)[] = [];
  const listeners = new Set<TopicListener>();
  const read = vi.fn<() => Promise<Answer>>(() => new Promise<Answer>((resolve) => waiting.push(resolve)));
  const model = createReadModel<string>({
    read,
    concerns: (topic) => topic === 'queue',
    upTo: (value) => included.get(value),
    outlivesWatchers,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return {
    model,
    included,
    read,
    listeners,
    answer: async (answer: Answer) => {
      waiting.shift()?.(answer);
      await Promise.resolve();
      await Promise.resolve();
    },
    announce: (topic: 'queue' | 'jobs') => listeners.forEach((listener) => listener([topic])),
    announceAll: (topics: Parameters<TopicListener>[0], numbers: readonly number[]) =>
      listeners.forEach((listener) => listener(topics, numbers)),
  };
}

test('reads when a watcher begins, and again when a commit concerns it', async () => {
  const { model, read, answer, announce } = slice();
  model.watch();
  await answer(ok('first'));
  announce('queue');
  await answer(ok('second'));
  expect(read).toHaveBeenCalledTimes(2);
  expect(model.store.getState()).toEqual({ value: 'second', problem: null });
});

test('a commit that does not concern it reads nothing', async () => {
  const { model, read, answer, announce } = slice();
  model.watch();
  await answer(ok('first'));
  announce('jobs');
  expect(read).toHaveBeenCalledTimes(1);
});

test('a change that the answer of a write includes reads nothing, and a later one does', async () => {
  const { model, included, read, answer, announceAll } = slice();
  model.watch();
  await answer(ok('first'));
  included.set('from the write', 5);
  model.setData('from the write');
  announceAll(['jobs', 'queue'], [9, 5]);
  expect(read).toHaveBeenCalledTimes(1);
  announceAll(['jobs', 'queue'], [9, 6]);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a change without a number reads, and so does one of a value without one', async () => {
  const { model, included, read, answer, announce, announceAll } = slice();
  model.watch();
  await answer(ok('first'));
  announceAll(['queue'], [1]);
  await answer(ok('second'));
  included.set('third', 5);
  model.setData('third');
  announce('queue');
  expect(read).toHaveBeenCalledTimes(3);
});

test('an unconfirmed value stays while the read value lacks the change', async () => {
  const { model, included, answer, announceAll } = slice(true);
  const end = model.watch();
  await answer(ok('first'));
  end();
  included.set('first', 5);
  announceAll(['queue'], [5]);
  expect(model.store.getState().value).toBe('first');
  announceAll(['queue'], [6]);
  expect(model.store.getState().value).toBeNull();
});

test('many commits during one reading become one more reading', async () => {
  const { model, read, answer, announce } = slice();
  model.watch();
  announce('queue');
  announce('queue');
  announce('queue');
  await answer(ok('before'));
  await answer(ok('after'));
  expect(read).toHaveBeenCalledTimes(2);
  expect(model.store.getState().value).toBe('after');
});

test('a reading begun before a write brought its answer along does not overwrite it', async () => {
  const { model, answer } = slice();
  model.watch();
  model.setData('from the write');
  await answer(ok('older'));
  expect(model.store.getState().value).toBe('from the write');
  await answer(ok('newest'));
  expect(model.store.getState().value).toBe('newest');
});

test('the late answer of a write does not overwrite a reading that includes more changes', async () => {
  const { model, included, read, answer, announceAll } = slice();
  model.watch();
  await answer(ok('before the write'));
  included.set('after the write', 5);
  included.set('after the write and the result', 6);
  announceAll(['queue'], [6]);
  await answer(ok('after the write and the result'));
  model.setData('after the write');
  expect(model.store.getState().value).toBe('after the write and the result');
  included.set('after the next write', 7);
  model.setData('after the next write');
  expect(model.store.getState().value).toBe('after the next write');
  expect(read).toHaveBeenCalledTimes(2);
});

test('the shown value stays on the screen when the next read fails', async () => {
  const { model, answer } = slice();
  model.watch();
  await answer(ok('kept'));
  void model.refresh();
  await answer(err(makeProblem('database-busy')));
  expect(model.store.getState().value).toBe('kept');
  expect(model.store.getState().problem?.code).toBe('database-busy');
});

test('nothing of the last profile stays when there is no profile', async () => {
  const { model, answer } = slice();
  model.watch();
  await answer(ok('of the last customer'));
  void model.refresh();
  await answer(err(makeProblem('not-connected')));
  expect(model.store.getState().value).toBeNull();
});

test('listens only while watched', async () => {
  const { model, listeners, answer } = slice();
  const first = model.watch();
  const second = model.watch();
  await answer(ok('x'));
  first();
  expect(listeners.size).toBe(1);
  second();
  expect(listeners.size).toBe(0);
});

test('a kept slice that went stale unwatched shows nothing old when watched again', async () => {
  const { model, read, answer, announce } = slice(true);
  const leave = model.watch();
  await answer(ok('yesterday'));
  leave();
  announce('queue');
  expect(read).toHaveBeenCalledTimes(1);
  expect(model.store.getState().value).toBeNull();
  model.watch();
  await answer(ok('today'));
  expect(model.store.getState().value).toBe('today');
});

test('a model that is read ahead is not read again by its first watcher, and is by the next one', async () => {
  const { model, read, answer } = slice(true);
  void model.readAhead();
  await answer(ok('ahead'));
  model.watch()();
  expect(read).toHaveBeenCalledTimes(1);
  expect(model.store.getState().value).toBe('ahead');
  model.watch();
  expect(read).toHaveBeenCalledTimes(2);
});

test('a watcher that begins while the model is read ahead waits for that answer', async () => {
  const { model, read, answer } = slice(true);
  void model.readAhead();
  model.watch();
  await answer(ok('ahead'));
  expect(read).toHaveBeenCalledTimes(1);
  expect(model.store.getState().value).toBe('ahead');
});

test('a commit after or during the read ahead makes the first watcher read again', async () => {
  const after = slice(true);
  void after.model.readAhead();
  await after.answer(ok('stale'));
  after.announce('queue');
  after.model.watch();
  await after.answer(ok('fresh'));
  expect(after.read).toHaveBeenCalledTimes(2);
  expect(after.model.store.getState().value).toBe('fresh');

  const during = slice(true);
  void during.model.readAhead();
  during.announce('queue');
  during.model.watch();
  await during.answer(ok('stale'));
  await during.answer(ok('fresh'));
  expect(during.read).toHaveBeenCalledTimes(2);
  expect(during.model.store.getState().value).toBe('fresh');
});

test('an answer that says the same draws nothing', async () => {
  const { model, answer, announce } = slice();
  model.watch();
  await answer(ok('same'));
  const drawn = vi.fn<() => void>();
  model.store.subscribe(drawn);
  announce('queue');
  await answer(ok('same'));
  expect(drawn).not.toHaveBeenCalled();
  announce('queue');
  await answer(ok('another'));
  expect(drawn).toHaveBeenCalledTimes(1);
});
