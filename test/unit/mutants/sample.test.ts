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
  const all = sourcesOf(folder, 99.999);
  const tenth = sourcesOf(folder, 10);
  expect(tenth.length).toBeGreaterThan(0);
  expect(tenth.length).toBeLessThan(all.length / 2);
  expect(all).toEqual(expect.arrayContaining([...tenth]));
  expect(sourcesOf(folder, 10)).toEqual(tenth);
});

test('what a folder leaves out is not in its sample', () => {
  const folder = folders.find(({ name }) => name === 'relay/store');
  if (folder === undefined) throw new Error('The folder relay/store is not listed.');
  expect(sourcesOf(folder, 99.999).filter((place) => place.includes('writer-thread'))).toEqual([]);
});

test('a whole run takes the globs as they are', () => {
  const [folder] = folders;
  if (folder === undefined) throw new Error('No folder is listed.');
  expect(sourcesOf(folder, 100)).toBe(folder.mutate);
});
