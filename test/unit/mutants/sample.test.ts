import { expect, test } from 'vitest';
import { folders } from '../../mutants/folders.ts';
import { declarationsOf, sourcesOf } from '../../mutants/sample.ts';

const SOURCE = [
  "import { one } from './one.ts';",
  '',
  '/** Two. */',
  'export function two(): number {',
  '  const inner = one;',
  '  return inner;',
  '}',
  '',
  'const three = [',
  '  one,',
  '];',
].join('\n');

test('a declaration reaches to the one after it, and its body begins none', () => {
  expect(declarationsOf(SOURCE)).toEqual([
    { from: 4, to: 8 },
    { from: 9, to: 11 },
  ]);
});

test('a sample is a part of the folder, and always the same part', () => {
  const folder = folders.find(({ name }) => name === 'electron/operations/queue');
  if (folder === undefined) throw new Error('The folder electron/operations/queue is not listed.');
  const all = sourcesOf(folder, { percent: 99.999, seed: 1 });
  const tenth = sourcesOf(folder, { percent: 10, seed: 1 });
  expect(tenth.length).toBeGreaterThan(0);
  expect(tenth.length).toBeLessThan(all.length / 2);
  expect(all).toEqual(expect.arrayContaining([...tenth]));
  expect(sourcesOf(folder, { percent: 10, seed: 1 })).toEqual(tenth);
  expect(sourcesOf(folder, { percent: 10, seed: 2 })).not.toEqual(tenth);
});

test('an excluded file is not in the sample of its folder', () => {
  const folder = folders.find(({ name }) => name === 'relay/store');
  if (folder === undefined) throw new Error('The folder relay/store is not listed.');
  expect(
    sourcesOf(folder, { percent: 99.999, seed: 1 }).filter((place) => place.includes('writer-thread')),
  ).toEqual([]);
});

test('a hook is not mutated, whatever its file is called', () => {
  const source = ['export const one = 1;', 'export function useOne(): number {', '  return one;', '}'].join(
    '\n',
  );
  expect(declarationsOf(source)).toEqual([{ from: 1, to: 1 }]);
});

test('a whole run takes each declaration', () => {
  const [folder] = folders;
  if (folder === undefined) throw new Error('No folder is listed.');
  expect(sourcesOf(folder, { percent: 100, seed: 1 })).toEqual(sourcesOf(folder, { percent: 100, seed: 2 }));
});
