import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { lockFolder } from '../../../electron/db/folder-lock.ts';
import { problemCodeOf } from './problem-code.ts';
import { tempFolder } from './temp-folder.ts';

const held = (folder: string) => {
  const lock = lockFolder(folder);
  onTestFinished(lock.release);
  return lock;
};

/** Another process that holds a folder, once it says so. */
async function holder(folder: string) {
  const source = `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, '../../../electron/db/folder-lock.ts'))};
    lockFolder(process.argv[1]); console.log('held'); process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('a folder has one holder at a time, in this process and in others', async () => {
  const folder = tempFolder();
  const child = await holder(folder);
  expect(problemCodeOf(() => lockFolder(folder))).toBe('folder-in-use');
  child.stdin.end();
  await once(child, 'exit');
  const lock = held(folder);
  expect(problemCodeOf(() => lockFolder(folder))).toBe('folder-in-use');
  lock.release();
  held(folder);
});

/** A process that asks for each of these folders at its own moment, and says for which ones it was refused. */
async function asker(folders: readonly string[], from: number): Promise<readonly number[]> {
  const source = `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, '../../../electron/db/folder-lock.ts'))};
    const [from, ...folders] = process.argv.slice(1);
    const refused = [];
    for (const [index, folder] of folders.entries()) {
      while (Date.now() < Number(from) + index * 10);
      try { lockFolder(folder).release(); } catch { refused.push(index); }
    }
    console.log(JSON.stringify(refused));`;
  const args = ['--input-type=module-typescript', '-e', source, String(from), ...folders];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const reported = await text(child.stdout);
  return z.array(z.number()).parse(JSON.parse(reported));
}

test('of two processes that ask at the same moment one gets the folder: never are both refused', async () => {
  const folders = Array.from({ length: 300 }, () => tempFolder());
  const from = Date.now() + 1000;
  const [one, other] = await Promise.all([asker(folders, from), asker(folders, from)]);
  expect(one.filter((index) => other.includes(index))).toEqual([]);
});

test('faults.md 20: a holder that is killed holds nothing any more', async () => {
  const folder = tempFolder();
  const child = await holder(folder);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(() => held(folder)).not.toThrow();
});

test('the lock file is never written, and foreign content in it does not lock the folder', () => {
  const folder = tempFolder();
  const file = join(folder, 'folder.lock');
  writeFileSync(file, 'not a database '.repeat(400));
  held(folder);
  expect(statSync(file).size).toBe(0);
  expect(problemCodeOf(() => lockFolder(folder))).toBe('folder-in-use');
});
