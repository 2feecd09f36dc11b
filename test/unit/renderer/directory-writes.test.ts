import { expect, test, vi } from 'vitest';
import { createWrites } from '../../../renderer/screens/directory/writes/writes.ts';
import type { TopicListener } from '../../../renderer/data/topics.ts';
import { type OperationState, type OperationView, operationView } from '../../../shared/domain/operation.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';

function operation(number: number, state: OperationState): OperationView {
  return operationView.parse({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    kind: 'update-car',
    state,
    jobId: null,
    sentence: { key: 'operations.update-car', params: { car: 'M BX 1077' } },
    createdAt: 0,
    updatedAt: 0,
    attempts: 0,
    revision: 1,
    notBefore: null,
    acceptedAt: null,
    confirmedBy: null,
    problem: null,
    waitsFor: [],
    history: [],
  });
}

/** A queue with its announcements. */
function stage() {
  const queue = { operations: [operation(1, 'ready'), operation(2, 'ready')] };
  const reads = vi.fn<() => void>();
  const listeners = new Set<TopicListener>();
  const writes = createWrites({
    list: () => {
      reads();
      return Promise.resolve({ ok: true, value: { operations: queue.operations } });
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  });
  const commit = (...topics: Topic[]) => {
    for (const listener of listeners) listener(topics);
  };
  const states = () => writes.store.getState().writes.map((write) => write.operation.state);
  return { queue, reads, writes, commit, states };
}

test('a change is followed through the queue until it is confirmed, then no longer', async () => {
  const { queue, reads, writes, commit, states } = stage();
  writes.note(operation(1, 'ready'), ['car:12']);
  queue.operations = [operation(1, 'awaiting-result')];
  commit('queue');
  await vi.waitFor(() => expect(states()).toEqual(['awaiting-result']));
  queue.operations = [operation(1, 'done')];
  commit('queue');
  await vi.waitFor(() => expect(states()).toEqual(['done']));
  const before = reads.mock.calls.length;
  commit('queue');
  expect(reads).toHaveBeenCalledTimes(before);
});

test('continuing removes settled rows and keeps those that need a person', async () => {
  const { queue, writes, commit, states } = stage();
  writes.note(operation(1, 'ready'), ['car:12']);
  writes.note(operation(2, 'ready'), ['car:12']);
  queue.operations = [operation(1, 'done'), operation(2, 'blocked')];
  commit('queue');
  await vi.waitFor(() => expect(states()).toEqual(['blocked', 'done']));
  writes.dismissSettled();
  expect(states()).toEqual(['blocked']);
});

test('every confirmation about a car is counted once, also when its note is gone', async () => {
  const { queue, writes, commit } = stage();
  const counted = () => writes.store.getState().confirmed['car:12'] ?? 0;
  writes.note(operation(1, 'ready'), ['car:12', 'user:3']);
  queue.operations = [operation(1, 'done')];
  commit('queue');
  await vi.waitFor(() => expect(counted()).toBe(1));
  writes.note(operation(2, 'ready'), ['car:12']);
  queue.operations = [operation(1, 'done'), operation(2, 'ready')];
  commit('queue');
  queue.operations = [operation(1, 'done'), operation(2, 'done')];
  commit('queue');
  await vi.waitFor(() => expect(counted()).toBe(2));
  expect(writes.store.getState().confirmed['user:3']).toBe(1);
});

test('a new change takes the place of a settled one', async () => {
  const { queue, writes, commit, states } = stage();
  writes.note(operation(1, 'ready'), ['car:12']);
  queue.operations = [operation(1, 'done'), operation(2, 'ready')];
  commit('queue');
  await vi.waitFor(() => expect(states()).toEqual(['done']));
  writes.note(operation(2, 'ready'), ['car:12']);
  expect(states()).toEqual(['ready']);
});

test('another profile begins without the changes of the last one', () => {
  const { writes, commit, states } = stage();
  writes.note(operation(1, 'ready'), ['car:12']);
  commit('profile');
  expect(states()).toEqual([]);
});
