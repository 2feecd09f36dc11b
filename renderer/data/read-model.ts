import { useEffect } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Topic } from '../../shared/ipc/pushed.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { type Listen, listenToCommits } from './topics.ts';

/** A screen's view of a slice. `value` stays while it is read again, so nothing jumps. */
interface Snapshot<Value> {
  /** null until the first answer. */
  readonly value: Value | null;
  /** Why the last reading failed; null after a good one. */
  readonly problem: Problem | null;
}

/** One slice of the database as the window knows it: re-read when a commit concerned it. */
interface ReadModel<Value> {
  readonly store: StoreApi<Snapshot<Value>>;
  /** Reads again. Calls while a reading is under way become one more reading after it, however many they are. */
  readonly refresh: () => Promise<void>;
  /** Takes an answer that a write brought along; a reading begun before it no longer counts. */
  readonly setData: (value: Value) => void;
  /** Reads now and after every commit that concerns it, while it is watched; the answer ends it. */
  readonly watch: () => () => void;
  /** Listens no longer, for good where it is not watched again; false while it is watched. */
  readonly clear: () => boolean;
}

/**
 * Makes a slice. `concerns` says whether a topic makes it stale; `upTo`, the number of the last change that a value includes: a change up
 * to that one does not.
 */
export function createReadModel<Value>(options: {
  readonly read: () => Promise<Result<Value, Problem>>;
  readonly concerns: (topic: Topic) => boolean;
  readonly upTo?: (value: Value) => number | undefined;
  /** For slices that are kept between screens: they go on listening, to know that they went stale. */
  readonly outlivesWatchers?: boolean;
  readonly listen?: Listen;
}): ReadModel<Value> {
  const listen = options.listen ?? listenToCommits;
  const store = createStore<Snapshot<Value>>(() => ({ value: null, problem: null }));
  let underWay: Promise<void> | null = null;
  let refetch = false;
  let version = 0;
  let watchers = 0;
  let listening = false;
  let stop = () => {};

  const readUntilFresh = async () => {
    do {
      refetch = false;
      const begun = version;
      const answer = await options.read();
      if (begun !== version) {
        refetch = true;
      } else if (answer.ok) {
        store.setState({ value: answer.value, problem: null });
      } else {
        // Without a profile nothing of the last one may stay on the screen.
        store.setState(
          answer.error.code === 'not-connected'
            ? { value: null, problem: answer.error }
            : { problem: answer.error },
        );
      }
    } while (refetch);
    underWay = null;
  };

  const isIncluded = (number: number | undefined): boolean => {
    const { value } = store.getState();
    if (number === undefined || value === null || options.upTo === undefined) return false;
    return number <= (options.upTo(value) ?? -1);
  };

  const refresh = () => {
    if (underWay === null) underWay = readUntilFresh();
    else refetch = true;
    return underWay;
  };

  return {
    store,
    refresh,
    setData: (value) => {
      version += 1;
      store.setState({ value, problem: null });
    },
    watch: () => {
      watchers += 1;
      if (!listening) {
        listening = true;
        stop = listen((topics, numbers) => {
          if (!topics.some((topic, place) => options.concerns(topic) && !isIncluded(numbers?.[place])))
            return;
          if (watchers > 0) void refresh();
          // Without a watcher nothing is read; but yesterday's state must not be shown as today's to the next one.
          else store.setState({ value: null });
        });
      }
      void refresh();
      return () => {
        watchers -= 1;
        if (watchers > 0 || options.outlivesWatchers === true) return;
        listening = false;
        stop();
      };
    },
    clear: () => {
      if (watchers > 0) return false;
      listening = false;
      stop();
      return true;
    },
  };
}

/** A slice as a screen holds it: with the way to read it again after it could not be read. */
export interface Reading<Value> extends Snapshot<Value> {
  readonly refetch: () => void;
}

/** The slice's snapshot, kept fresh while the component is mounted. */
export function useReadModel<Value>(model: ReadModel<Value>): Reading<Value> {
  useEffect(() => model.watch(), [model]);
  const snapshot = useStore(model.store);
  return { ...snapshot, refetch: () => void model.refresh() };
}

/**
 * The slices of what was opened last, one for each id, so that what is opened again is there at once. `most` are kept, and those
 * those that are watched: a window is open for weeks, and holds no more at the end of them than after a day.
 */
export function recentModels<Id, Value>(
  make: (id: Id) => ReadModel<Value>,
  most: number,
): (id: Id) => ReadModel<Value> {
  const models = new Map<Id, ReadModel<Value>>();
  return (id) => {
    const model = models.get(id) ?? make(id);
    models.delete(id);
    models.set(id, model);
    for (const [other, old] of models) {
      if (models.size <= most) break;
      if (other !== id && old.clear()) models.delete(other);
    }
    return model;
  };
}
