import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { preloadedLibrary, runProgram } from '../../power-cut/preloaded-program.ts';
import { cuttableDisk } from '../../power-cut/shim.ts';
import { tempFolder } from './temp-folder.ts';

const shim = preloadedLibrary();

test.each(['settings', 'saved'])('a new file survives a power cut once it is written: %s', async (kind) => {
  const disk = cuttableDisk(tempFolder(), shim());
  const { said, complaint } = await runProgram('file-writer.ts', [disk.folder, kind], disk.env, 1);
  expect({ files: said.length, complaint }).toEqual({ files: 1, complaint: '' });
  const after = disk.restart();
  for (const name of said) {
    expect(JSON.parse(readFileSync(join(after, name), 'utf8'))).toEqual({ language: 'de' });
  }
});

test('a backup survives a power cut once it is made', async () => {
  const disk = cuttableDisk(tempFolder(), shim());
  const { said, complaint } = await runProgram('file-writer.ts', [disk.folder, 'backup'], disk.env, 1);
  expect({ files: said.length, complaint }).toEqual({ files: 1, complaint: '' });
  const copy = new BetterSqlite3(join(disk.restart(), said[0] ?? ''), { fileMustExist: true });
  expect(copy.prepare('SELECT language FROM said').pluck().get()).toBe('de');
  copy.close();
});

test('a file that is deleted while it is synced does not survive', () => {
  const disk = cuttableDisk(tempFolder(), shim());
  const deleting = `const { openSync, fsyncSync, unlinkSync } = require('node:fs');
    const file = openSync(process.argv[1], 'w');
    unlinkSync(process.argv[1]);
    fsyncSync(file);`;
  const { status } = spawnSync(process.execPath, ['-e', deleting, join(disk.folder, 'queue.db-wal')], {
    env: { ...process.env, ...disk.env },
  });
  expect(status).toBe(0);
  expect(readdirSync(disk.restart())).toEqual([]);
});
