import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { preloadedLibrary, runProgram } from '../../power-cut/preloaded-program.ts';
import { cuttableDisk } from '../../power-cut/shim.ts';
import { tempFolder } from '../db/temp-folder.ts';

describe('a power cut', () => {
  const shim = preloadedLibrary();

  it.each([1, 5])('after %i stored photos loses none of them, and no byte', async (photos) => {
    const disk = cuttableDisk(tempFolder(), shim());
    const { said, code, complaint } = await runProgram(
      'photo-writer.ts',
      [disk.folder, '1000', disk.folder, 'beside'],
      disk.env,
      photos,
    );
    expect({ code, complaint }).toMatchObject({ code: null });
    expect(said.length).toBeGreaterThanOrEqual(photos);
    const after = disk.restart();
    for (const digest of said) {
      const bytes = readFileSync(join(after, digest));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest);
    }
    const database = openDatabase({
      file: join(after, 'queue.db'),
      migrations: queueMigrations,
      durability: 'full',
      onCommitted: () => {},
    });
    const named = database.sqlite.prepare<[], string>('SELECT sha256 FROM attachment').pluck().all();
    database.close();
    expect(named).toEqual(expect.arrayContaining([...said]));
    // A row never names a file that is not there.
    for (const digest of named) expect(existsSync(join(after, digest))).toBe(true);
  });
});

describe('main', () => {
  const library = preloadedLibrary('main-thread.c');
  const watched = async (where: 'beside' | 'main') => {
    const folder = join(tempFolder(), 'attachments');
    const env = { LD_PRELOAD: library(), SYNC_WATCH: folder };
    return { folder, ...(await runProgram('photo-writer.ts', [folder, '3', tempFolder(), where], env)) };
  };

  it('waits for no sync of a photo or of its folder', async () => {
    const { folder, said, code, complaint } = await watched('beside');
    expect({ code, complaint }).toMatchObject({ code: 0 });
    expect(said).toHaveLength(3);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('would be found out if it did', async () => {
    const { code, complaint } = await watched('main');
    expect(code).toBe(97);
    expect(complaint).toContain('the main thread syncs');
  });
});
