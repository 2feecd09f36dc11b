import { describe, expect, it, vi } from 'vitest';
import { LARGEST_GROUP, groupCommit } from '../../../relay/store/write-queues.ts';
import { StoreUnavailable, isValueRefused } from '../../../relay/store/store.ts';

describe('a group commit', () => {
  it('writes everything of one turn at once, in order, and gives each its own outcome', async () => {
    const groups: (readonly number[])[] = [];
    const commits = groupCommit((items: readonly number[]) => {
      groups.push(items);
      return items.map((item) => `kept ${item}`);
    });
    expect(await Promise.all([1, 2, 3].map(commits.add))).toEqual(['kept 1', 'kept 2', 'kept 3']);
    await commits.add(4);
    expect(groups).toEqual([[1, 2, 3], [4]]);
  });

  it('writes results that arrive during a commit together, after it', async () => {
    const groups: (readonly number[])[] = [];
    let finish = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const commits = groupCommit(async (items: readonly number[]) => {
      groups.push(items);
      if (groups.length === 1) await first;
      return items;
    });
    const all = [commits.add(1)];
    await vi.waitFor(() => expect(groups).toEqual([[1]]));
    all.push(commits.add(2), commits.add(3));
    finish();
    await Promise.all(all);
    expect(groups).toEqual([[1], [2, 3]]);
  });

  it('starts the next group before it answers the last', async () => {
    const events: string[] = [];
    const finish: (() => void)[] = [];
    const commits = groupCommit(async (items: readonly number[]) => {
      events.push(`takes ${items.join(' ')}`);
      await new Promise<void>((resolve) => finish.push(resolve));
      return items;
    });
    const add = (item: number): Promise<number> => commits.add(item).then(() => events.push(`kept ${item}`));
    const all = [add(1)];
    await vi.waitFor(() => expect(finish).toHaveLength(1));
    all.push(add(2), add(3));
    finish[0]?.();
    await Promise.all(all.slice(0, 1));
    finish[1]?.();
    await Promise.all(all);
    expect(events).toEqual(['takes 1', 'takes 2 3', 'kept 1', 'kept 2', 'kept 3']);
  });

  it('hands over a group once gathering takes longer than a commit, so that the store works meanwhile', async () => {
    let clock = 0;
    const groups: (readonly number[])[] = [];
    const commits = groupCommit(
      (items: readonly number[]) => {
        groups.push(items);
        clock += 10;
        return items;
      },
      { now: () => clock },
    );
    await commits.add(1);
    const all = [commits.add(2)];
    clock += 9;
    all.push(commits.add(3));
    await Promise.resolve();
    expect(groups).toEqual([[1]]);
    clock += 1;
    all.push(commits.add(4));
    await Promise.resolve();
    expect(groups).toEqual([[1], [2, 3, 4]]);
    all.push(commits.add(5));
    await Promise.all(all);
    expect(groups).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('writes no more at once than one transaction should hold', async () => {
    const sizes: number[] = [];
    const commits = groupCommit((items: readonly number[]) => {
      sizes.push(items.length);
      return items;
    });
    await Promise.all(Array.from({ length: LARGEST_GROUP + 1 }, (_, index) => commits.add(index)));
    expect(sizes).toEqual([LARGEST_GROUP, 1]);
  });

  it('fails all of a group that could not be committed, and none of the next', async () => {
    let full = true;
    const commits = groupCommit((items: readonly number[]) => {
      if (full) throw new Error('disk full');
      return items;
    });
    const outcomes = await Promise.allSettled([commits.add(1), commits.add(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    full = false;
    expect(await commits.add(3)).toBe(3);
  });

  it('fails only the item that the store does not take, and keeps the others of its group', async () => {
    const commits = groupCommit(
      (items: readonly number[]) => {
        if (items.includes(13)) throw new StoreUnavailable('22003');
        return items;
      },
      { isAboutItem: isValueRefused },
    );
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, item) => commits.add(item)));
    const failed = outcomes.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []));
    expect(failed).toEqual([13]);
  });

  it('asks a store that cannot work once for a group', async () => {
    let asked = 0;
    const commits = groupCommit(
      (_items: readonly number[]): readonly number[] => {
        asked += 1;
        throw new StoreUnavailable('SQLITE_FULL');
      },
      { isAboutItem: isValueRefused },
    );
    await Promise.allSettled([1, 2, 3].map(commits.add));
    expect(asked).toBe(1);
  });

  it.each([
    ['items', { items: 3, weight: Infinity }],
    ['weight', { items: Infinity, weight: 30 }],
  ])('refuses results while the queue is full, by %s, and accepts them afterwards', async (_by, most) => {
    let failing = false;
    const queue = { ...most, weigh: (item: number) => item };
    const commits = groupCommit(
      (items: readonly number[]) => {
        if (failing) throw new StoreUnavailable('SQLITE_FULL');
        return items;
      },
      { queue },
    );
    for (failing of [false, true, false]) {
      const outcomes = await Promise.allSettled([10, 10, 10, 10].map(commits.add));
      expect(outcomes.slice(0, 3).map(({ status }) => status)).toEqual(
        Array.from({ length: 3 }, () => (failing ? 'rejected' : 'fulfilled')),
      );
      expect(outcomes[3]).toMatchObject({ status: 'rejected', reason: { code: 'queue full' } });
    }
  });

  it('commits waiting results when it closes, and accepts none afterwards', async () => {
    const commits = groupCommit((items: readonly number[]) => items);
    const waiting = commits.add(1);
    await commits.close();
    expect(await waiting).toBe(1);
    await expect(commits.add(2)).rejects.toThrow('closed');
  });
});
