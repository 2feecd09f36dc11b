import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createStopRecords } from '../../../electron/diagnostics/records.ts';

const SECRET = 'M BX 1077';

/** A process of its own that falls; what it wrote, and the records it left. */
function fall(way: 'exception' | 'rejection' | 'none') {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-falls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'falling-process.ts'),
    folder,
    way,
    SECRET,
  ]);
  let output = '';
  child.stdout.on('data', (bytes) => (output += String(bytes)));
  child.stderr.on('data', (bytes) => (output += String(bytes)));
  const records = () =>
    createStopRecords({ folder, version: 'next', now: Date.now, onChange: () => undefined });
  const onDisk = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
  return { child, folder, records, onDisk, output: () => output };
}

test('an uncaught exception ends the process, and is on disk with its place and without its data', async () => {
  const fallen = fall('exception');
  await once(fallen.child, 'exit');
  expect(fallen.child.exitCode).not.toBe(0);
  expect(fallen.records().unreported()).toMatchObject([
    { kind: 'app', reason: 'TypeError', version: 'test', reported: false },
  ]);
  expect(fallen.records().list()[0]?.frames[0]).toContain('fallOver');
  expect(fallen.onDisk()).not.toContain(SECRET);
  // The next start tells that this run did not close.
  const next = fallen.records();
  next.begin();
  expect(next.unreported().map(({ kind }) => kind)).toEqual(['ended', 'app']);
});

test('an unhandled rejection ends nothing, and is kept the same', async () => {
  const fallen = fall('rejection');
  await once(fallen.child, 'exit');
  expect(fallen.child.exitCode).toBe(0);
  expect(fallen.output()).toContain('still at work');
  expect(fallen.records().unreported()).toMatchObject([{ kind: 'app', reason: 'TypeError' }]);
  expect(fallen.onDisk()).not.toContain(SECRET);
  // It closed as it should: nothing more is reported.
  const next = fallen.records();
  next.begin();
  expect(next.unreported()).toHaveLength(1);
});

test('a killed process leaves its mark, and the next start reports it', async () => {
  const fallen = fall('none');
  await expect.poll(() => fallen.output()).toContain('at work');
  expect(existsSync(join(fallen.folder, 'at-work'))).toBe(true);
  fallen.child.kill('SIGKILL');
  await once(fallen.child, 'exit');
  const next = fallen.records();
  expect(next.list()).toEqual([]);
  next.begin();
  expect(next.unreported()).toMatchObject([{ kind: 'ended', reason: 'not closed', frames: [] }]);
});
