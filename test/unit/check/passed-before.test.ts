import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inputsIn, passedBefore } from '../../check/passed-before.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'boxwright-checks-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A repository with a tracked source, a page and an ignored folder. */
function repository() {
  const root = folder();
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root });
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  git('init', '--quiet');
  for (const path of ['out', 'node_modules']) mkdirSync(join(root, path));
  write('.gitignore', 'out\nnode_modules\n');
  write('a.ts', 'one');
  write('page.md', 'one');
  write('node_modules/.package-lock.json', 'one');
  git('add', '.');
  return { root, write, inputs: () => inputsIn(root) };
}

test.each([
  ['a tracked file has other content', 'a.ts'],
  ['a file is new and not tracked yet', 'b.ts'],
  ['another package is installed', 'node_modules/.package-lock.json'],
])('every check has other inputs when %s', (_, path) => {
  const { write, inputs } = repository();
  const before = inputs();
  write(path, 'two');
  const after = inputs();
  expect(after?.all).not.toBe(before?.all);
  expect(after?.['all-but-prose']).not.toBe(before?.['all-but-prose']);
});

test('every check has other inputs when a file is gone', () => {
  const { root, inputs } = repository();
  const before = inputs();
  rmSync(join(root, 'a.ts'));
  expect(inputs()?.all).not.toBe(before?.all);
});

test('a page of prose decides only the checks that read everything', () => {
  const { write, inputs } = repository();
  const before = inputs();
  write('page.md', 'two');
  expect(inputs()?.all).not.toBe(before?.all);
  expect(inputs()?.['all-but-prose']).toBe(before?.['all-but-prose']);
});

test('files that git ignores and times of files decide nothing', () => {
  const { write, inputs } = repository();
  const before = inputs();
  write('out/built.js', 'two');
  write('a.ts', 'one');
  expect(inputs()).toEqual(before);
  expect(before).not.toBeNull();
});

test('a folder without git has no inputs to compare', () => {
  expect(inputsIn(folder())).toBeNull();
});

test('a check that has passed is known by its inputs alone, also to the next run', () => {
  const file = join(folder(), 'passed.json');
  const first = passedBefore(file);
  expect(first.has('lint', 'a')).toBe(false);
  first.note('lint', 'a');
  const next = passedBefore(file);
  expect(next.has('lint', 'a')).toBe(true);
  expect(next.has('lint', 'b')).toBe(false);
  expect(next.has('types', 'a')).toBe(false);
  writeFileSync(file, '{"lint":');
  expect(passedBefore(file).has('lint', 'a')).toBe(false);
});
