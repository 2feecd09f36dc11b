import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Refusal } from '../../../relay/command-line.ts';
import {
  migrate,
  DATABASE_FILE,
  isTrustedSqlite,
  openDatabase,
} from '../../../relay/store/sqlite/open-database.ts';
import { migrations } from '../../../relay/store/sqlite/migrations/registry.ts';
import { openSqliteStore } from '../../../relay/store/sqlite/sqlite-store.ts';

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-relay-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe("the relay's database", () => {
  it('is opened so that commits survive a power cut', () => {
    const db = openDatabase(tempFolder());
    onTestFinished(() => void db.close());
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
  });

  it('lies in a folder that only its own account may enter', () => {
    const folder = join(tempFolder(), 'data');
    openDatabase(folder).close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('trusts no SQLite that may corrupt a WAL database (faults.md fact 6)', () => {
    expect(['3.51.3', '3.52.0', '4.0.0', '3.51.10'].map(isTrustedSqlite)).toEqual([true, true, true, true]);
    expect(['3.51.2', '3.50.9', '2.99.99', '3.7.17'].map(isTrustedSqlite)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('answers that it is not available once it is closed, instead of failing in some other way', async () => {
    const store = openSqliteStore(tempFolder());
    await store.close();
    await expect(store.check()).rejects.toMatchObject({ name: 'StoreUnavailable', code: 'closed' });
    await expect(store.listTokens()).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });
});

describe('migrations', () => {
  it('are numbered from 1 without gaps', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });

  it('run once, also when the database is opened again', () => {
    const folder = tempFolder();
    openDatabase(folder).close();
    const db = openDatabase(folder);
    onTestFinished(() => void db.close());
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length);
  });

  it('leave the database as it was when one of them fails', () => {
    const db = new Database(':memory:');
    const failing = [
      { version: 1, sql: 'CREATE TABLE one (a); ' },
      { version: 2, sql: 'CREATE TABLE two (a); CREATE TABLE one (a);' },
    ];
    expect(() => migrate(db, failing, DATABASE_FILE)).toThrow(/already exists/);
    expect(db.pragma('user_version', { simple: true })).toBe(0);
    expect(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0);
  });

  it('refuse a database of a newer relay and touch nothing', () => {
    const db = new Database(':memory:');
    db.pragma(`user_version = ${migrations.length + 1}`);
    expect(() => migrate(db, migrations, DATABASE_FILE)).toThrow(Refusal);
    expect(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0);
  });
});
