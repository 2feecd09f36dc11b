import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Refusal } from '../../../../relay/refusal.ts';
import { resetOf } from '../../../../relay/feed/cursor.ts';
import { openDatabase as openServer } from '../../../../relay/store/postgres/database.ts';
import { migrate as migrateServer } from '../../../../relay/store/postgres/migrate.ts';
import { migrations as serverMigrations } from '../../../../relay/store/postgres/migrations/registry.ts';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import { migrate } from '../../../../relay/store/sqlite/migrate.ts';
import { migrations } from '../../../../relay/store/sqlite/migrations/registry.ts';
import { DATABASE_FILE } from '../../../../relay/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../../relay/store/sqlite/sqlite-store.ts';
import type { RelayStore } from '../../../../relay/store/store.ts';
import { customerId, jobId } from '../../../../shared/ids.ts';
import { reviewId, WHOLE_JOB } from '../../../../shared/relay/reviews.ts';
import { SECOND } from '../../../../shared/time.ts';
import { tempFolder } from '../temp-folder.ts';
import { arriving, asking } from './arriving.ts';
import { onPostgres } from './store-kinds.ts';

const FEED = { environment: 'uat', customerId: customerId.parse(4711) } as const;
const JOB = jobId.parse('00000000-0000-4000-8000-0000000000a1');
const reviewNamed = (n: number) => reviewId.parse(`00000000-0000-4000-8000-0000000000d${n}`);

/** As the versions kept them that knew no reasons; `hash` is one of 32 bytes in the words of the database. */
const oldReviews = (hash: string): string => `
  INSERT INTO tokens (hash, name, role, customers, created_at) VALUES (${hash}, 'Office', 'supervisor', NULL, 0);
  INSERT INTO reviews (sequence, id, environment, customer_id, job_id, revision, verdict, comment, reviewer, received_at,
    token_id) VALUES
    (1, '${reviewNamed(1)}', 'uat', 4711, '${JOB}', 1, 'rework', 'Clip', 'Office', 10, 1),
    (2, '${reviewNamed(2)}', 'uat', 4711, '${JOB}', 2, 'approved', '', 'Office', 20, 1);
`;

const readAll = async (store: RelayStore) =>
  (await store.readReviews({ ...FEED, jobId: null, after: 0, limit: 10, ofToken: null })).rows;
const keepNext = (store: RelayStore) =>
  store.keepReview({
    ...FEED,
    id: reviewNamed(4),
    jobId: JOB,
    verdict: 'reopened',
    comment: '',
    reason: null,
    pin: { at: 'step', step: 'box' },
    worker: 'Kim',
    basedOn: 2,
    reviewer: 'Office',
    tokenId: 1,
    receivedAt: 40,
  });
/** The fields read of those. */
const OLD_REVIEWS_READ = [
  { id: reviewNamed(1), verdict: 'rework', comment: 'Clip', reason: null, pin: WHOLE_JOB, worker: '' },
  { id: reviewNamed(2), verdict: 'approved', revision: 2 },
];

describe('the SQLite schema', () => {
  it('from version 1 on: results, tokens and the cursors of laptops go on to be good', async () => {
    const dataDir = tempFolder();
    const old = new Database(join(dataDir, DATABASE_FILE));
    migrate(old, migrations.slice(0, 1), DATABASE_FILE);
    old.exec(`
      UPDATE store SET epoch = '00112233445566aa', floor = 1;
      INSERT INTO results (sequence, environment, kind, customer_id, subject, checksum, succeeded, body,
        first_received_at, last_received_at) VALUES
        (2, 'uat', 'created', 4711, 'assignment:2', 'c', 1, x'7b7d', 20, 20),
        (3, 'uat', 'created', 4711, 'assignment:3', 'c', 1, x'7b7d', 30, 30);
      INSERT INTO tokens (hash, name, role, customers, created_at)
        VALUES (zeroblob(32), 'Bay 3', 'installer', '[4711]', 0);
    `);
    old.close();

    const store = openSqliteStore(dataDir);
    const after = { epoch: '00112233445566aa', sequence: 2 };
    const view = await store.readFeed(asking({ after }));
    expect(resetOf(after, view)).toBeNull();
    expect(view).toMatchObject({ floor: { sequence: 1 }, results: [{ sequence: 3 }] });
    expect(await store.findActiveToken(Buffer.alloc(32), 0)).toMatchObject({ name: 'Bay 3' });
    expect(await store.keepResult(arriving(3, { checksum: 'c' }))).toBe('repeated');
    await store.keepResult(arriving(4));
    const later = await store.readFeed(asking({ after }));
    expect(resetOf(after, later)).toBeNull();
    expect(later.results).toMatchObject([{ sequence: 3 }, { sequence: 4 }]);
    await store.close();
  });

  it('from version 6 on: what was set aside stays, under its numbers', async () => {
    const dataDir = tempFolder();
    const old = new Database(join(dataDir, DATABASE_FILE));
    migrate(old, migrations.slice(0, 6), DATABASE_FILE);
    old.exec(`INSERT INTO quarantine (id, environment, event, reason, body, received_at)
      VALUES (7, 'uat', 'carSold', 'unknown-event', x'00ff', 5)`);
    old.close();
    const store = openSqliteStore(dataDir);
    const webhook = { environment: 'uat', event: 'carSold', body: new Uint8Array(), receivedAt: 6 } as const;
    await store.quarantine({ ...webhook, reason: 'foreign-environment' });
    expect(await store.readQuarantine()).toMatchObject([
      { id: 7, reason: 'unknown-event', body: Buffer.from([0, 255]) },
      { id: 8, reason: 'foreign-environment' },
    ]);
    await store.close();
  });

  it('from version 10 on: reviews without a reason are read, and no sequence is given twice', async () => {
    const dataDir = tempFolder();
    const old = new Database(join(dataDir, DATABASE_FILE));
    migrate(old, migrations.slice(0, 10), DATABASE_FILE);
    old.exec(oldReviews('zeroblob(32)'));
    // The newest of all was dropped by age: its number is gone for good.
    old.exec("UPDATE sqlite_sequence SET seq = 3 WHERE name = 'reviews'");
    old.close();
    const store = openSqliteStore(dataDir);
    expect(await readAll(store)).toMatchObject(OLD_REVIEWS_READ);
    expect(await keepNext(store)).toMatchObject({ kind: 'kept', review: { sequence: 4, revision: 3 } });
    await store.close();
  });
});

onPostgres('the schema', (server) => {
  it('is made once by replicas that start together', async () => {
    const url = await server().database();
    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresStore(url)));
    await Promise.all(stores.map((store, n) => store.keepResult(arriving(n))));
    for (const store of stores) {
      expect((await store.readFeed(asking())).head.sequence).toBe(4);
      await store.close();
    }
  });

  it('goes forward only, all or nothing', async () => {
    const url = await server().database();
    const database = openServer(url);
    await migrateServer(url, serverMigrations);
    const next = serverMigrations.length + 1;
    const failing = { version: next, sql: 'CREATE TABLE another (a integer); SELECT nonsense' };
    await expect(migrateServer(url, [...serverMigrations, failing])).rejects.toThrow(/not available/);
    const good = { version: next, sql: 'CREATE TABLE another (a integer)' };
    await migrateServer(url, [...serverMigrations, good]);
    expect(await database.query({ text: 'SELECT count(*)::integer AS rows FROM another' })).toEqual([
      { rows: 0 },
    ]);
    await expect(migrateServer(url, serverMigrations)).rejects.toThrow(Refusal);
    await database.close();
  });

  it('from version 11 on: reviews without a reason are read, and gone on from', async () => {
    const url = await server().database();
    await migrateServer(url, serverMigrations.slice(0, 11));
    await server().execute(url, oldReviews("decode(repeat('00', 32), 'hex')"));
    await server().execute(url, 'UPDATE log_sequences SET reviews = 2');
    const store = await openPostgresStore(url);
    expect(await readAll(store)).toMatchObject(OLD_REVIEWS_READ);
    expect(await keepNext(store)).toMatchObject({ kind: 'kept', review: { sequence: 3, revision: 3 } });
    await store.close();
  });

  it('is migrated without a deadline, also where the database sets one', async () => {
    const url = await server().database();
    const name = new URL(url).pathname.slice(1);
    await server().execute(url, `ALTER DATABASE ${name} SET statement_timeout = '1s'`);
    await server().execute(url, `ALTER DATABASE ${name} SET lock_timeout = '1s'`);
    const sql = `CREATE TABLE deadlines AS
      SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`;
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    await migrateServer(url, [{ version: 1, sql }]);
    // The driver's own deadline of a query is a timer. The one that is left is of the pool, for the connection that is not used any more.
    const ofTenSeconds = timers.mock.calls.filter(([, delay]) => delay === 10 * SECOND);
    expect(ofTenSeconds.length).toBeLessThanOrEqual(1);
    timers.mockRestore();
    const database = openServer(url);
    onTestFinished(database.close);
    const deadlines = await database.query({ text: 'SELECT * FROM deadlines' });
    expect(deadlines).toEqual([{ statement: '0', lock: '0' }]);
  });

  it('is refused by name when a newer relay wrote it', async () => {
    const url = await server().database();
    await (await openPostgresStore(url)).close();
    await server().execute(url, 'INSERT INTO schema_version VALUES (99)');
    await expect(openPostgresStore(url)).rejects.toThrow(/written by a newer relay \(schema 99;/);
  });

  it('may be newer where every version in between says so', async () => {
    const url = await server().database();
    await (await openPostgresStore(url)).close();
    const known = serverMigrations.length;
    const added = {
      version: known + 1,
      sql: 'CREATE TABLE added (a integer)',
      olderRelaysWork: true,
    } as const;
    await migrateServer(url, [...serverMigrations, added]);
    const older = await openPostgresStore(url);
    expect(older.warnings).toEqual([
      `The database has schema ${known + 1}, which allows relays that know ${known}: replace this relay soon.`,
    ]);
    expect(await older.keepResult(arriving(1))).toBe('first');
    await older.close();
    const breaking = { version: known + 2, sql: 'DROP TABLE added' };
    await migrateServer(url, [...serverMigrations, added, breaking]);
    await expect(openPostgresStore(url)).rejects.toThrow(
      `The database was written by a newer relay (schema ${known + 2}; this one knows ${known}): start that newer version.`,
    );
    // One that knows the version which refuses older relays goes on from there.
    const next = { version: known + 3, sql: 'SELECT 1', olderRelaysWork: true } as const;
    await migrateServer(url, [...serverMigrations, added, breaking, next]);
    await expect(openPostgresStore(url)).rejects.toThrow(Refusal);
    expect(await migrateServer(url, [...serverMigrations, added, breaking])).toEqual({
      found: known + 3,
      known: known + 2,
    });
  });

  it('keeps on disk what it confirms, also where the database was set to be weaker', async () => {
    const url = await server().database();
    const name = new URL(url).pathname.slice(1);
    await server().execute(url, `ALTER DATABASE ${name} SET synchronous_commit = off`);
    const store = await openPostgresStore(url);
    await store.keepResult(arriving(1));
    await server().crash();
    await store.close();
    const after = await openPostgresStore(url);
    expect((await after.readFeed(asking())).head.sequence).toBe(1);
    await after.close();
  });
});
