import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

const scenarios = [
  ...(read('docs/design/faults.md').split('\n## Scenarios')[1] ?? '').matchAll(/^(\d+)\. \*\*/gm),
].map(([, number]) => Number(number));

/** `faults.md 7` or `faults.md 12, 14` in the title of a test or of a group of tests. */
function named(source: string): readonly number[] {
  const titles = source.matchAll(/\b(?:test|it|describe)\b[\w.]*\(\s*(?:[^\n'"`]*\)\()?['"`]([^\n]*)/g);
  return [...titles].flatMap(([, title = '']) =>
    [...title.matchAll(/faults\.md (\d+(?:, \d+)*)/g)].flatMap(([, numbers = '']) =>
      numbers.split(', ').map(Number),
    ),
  );
}

const files = globSync('test/**/*.test.ts', { cwd: root.pathname });

test('the document has its scenarios, numbered without a gap', () => {
  expect(scenarios).toEqual(Array.from({ length: 42 }, (_, index) => index + 1));
});

test('every scenario is the title of a test', () => {
  const shown = new Set(files.flatMap((file) => named(read(file))));
  expect(scenarios.filter((number) => !shown.has(number))).toEqual([]);
});

test('no test names a scenario that does not exist', () => {
  const unknown = files.filter((file) => named(read(file)).some((number) => !scenarios.includes(number)));
  expect(unknown).toEqual([]);
});
