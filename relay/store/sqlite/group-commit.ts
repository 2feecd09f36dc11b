import { StoreUnavailable } from '../store.ts';

export type GroupCommit<Item, Kept> = {
  /** Resolves after the commit that holds the item, rejects when that commit failed. */
  readonly add: (item: Item) => Promise<Kept>;
  /** Commits what waits, and takes nothing more. */
  readonly close: () => void;
};

type Waiting<Item, Kept> = {
  readonly item: Item;
  readonly keep: (kept: Kept) => void;
  readonly fail: (reason: unknown) => void;
};

/**
 * Everything that arrives within one turn of the event loop shares one transaction, so one sync of the disk serves all
 * of it: while a commit waits for the disk, the next requests queue up in their sockets and form the next group.
 *
 * @param writeAll commits all items or throws; answers one value per item, in order.
 */
export function groupCommit<Item, Kept>(
  writeAll: (items: readonly Item[]) => readonly Kept[],
): GroupCommit<Item, Kept> {
  let group: Waiting<Item, Kept>[] = [];
  let closed = false;

  const commit = (): void => {
    const committing = group;
    group = [];
    if (committing.length === 0) return;
    try {
      const kept = writeAll(committing.map(({ item }) => item));
      for (const [index, { keep, fail }] of committing.entries()) {
        const value = kept[index];
        if (value === undefined) fail(new StoreUnavailable('no outcome'));
        else keep(value);
      }
    } catch (reason) {
      for (const { fail } of committing) fail(reason);
    }
  };

  return {
    add: (item) => {
      if (closed) return Promise.reject(new StoreUnavailable('closed'));
      return new Promise((keep, fail) => {
        group.push({ item, keep, fail });
        if (group.length === 1) setImmediate(commit);
      });
    },
    close: () => {
      closed = true;
      commit();
    },
  };
}
