import type { Topic } from '../../shared/ipc/messages.ts';

/** The topics that make the Queue stale. */
export const queueTopics: readonly Topic[] = ['queue', 'profile'];
/** The topics that make the local directory stale. */
export const directoryTopics: readonly Topic[] = ['directory', 'profile'];

/** The topics that make search results stale. */
export const findingTopics: readonly Topic[] = ['directory', 'jobs', 'profile'];

/** `numbers`: the number of the last change for each topic that numbers its changes. */
export type TopicListener = (topics: readonly Topic[], numbers?: readonly number[]) => void;

/** Subscribes a read model to commits. Injected in tests. */
export type Listen = (listener: TopicListener) => () => void;

const listeners = new Set<TopicListener>();
let listening = false;

/** The main process's announcements. The window subscribes once for all listeners. */
export const listenToCommits: Listen = (listener) => {
  if (!listening) {
    listening = true;
    window.boxwright.onChanged((topics, numbers) => {
      for (const each of listeners) each(topics, numbers);
    });
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
