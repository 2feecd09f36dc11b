import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { oneAtATime } from '../../../host/one-at-a-time.ts';

const ROUNDS = 10;

function place(): { readonly lock: string; readonly diary: string } {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-turns-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { lock: join(folder, 'not/there/yet.lock'), diary: join(folder, 'diary') };
}

function work({ lock, diary }: ReturnType<typeof place>, rounds: string): ChildProcess {
  const worker = join(import.meta.dirname, 'worker.ts');
  return spawn(process.execPath, [worker, lock, diary, rounds], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('of two processes that build at the same time, each begins when the other has ended', async () => {
  const at = place();
  const both = [work(at, String(ROUNDS)), work(at, String(ROUNDS))];
  const codes = await Promise.all(both.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual([0, 0]);
  const lines = readFileSync(at.diary, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(2 * 2 * ROUNDS);
  for (const [number, line] of lines.entries()) {
    if (number % 2 === 0) expect(line).toMatch(/^began /);
    else expect(line).toBe(lines[number - 1]?.replace('began', 'ended'));
  }
});

test('nobody waits for one that was killed in the middle of its turn', async () => {
  const at = place();
  const holder = work(at, 'forever');
  if (holder.stdout !== null) await once(holder.stdout, 'data');
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
