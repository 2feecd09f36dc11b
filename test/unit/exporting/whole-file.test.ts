import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeWhole } from '../../../electron/base/whole-file.ts';

function chosenPlace(): { readonly folder: string; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-whole-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: join(folder, 'jobs.csv') };
}

test('texts and bytes stand in the file in the order in which they came', async () => {
  const { folder, path } = chosenPlace();
  expect(
    await writeWhole(path, ['plate;', Buffer.from('name;'), 'ü'.repeat(70_000), Buffer.from('end')]),
  ).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe(`plate;name;${'ü'.repeat(70_000)}end`);
  expect(readdirSync(folder)).toEqual(['jobs.csv']);
});

test('a file that is meant for its owner alone can be read by no other account', async () => {
  const { path } = chosenPlace();
  await writeWhole(path, ['sealed'], { mode: 0o600 });
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('a stopped file does not exist, and the earlier one stays', async () => {
  const { folder, path } = chosenPlace();
  await writeWhole(path, ['before']);
  const stopping = new AbortController();
  function* pieces() {
    yield 'half';
    stopping.abort();
    yield 'more';
  }
  expect(await writeWhole(path, pieces(), { stop: stopping.signal })).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('before');
  expect(readdirSync(folder)).toEqual(['jobs.csv']);
});

test('a missing place, or a folder, is refused with a next step', async () => {
  const { folder, path } = chosenPlace();
  mkdirSync(path);
  for (const refused of [join(folder, 'gone', 'jobs.csv'), path]) {
    await expect(writeWhole(refused, ['x'])).rejects.toMatchObject({ problem: { code: 'file-not-written' } });
  }
  expect(readdirSync(folder)).toEqual(['jobs.csv']);
});

test('a fault of the producer is not reported as one of the place', async () => {
  const { folder, path } = chosenPlace();
  const fault = new RangeError('no such column');
  function* pieces() {
    yield 'half';
    throw fault;
  }
  await expect(writeWhole(path, pieces())).rejects.toBe(fault);
  expect(readdirSync(folder)).toEqual([]);
});
