import { useEffect } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Topic } from '../../shared/ipc/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { type Listen, listenToCommits } from './topics.ts';

/** A snapshot of a read model. `value` stays during a refetch, so that the layout does not jump. */
interface Snapshot<Value> {
  /** null until the first answer. */
  readonly value: Value | null;
  /** The problem of the last read; null after a successful one. */
  readonly problem: Problem | null;
}

/** A cached part of the database: refetched when a commit concerns it. */
interface ReadModel<Value> {
  readonly store: StoreApi<Snapshot<Value>>;
  /** Refetches. Calls during a read are coalesced into one more read after it. */
  readonly refresh: () => Promise<void>;
  /**
   * Puts the answer of a write into the cache; a read that began earlier is discarded. An answer that includes fewer
   * changes than the cached value is discarded itself: it waited for the disk, and the read did not.
   */
  readonly setData: (value: Value) => void;
  /** Reads now and after every commit that concerns it, until the returned function is called. */
  readonly watch: () => () => void;
  /** Reads before the first watcher, which then does not read again, unless a commit made the answer stale. */
  readonly readAhead: () => Promise<void>;
  /**
   * Stops listening to commits, unless it is watched.
   *
   * @returns false while it is watched
   */
  readonly clear: () => boolean;
}

/**
 * Creates a read model. `concerns` says whether a topic makes it stale. `upTo` gives the number of the last change that
 * a value includes: a change up to that number does not make it stale.
 */
export function createReadModel<Value>(options: {
  readonly read: () => Promise<Result<Value, Problem>>;
  readonly concerns: (topic: Topic) => boolean;
  readonly upTo?: (value: Value) => number | undefined;
  /** The new value, with the parts that did not change taken from the previous one. Default: `keepEqual`. */
  readonly keep?: (before: Value | null, now: Value) => Value;
  /**
   * For models that are cached between screens: they keep listening to commits, so that they know when they are stale.
   */
  readonly outlivesWatchers?: boolean;
  readonly listen?: Listen;
}): ReadModel<Value> {
  const { keep = keepEqual, listen = listenToCommits } = options;
  const store = createStore<Snapshot<Value>>(() => ({ value: null, problem: null }));
  let underWay: Promise<void> | null = null;
  let refetch = false;
  let version = 0;
  let watchers = 0;
  let listening = false;
  let ahead = false;
  let stop = () => {};

  const readUntilFresh = async () => {
    do {
      refetch = false;
      const begun = version;
      const answer = await options.read();
      if (begun !== version) {
        refetch = true;
      } else if (answer.ok) {
        const before = store.getState();
        const value = keep(before.value, answer.value);
        // An equal answer causes no render.
        if (value !== before.value || before.problem !== null) store.setState({ value, problem: null });
      } else {
        // After sign-out nothing of the previous profile may stay on the screen.
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

  const begin = () => {
    if (listening) return;
    listening = true;
    stop = listen((topics, numbers) => {
      if (!topics.some((topic, place) => options.concerns(topic) && !isIncluded(numbers?.[place]))) return;
      ahead = false;
      if (watchers > 0) void refresh();
      // Without a watcher nothing is read; the stale value is cleared, so that the next watcher never shows it.
      else store.setState({ value: null });
    });
  };

  return {
    store,
    refresh,
    setData: (value) => {
      const number = options.upTo?.(value);
      const { value: cached } = store.getState();
      if (number !== undefined && cached !== null && number < (options.upTo?.(cached) ?? -1)) return;
      version += 1;
      store.setState({ value, problem: null });
    },
    readAhead: () => {
      begin();
      ahead = true;
      return refresh();
    },
    watch: () => {
      watchers += 1;
      begin();
      if (!ahead) void refresh();
      ahead = false;
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

/** A snapshot with the retry for a failed read. */
export interface Reading<Value> extends Snapshot<Value> {
  readonly refetch: () => void;
}

/** The model's snapshot, refetched while the component is mounted. */
export function useReadModel<Value>(model: ReadModel<Value>): Reading<Value> {
  useEffect(() => model.watch(), [model]);
  const snapshot = useStore(model.store);
  return { ...snapshot, refetch: () => void model.refresh() };
}

/**
 * LRU cache of read models, one for each id, so that reopening is immediate. It keeps `most` models and those that are
 * watched: a window is open for weeks, and its memory must stay bounded.
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

/**
 * Structural sharing: returns the new answer with each part that equals the previous one replaced by it, so that memoised
 * rows are not rendered again. Returns the previous answer if both are equal.
 */
export function keepEqual<Value>(before: unknown, now: Value): Value;
export function keepEqual(before: unknown, now: unknown): unknown {
  if (Object.is(before, now)) return before;
  if (isList(before) && isList(now)) {
    const kept = now.map((part, place) => keepEqual(before[place], part));
    return before.length === now.length && kept.every((part, place) => part === before[place])
      ? before
      : kept;
  }
  if (!isRecord(before) || !isRecord(now)) return now;
  const names = Object.keys(now);
  const kept = Object.fromEntries(names.map((name) => [name, keepEqual(before[name], now[name])]));
  const isSame =
    Object.keys(before).length === names.length &&
    names.every((name) => name in before && kept[name] === before[name]);
  return isSame ? before : kept;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Tests for a plain object. Bytes and instances of classes are not compared. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
