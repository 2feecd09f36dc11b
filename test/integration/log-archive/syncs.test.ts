import { basename, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { archiveCopyOf, archiveFileOf } from '../../../electron/db/log-archive.ts';
import { preloadedLibrary, runProgram } from '../../power-cut/preloaded-program.ts';
import { cuttableDisk } from '../../power-cut/shim.ts';
import { tempFolder } from '../db/temp-folder.ts';

const MOVED = 2000;

describe('a power cut', () => {
  const shim = preloadedLibrary();

  it('after entries left queue.db finds each of them in the archive', async () => {
    const disk = cuttableDisk(tempFolder(), shim());
    const run = await runProgram('archive-mover.ts', [join(disk.folder, 'queue.db'), 'beside'], disk.env, 1);
    expect(run).toMatchObject({ said: [`${MOVED}`], code: null });
    const archive = new BetterSqlite3(archiveFileOf(join(disk.restart(), 'queue.db')));
    const numbers = archive.prepare<[], number>('SELECT number FROM log_entry ORDER BY number').pluck().all();
    archive.close();
    expect(numbers).toEqual(Array.from({ length: MOVED }, (_, place) => place + 1));
  });

  it('once the entries were moved leaves the copy of the archive', async () => {
    const base = tempFolder();
    const disk = cuttableDisk(base, shim(), join(base, 'backups'));
    const run = await runProgram('archive-mover.ts', [join(base, 'queue.db'), 'beside'], disk.env, 1);
    expect(run).toMatchObject({ said: [`${MOVED}`], code: null });
    const file = join(disk.restart(), basename(archiveCopyOf('queue.db')));
    const copy = new BetterSqlite3(file, { fileMustExist: true });
    expect(copy.prepare('SELECT count(*) FROM log_entry').pluck().get()).toBe(MOVED);
    copy.close();
  });
});

describe('main', () => {
  const library = preloadedLibrary('main-thread.c');
  /** Those of the empty archive as it is made, and of the header of its -wal file. The pieces and the end add none. */
  const most = '9';
  const watched = (where: 'beside' | 'main') => {
    const file = join(tempFolder(), 'queue.db');
    const env = { LD_PRELOAD: library(), SYNC_WATCH: archiveFileOf(file), SYNC_MOST: most };
    return runProgram('archive-mover.ts', [file, where], env, 1);
  };

  it('waits for no sync of the forty pieces that it moves to the archive', async () => {
    expect(await watched('beside')).toMatchObject({ said: [`${MOVED}`], complaint: '' });
  });

  it('would be found out if it did', async () => {
    const { code, complaint } = await watched('main');
    expect(code).toBe(97);
    expect(complaint).toContain('the main thread syncs');
  });
});
