import { afterEach, expect, test, vi } from 'vitest';
import { firstExpiry } from '../../../renderer/data/jobs.ts';
import { supervisionTopics } from '../../../renderer/data/supervision.ts';
import {
  directoryTopics,
  findingTopics,
  listenToCommits,
  queueTopics,
  type TopicListener,
} from '../../../renderer/data/topics.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['the Queue', queueTopics, ['queue', 'profile']],
  ['the Directory', directoryTopics, ['directory', 'profile']],
  ['found things', findingTopics, ['directory', 'jobs', 'profile']],
  ['the supervisor’s side', supervisionTopics, ['supervision', 'reviews', 'profile']],
])('%s is read again after commits of its topics, and of another profile', (_what, topics, expected) => {
  expect(topics).toEqual(expected);
});

test('the window subscribes once, and notifies each listener until it unsubscribes', () => {
  const announced: TopicListener[] = [];
  vi.stubGlobal('window', {
    boxwright: { onChanged: (listener: TopicListener) => announced.push(listener) },
  });
  const [one, other] = [vi.fn<TopicListener>(), vi.fn<TopicListener>()];
  const stop = listenToCommits(one);
  listenToCommits(other);
  expect(announced).toHaveLength(1);
  const commit = (topic: Topic, number: number) => announced[0]?.([topic], [number]);
  commit('queue', 1);
  stop();
  commit('jobs', 2);
  expect(one.mock.calls).toEqual([[['queue'], [1]]]);
  expect(other.mock.calls).toEqual([
    [['queue'], [1]],
    [['jobs'], [2]],
  ]);
});

test('the page of a job is read again when the first test access that can still be tried runs out', () => {
  const toTry = (until: number | null) => ({ state: 'to-try', until }) as const;
  expect(firstExpiry([])).toBeNull();
  expect(firstExpiry([{ state: 'not-tested' }, toTry(null)])).toBeNull();
  expect(firstExpiry([toTry(3000), toTry(2000), toTry(null)])).toBe(2000);
});
