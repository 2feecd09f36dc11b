import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { archiveCopyOf, archiveFileOf } from '../../../electron/db/log-archive.ts';
import { chainOfEntry } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { oldLaptop } from './laptop.ts';

/** A laptop with 2,000 entries in the archive and 1,000 in queue.db. */
async function archived() {
  const laptop = oldLaptop();
  laptop.write(3000);
  laptop.upload();
  laptop.pass(31);
  expect(await laptop.archive()).toBe(2000);
  return laptop;
}

const remove = (file: string) => {
  for (const suffix of ['', '-wal', '-shm', '.closed']) rmSync(file + suffix, { force: true });
};
const overwriteMiddle = (file: string) => {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, bytes.length / 4, (3 * bytes.length) / 4);
  writeFileSync(file, bytes);
};

describe('an archive that cannot be used', () => {
  test.each([
    ['damaged', overwriteMiddle],
    ['cut off', (file: string) => truncateSync(file, 9000)],
    ['gone', remove],
  ])('is replaced by its copy where it is %s', async (_what, harm) => {
    const laptop = await archived();
    laptop.reopen(() => harm(archiveFileOf(laptop.file)));
    expect(laptop.said).toContain('log.archive-restored');
    expect(await laptop.verdict()).toMatchObject({ kind: 'sound', head: { number: 3000 } });
  });

  test('is put aside, not deleted', async () => {
    const laptop = await archived();
    laptop.reopen(() => overwriteMiddle(archiveFileOf(laptop.file)));
    expect(laptop.files().some((name) => /^damaged\/\d+\/log-archive\.db$/.test(name))).toBe(true);
  });

  test('is reported where its copy is lost too, and work goes on', async () => {
    const laptop = await archived();
    laptop.reopen(() => {
      remove(archiveFileOf(laptop.file));
      rmSync(archiveCopyOf(laptop.file));
    });
    expect(laptop.said).toContain('log.archive-lost');
    laptop.write(1);
    expect(await laptop.verdict()).toMatchObject({ kind: 'broken', fault: 'removed', number: 1 });
  });

  test('is not taken from another log', async () => {
    const other = await archived();
    const laptop = oldLaptop();
    laptop.write(10);
    laptop.reopen(() => {
      other.database().close();
      copyFileSync(archiveFileOf(other.file), archiveFileOf(laptop.file));
    });
    expect(laptop.all()).toHaveLength(10);
    expect(existsSync(archiveFileOf(laptop.file))).toBe(false);
  });
});

describe('a queue.db that is rebuilt beside an archive', () => {
  test('continues the log after the archive where nothing else is left', async () => {
    const laptop = await archived();
    const { chain } = chainOfEntry(laptop.database().sqlite, 1);
    laptop.reopen(() => {
      remove(laptop.file);
      writeFileSync(laptop.file, 'no database at all');
    });
    expect(chainOfEntry(laptop.database().sqlite, 1).chain).toBe(chain);
    expect(laptop.all()).toHaveLength(2001);
    expect(await laptop.verdict()).toMatchObject({ kind: 'sound', head: { number: 2001 } });
  });

  test('has every entry that the damaged file still shows', async () => {
    const laptop = await archived();
    laptop.reopen(() => {
      // The first page: nothing opens it, and all rows are readable.
      const bytes = readFileSync(laptop.file);
      bytes.fill(0x5a, 0, 16);
      writeFileSync(laptop.file, bytes);
    });
    expect(laptop.all().length).toBeGreaterThanOrEqual(2001);
    expect(await laptop.verdict()).toMatchObject({ kind: 'sound' });
  });

  test('that came back from before the move has each entry once', async () => {
    const laptop = oldLaptop();
    laptop.write(3000);
    laptop.upload();
    laptop.pass(31);
    const before = join(laptop.folder, 'before.db');
    laptop.reopen(() => copyFileSync(laptop.file, before));
    await laptop.archive();
    laptop.reopen(() => {
      remove(laptop.file);
      copyFileSync(before, laptop.file);
    });
    expect(await laptop.verdict()).toMatchObject({ kind: 'sound' });
    expect(new Set(laptop.all()).size).toBe(laptop.all().length);
  });

  test('restored without the newest entries of the archive continues after them', async () => {
    const laptop = oldLaptop();
    laptop.write(500);
    laptop.upload();
    const before = join(laptop.folder, 'before.db');
    laptop.reopen(() => copyFileSync(laptop.file, before));
    laptop.write(3500);
    laptop.upload();
    laptop.pass(31);
    await laptop.archive();
    laptop.reopen(() => {
      remove(laptop.file);
      rmSync(join(laptop.folder, 'queue.db.open'), { force: true });
      copyFileSync(before, laptop.file);
    });
    laptop.write(1);
    expect(laptop.all().at(-1)).toBeGreaterThan(2000);
    expect(await laptop.verdict()).toMatchObject({ kind: 'sound' });
  });
});
