import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folders } from '../../mutants/folders.ts';
import { placesOf } from '../../mutants/quickest-first.ts';

/** `{a,b}.ts` as `a.ts` and `b.ts`: a name that matches no file hides behind its neighbours. */
function alternativesOf(glob: string): readonly string[] {
  const braces = /\{([^{}]*)\}/u.exec(glob);
  if (braces?.[1] === undefined) return [glob];
  return braces[1].split(',').flatMap((name) => alternativesOf(glob.replace(braces[0], name)));
}

const sources = (globs: readonly string[]): readonly string[] => globs.map((glob) => glob.replace(/^!/u, ''));

test.each(folders)('each glob of $name matches a file', ({ mutate, tests }) => {
  const globs = [...sources(mutate), ...tests].flatMap(alternativesOf);
  expect(globs.filter((glob) => globSync(glob).length === 0)).toEqual([]);
});

test('a test runs in the place of the first glob that matches it', () => {
  const places = placesOf(['test/unit/mutants/f*.test.ts', 'test/unit/mutants/*.test.ts']);
  expect(places.get('test/unit/mutants/folders.test.ts')).toBe(0);
  expect(places.get('test/unit/mutants/tally.test.ts')).toBe(1);
  expect(places.get('test/unit/log/chain.test.ts')).toBeUndefined();
});
