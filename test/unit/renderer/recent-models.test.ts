import { expect, it } from 'vitest';
import { createReadModel, recentModels } from '../../../renderer/data/read-model.ts';
import type { TopicListener } from '../../../renderer/data/topics.ts';
import { ok } from '../../../shared/result.ts';

/** Slices that stay between screens, three of them, and who listens for commits. */
function recent() {
  const listeners = new Set<TopicListener>();
  const modelOf = recentModels<number, string>(
    (id) =>
      createReadModel({
        read: () => Promise.resolve(ok(`job ${id}`)),
        concerns: () => true,
        outlivesWatchers: true,
        listen: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      }),
    3,
  );
  const open = (id: number) => modelOf(id).watch();
  return { modelOf, open, listeners };
}

it('keeps only the last few models and their subscriptions', () => {
  const { open, listeners } = recent();
  for (let id = 1; id <= 400; id += 1) open(id)();
  expect(listeners.size).toBe(3);
});

it('returns the last opened model as it was, and older ones fresh', () => {
  const { modelOf, open } = recent();
  const [first, last] = [modelOf(1), modelOf(2)];
  for (const id of [3, 2, 4]) open(id)();
  expect(modelOf(2)).toBe(last);
  expect(modelOf(1)).not.toBe(first);
});

it('keeps a watched model, whatever else is opened', () => {
  const { modelOf, open, listeners } = recent();
  const shown = modelOf(1);
  open(1);
  for (let id = 2; id <= 10; id += 1) open(id)();
  expect(modelOf(1)).toBe(shown);
  expect(listeners.size).toBe(3);
});
