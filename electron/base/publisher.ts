import type { Topic } from '../../shared/ipc/pushed.ts';

/** Collects the topics of commits and notifies the windows. */
export interface Publisher {
  readonly publish: (topics: ReadonlySet<Topic>) => void;
  /** The number of publications so far. A read from now on includes all of them. */
  readonly published: () => number;
}

/**
 * Coalesces: a drain that commits fifty times in one tick makes one message. `send` reaches every open window, with the number of the
 * last publication of each topic;
 * `defer` runs its argument later, once (`setImmediate` in the app).
 */
export function createPublisher(
  send: (topics: readonly Topic[], numbers: readonly number[]) => void,
  defer: (flush: () => void) => void,
): Publisher {
  /** Each topic with the number of its last publication. */
  const pending = new Map<Topic, number>();
  let count = 0;
  const flush = () => {
    const topics = [...pending.keys()];
    const numbers = [...pending.values()];
    pending.clear();
    send(topics, numbers);
  };
  return {
    publish: (topics) => {
      if (topics.size === 0) return;
      if (pending.size === 0) defer(flush);
      count += 1;
      for (const topic of topics) pending.set(topic, count);
    },
    published: () => count,
  };
}
