import type { Topic } from '../../shared/ipc/topics.ts';

/** The topics that make the Queue stale. */
export const queueTopics: readonly Topic[] = ['queue', 'profile'];
/** The topics that make the local directory stale. */
export const directoryTopics: readonly Topic[] = ['directory', 'profile'];

/** The topics that make search results stale. */
export const findingTopics: readonly Topic[] = ['directory', 'jobs', 'profile'];

export type TopicListener = (topics: readonly Topic[]) => void;

/** How a read model hears of commits. Injected in tests. */
export type Listen = (listener: TopicListener) => () => void;

const listeners = new Set<TopicListener>();
let listening = false;

/** The main process's own announcements. The window listens once, however many slices want to know. */
export const listenToCommits: Listen = (listener) => {
  if (!listening) {
    listening = true;
    window.boxwright.onChanged((topics) => {
      for (const each of listeners) each(topics);
    });
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
