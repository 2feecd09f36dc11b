import { afterAll, expect, test } from 'vitest';
import { bugNames } from '../../faults/bugs.ts';
import { createLaptopFolders } from '../../faults/laptop.ts';
import { catchBug } from '../../faults/planted.ts';
import { longFrom } from '../../runner/long.ts';

const folders = createLaptopFolders();
afterAll(() => folders.close());

/** A bug shows on many of these days, so that it is still seen when a change elsewhere moves the crashes. */
const days = { first: 1, most: 40 };

test('at least 25 bugs are planted', () => {
  expect(bugNames.length).toBeGreaterThanOrEqual(25);
});

test.each(bugNames.map((bug, index) => [bug, longFrom(1, index % 8)] as const))(
  'the check sees that %s%s',
  async (bug) => {
    expect(await catchBug(folders, bug, days)).not.toBeNull();
  },
);
