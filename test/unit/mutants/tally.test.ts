import { expect, test } from 'vitest';
import { folders } from '../../mutants/folders.ts';
import { chosenFolders } from '../../mutants/chosen-folders.ts';
import { tallyOf } from '../../mutants/tally.ts';

const SOURCE = ['const one = a && b;', 'switch (one) {', '  default:', '    break;', '}'].join('\n');
const read = () => SOURCE;

/** A mutant of the first line, `a && b`. */
function mutant(status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout', line = 1, columns = [13, 19]) {
  const [from = 0, to = 0] = columns;
  return {
    id: '1',
    fileName: 'electron/operations/outcomes/apply.ts',
    mutatorName: 'LogicalOperator',
    replacement: 'a || b',
    status,
    location: { start: { line, column: from }, end: { line, column: to } },
  };
}

test('the score counts killed and timed-out mutants against all, those without a test included', () => {
  const tally = tallyOf(
    [mutant('Killed'), mutant('Timeout'), mutant('Survived'), mutant('NoCoverage')],
    read,
    [],
  );
  expect(tally).toMatchObject({ killed: 2, counted: 4, timedOut: 1, equivalent: 0, score: 50 });
});

test('a survivor is named by its place, its mutator and both texts', () => {
  const { survivors } = tallyOf([mutant('NoCoverage'), mutant('Survived')], read, []);
  const line = 'electron/operations/outcomes/apply.ts:1:13 LogicalOperator: a && b => a || b';
  expect(survivors).toEqual([line, `${line} (no test gets there)`]);
});

test('an equivalent mutant counts neither way, unless a test kills it', () => {
  const listed = [{ file: 'apply.ts', original: 'a && b', replacement: 'a || b', reason: 'the same' }];
  expect(tallyOf([mutant('Survived'), mutant('Killed')], read, listed)).toMatchObject({
    killed: 1,
    counted: 1,
    equivalent: 1,
    score: 100,
    survivors: [],
  });
  const others = [
    { file: 'match.ts', original: 'a && b', reason: 'another file' },
    { file: '', original: 'a && c', reason: 'another text' },
    { file: '', original: 'a && b', replacement: 'true', reason: 'another replacement' },
  ];
  expect(tallyOf([mutant('Survived')], read, others).equivalent).toBe(0);
});

test('the branch that the compiler proves to be empty is equivalent everywhere', () => {
  expect(tallyOf([mutant('NoCoverage', 3, [3, 11])], read)).toMatchObject({ equivalent: 1, score: 100 });
});

test('only members of a schema are left to the compiler', () => {
  const source = ['export const tone = z.enum([', "  'good',", ']);', "const one = 'good';"].join('\n');
  const word = (line: number, columns: number[]) => ({
    ...mutant('Survived', line, columns),
    mutatorName: 'StringLiteral',
    replacement: '""',
  });
  expect(tallyOf([word(2, [3, 9])], () => source)).toMatchObject({ equivalent: 1, counted: 0 });
  expect(tallyOf([word(4, [13, 19])], () => source)).toMatchObject({ equivalent: 0, counted: 1 });
});

test('parts cover every folder once', () => {
  const parts = ['1/3', '2/3', '3/3'].flatMap((part) => chosenFolders(undefined, part) ?? []);
  expect(parts.map(({ name }) => name).toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  for (const part of ['0/2', '3/2', '1', 'x/y', '1.5/2']) expect(chosenFolders(undefined, part)).toBeNull();
  expect(chosenFolders('no-such-folder', '1/1')).toBeNull();
});

test('a whole name chooses that folder alone; a part of it, each folder that holds it', () => {
  const namesOf = (only: string) => chosenFolders(only, '1/1')?.map(({ name }) => name);
  expect(namesOf('electron/operations/queue')).toEqual(['electron/operations/queue']);
  expect(namesOf('operations/queue')).toEqual([
    'electron/operations/queue',
    'electron/operations/queue/kinds',
    'electron/operations/queue/repair',
  ]);
});
