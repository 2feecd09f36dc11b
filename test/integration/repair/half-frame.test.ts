import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readWalState } from '../../../electron/db/recovery/file-state.ts';

const HEAD = 24;
const PAGE = 4096;
const COMMITS = 5;

/** The files of a database whose app was killed after some commits, all of them in the -wal file. */
function killed({ generations = 1 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-half-frame-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [live, left] = [join(folder, 'live.db'), join(folder, 'left.db')];
  const database = new BetterSqlite3(live);
  onTestFinished(() => void database.close());
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE box (serial TEXT)');
  const insert = database.prepare('INSERT INTO box VALUES (?)');
  for (let generation = 1; generation <= generations; generation += 1) {
    // The next commit begins the -wal file again and leaves the frames behind it as they were.
    database.pragma('wal_checkpoint(RESTART)');
    // Each generation is shorter than the one before.
    for (let commit = 0; commit < COMMITS * (generations + 1 - generation); commit += 1) {
      insert.run(`00123400${commit}`);
    }
  }
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(live + suffix, left + suffix);
  const wal = readFileSync(`${left}-wal`);
  const end = 32 + COMMITS * (HEAD + PAGE);
  return {
    file: left,
    /** The head of the last frame of this generation; the next one's looks the same but for its sum. */
    head: wal.subarray(end - PAGE - HEAD, end - PAGE),
    /** Puts bytes behind the last frame of this generation. */
    putBehind: (bytes: Buffer) => {
      if (wal.length === end) appendFileSync(`${left}-wal`, bytes);
      else
        writeFileSync(
          `${left}-wal`,
          Buffer.concat([wal.subarray(0, end), bytes, wal.subarray(end + bytes.length)]),
        );
    },
    change: (at: number) => {
      const now = readFileSync(`${left}-wal`);
      now[end + at] = (now[end + at] ?? 0) ^ 0xff;
      writeFileSync(`${left}-wal`, now);
    },
  };
}

describe('a frame that a kill left half written', () => {
  test('behind all commits is no damage: its own was never made', () => {
    const { file, head, putBehind } = killed();
    expect(readWalState(file)).toBe('whole');
    putBehind(head);
    expect(readWalState(file)).toBe('whole');
  });

  test('over a frame of a generation before is none either', () => {
    const { file, head, putBehind } = killed({ generations: 2 });
    expect(readWalState(file)).toBe('whole');
    putBehind(head);
    expect(readWalState(file)).toBe('whole');
  });

  test('is damage where fewer commits stand before it than were counted', () => {
    const { file, change } = killed();
    change(-1);
    expect(readWalState(file)).toBe('broken');
  });

  test('is damage where another of its generation comes after it', () => {
    const { file, head, putBehind } = killed();
    putBehind(Buffer.concat([head, Buffer.alloc(PAGE), head]));
    expect(readWalState(file)).toBe('broken');
  });

  test('is damage where nothing tells how many commits there were', () => {
    const { file, head, putBehind } = killed();
    putBehind(head);
    rmSync(`${file}-shm`);
    expect(readWalState(file)).toBe('broken');
  });
});
