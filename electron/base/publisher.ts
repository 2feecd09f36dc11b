import type { Topic } from '../../shared/ipc/messages.ts';

/** Collects the topics of commits and notifies the windows. */
export interface Publisher {
  readonly publish: (topics: ReadonlySet<Topic>) => void;
  /** The number of publications so far. A read from now on includes all of them. */
  readonly published: () => number;
}

/** The least time between two messages, ms: a drain changes the queue hundreds of times a second. */
const LEAST_BETWEEN_MS = 50;

/**
 * Coalesces: a change after a rest is sent at the end of its turn, and further ones together after `LEAST_BETWEEN_MS`.
 * Each message makes every window read again what it shows. `send` reaches every open window, with the number of the
 * last publication of each topic; `defer` runs its argument once at the end of the turn (`setImmediate` in the app),
 * `rest` after the given time (`setTimeout`).
 */
export function createPublisher(
  send: (topics: readonly Topic[], numbers: readonly number[]) => void,
  defer: (flush: () => void) => void,
  rest: (end: () => void, ms: number) => void,
): Publisher {
  /** Each topic with the number of its last publication. */
  const pending = new Map<Topic, number>();
  let count = 0;
  /** True from the first publication until nothing was published for a while. */
  let busy = false;
  const flush = () => {
    if (pending.size === 0) {
      busy = false;
      return;
    }
    const topics = [...pending.keys()];
    const numbers = [...pending.values()];
    pending.clear();
    // Before the message, which fails where a window is going: later changes are announced all the same.
    rest(flush, LEAST_BETWEEN_MS);
    send(topics, numbers);
  };
  return {
    publish: (topics) => {
      if (topics.size === 0) return;
      count += 1;
      for (const topic of topics) pending.set(topic, count);
      if (busy) return;
      busy = true;
      defer(flush);
    },
    published: () => count,
  };
}
