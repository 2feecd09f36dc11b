import type { Topic } from '../../shared/ipc/topics.ts';

/** Collects the topics of commits and tells the windows. */
export interface Publisher {
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}

/**
 * Coalesces: a drain that commits fifty times in one tick makes one message. `send` reaches every open window;
 * `defer` runs its argument later, once (`setImmediate` in the app).
 */
export function createPublisher(
  send: (topics: readonly Topic[]) => void,
  defer: (flush: () => void) => void,
): Publisher {
  const pending = new Set<Topic>();
  const flush = () => {
    const topics = [...pending];
    pending.clear();
    send(topics);
  };
  return {
    publish: (topics) => {
      if (topics.size === 0) return;
      if (pending.size === 0) defer(flush);
      for (const topic of topics) pending.add(topic);
    },
  };
}
