import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { oneAtATime } from '../../../host/one-at-a-time.ts';

const ROUNDS = 40;

function place(): { readonly lock: string; readonly diary: string } {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-turns-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { lock: join(folder, 'not/there/yet.lock'), diary: join(folder, 'diary') };
}

function work({ lock, diary }: ReturnType<typeof place>, rounds: string) {
  const worker = join(import.meta.dirname, 'worker.ts');
  return spawn(process.execPath, [worker, lock, diary, rounds], { stdio: ['pipe', 'pipe', 'inherit'] });
}

test('of two processes that build at the same time, each begins when the other has ended', async () => {
  const at = place();
  const both = [work(at, String(ROUNDS)), work(at, String(ROUNDS))];
  // Neither has begun before both are there.
  await Promise.all(both.map(({ stdout }) => once(stdout, 'data')));
  for (const { stdin } of both) stdin.write('go');
  await Promise.all(both.map((child) => once(child, 'exit')));
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  const lines = readFileSync(at.diary, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(2 * 2 * ROUNDS);
  const begun = lines.filter((_line, number) => number % 2 === 0);
  const ended = lines.filter((_line, number) => number % 2 === 1);
  expect(begun).toEqual(ended.map((line) => line.replace('ended', 'began')));
});

test('no process waits for one that was killed while it held the lock', async () => {
  const at = place();
  const holder = work(at, 'forever');
  await once(holder.stdout, 'data');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await oneAtATime(at.lock, () => Promise.resolve('done'))).toBe('done');
});

test('a work that fails gives its turn away', async () => {
  const at = place();
  const failing = oneAtATime(at.lock, () => Promise.reject(new Error('the build failed')));
  await expect(failing).rejects.toThrow('the build failed');
  expect(await oneAtATime(at.lock, () => Promise.resolve('done'))).toBe('done');
});
