import { expect, test } from 'vitest';
import { createLimit } from '../../../electron/operator/paging.ts';

test('at most two run at once, in order, and a failure frees its place', async () => {
  const limit = createLimit(2);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const tasks = Array.from({ length: 10 }, (_, index) =>
    limit(async () => {
      begun.push(index);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (index % 3 === 0) throw new Error('failed');
      return index;
    }),
  );
  const settled = await Promise.allSettled(tasks);
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(settled.map(({ status }) => status === 'rejected')).toEqual(begun.map((index) => index % 3 === 0));
  expect(await limit(() => Promise.resolve('free'))).toBe('free');
});
