import { describe, expect, it } from 'vitest';
import { groupCommit } from '../../../relay/store/sqlite/group-commit.ts';

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

  it('commits what waits when it closes, and takes nothing afterwards', async () => {
    const commits = groupCommit((items: readonly number[]) => items);
    const waiting = commits.add(1);
    commits.close();
    expect(await waiting).toBe(1);
    await expect(commits.add(2)).rejects.toThrow('closed');
  });
});
