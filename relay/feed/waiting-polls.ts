import type { FeedKey } from '../store/store.ts';

/** How a wait ended: `grown` = look again; `over` = the time is up, the reader went away or the relay stops. */
export type WaitEnd = 'grown' | 'over';

export type PollWait = {
  /** Resolves at the first growth since the wait began (also one before this call), or when the wait is over. */
  readonly next: () => Promise<WaitEnd>;
  /** Must be called, whatever happened. */
  readonly end: () => void;
};

type Waiter = { grown: boolean; over: boolean; wake: () => void };

export type WaitingPolls = {
  /** Subscribes before the caller's first read, so nothing that is kept in between is missed. Ends after `forMs`. */
  readonly begin: (key: FeedKey, forMs: number) => PollWait;
  readonly wake: (grown: readonly FeedKey[]) => void;
  /** Ends every wait, now and from now on. */
  readonly stop: () => void;
  readonly count: () => number;
};

const feedName = ({ environment, customerId }: FeedKey): string => `${environment}/${customerId}`;

/** The long polls that wait for results, by feed. */
export function waitingPolls(): WaitingPolls {
  const feeds = new Map<string, Set<Waiter>>();
  let stopped = false;

  const remove = (name: string, waiter: Waiter): void => {
    const waiters = feeds.get(name);
    waiters?.delete(waiter);
    if (waiters?.size === 0) feeds.delete(name);
  };

  const finish = (waiter: Waiter): void => {
    waiter.over = true;
    waiter.wake();
  };

  return {
    begin: (key, forMs) => {
      const name = feedName(key);
      const waiter: Waiter = { grown: false, over: stopped, wake: () => undefined };
      feeds.set(name, (feeds.get(name) ?? new Set()).add(waiter));
      const timer = setTimeout(finish, forMs, waiter);
      return {
        next: async () => {
          if (!waiter.grown && !waiter.over) {
            await new Promise<void>((resolve) => {
              waiter.wake = resolve;
            });
          }
          if (waiter.over) return 'over';
          waiter.grown = false;
          return 'grown';
        },
        end: () => {
          clearTimeout(timer);
          remove(name, waiter);
          finish(waiter);
        },
      };
    },
    wake: (grown) => {
      for (const name of new Set(grown.map(feedName))) {
        for (const waiter of feeds.get(name) ?? []) {
          waiter.grown = true;
          waiter.wake();
        }
      }
    },
    stop: () => {
      stopped = true;
      for (const waiters of feeds.values()) for (const waiter of waiters) finish(waiter);
    },
    count: () => [...feeds.values()].reduce((sum, waiters) => sum + waiters.size, 0),
  };
}
