import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { onTestFinished } from 'vitest';

/** The damage that the files of a database can take while closed. `at` is a part of the file, from 0 to 1. */
export type Damage =
  | { readonly kind: 'none' }
  | { readonly kind: 'cut'; readonly file: Side; readonly at: number }
  | { readonly kind: 'flip'; readonly file: Side; readonly at: number }
  | { readonly kind: 'page'; readonly file: Side; readonly at: number }
  | { readonly kind: 'header' }
  | { readonly kind: 'zero-length' | 'text' | 'directory' | 'foreign' | 'gone'; readonly file: Side };
export type Side = '' | '-wal';

const PAGE = 4096;

/** A folder of the running test's own with the files of a database as they stand at this moment, as a killed app leaves them. */
export function snapshot(file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-damaged-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const suffix of ['', '-wal', '-shm', '.open']) {
    if (existsSync(file + suffix)) copyFileSync(file + suffix, join(folder, `queue.db${suffix}`));
  }
  return join(folder, 'queue.db');
}

/** Puts the backups of one folder beside a file in another. */
export function giveBackups(from: string, file: string): void {
  cpSync(join(from, 'backups'), join(dirname(file), 'backups'), { recursive: true });
}

/** Does it to the files. Nothing may have them open. */
export function damage(file: string, what: Damage): void {
  if (what.kind === 'none') return;
  if (what.kind === 'header') {
    change(file, (bytes) => bytes.fill(0x5a, 0, 64));
    return;
  }
  const path = file + what.file;
  if (!existsSync(path)) return;
  const size = statSync(path).size;
  switch (what.kind) {
    case 'cut':
      truncateSync(path, Math.floor(size * what.at));
      return;
    case 'flip':
      change(path, (bytes) => {
        const place = Math.min(bytes.length - 1, Math.floor(bytes.length * what.at));
        if (place >= 0) bytes.writeUInt8(bytes.readUInt8(place) ^ 0x10, place);
      });
      return;
    case 'page':
      change(path, (bytes) => {
        const start = Math.floor(Math.floor(bytes.length * what.at) / PAGE) * PAGE;
        bytes.fill(0xa5, start, Math.min(bytes.length, start + PAGE));
      });
      return;
    case 'zero-length':
      truncateSync(path, 0);
      return;
    case 'text':
      writeFileSync(path, 'Dear colleague, this is not a database. '.repeat(300));
      return;
    case 'directory':
      rmSync(path);
      mkdirSync(path);
      return;
    case 'foreign':
      rmSync(path);
      makeForeign(path);
      return;
    case 'gone':
      rmSync(path);
      return;
  }
}

/** Another program's database. */
function makeForeign(path: string): void {
  const other = new BetterSqlite3(path);
  other.exec('CREATE TABLE bookmark (url TEXT); PRAGMA user_version = 5');
  other.close();
}

function change(path: string, how: (bytes: Buffer) => unknown): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  how(bytes);
  writeFileSync(path, bytes);
}
