import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folders } from '../../mutants/folders.ts';

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
