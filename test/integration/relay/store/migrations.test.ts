import { createHash } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Refusal } from '../../../../relay/command-line.ts';
import {
  openDatabase as openServer,
  migrate as migrateServer,
} from '../../../../relay/store/postgres/database.ts';
import { migrations as serverMigrations } from '../../../../relay/store/postgres/migrations/registry.ts';
import type { RelayStore } from '../../../../relay/store/store.ts';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import { SECOND } from '../../../../shared/time.ts';
import { arriving, asking } from './arriving.ts';
import { onPostgres } from './store-kinds.ts';

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

  it('keeps a new, a rotated and a revoked token on disk too', async () => {
    const url = await server().database();
    const name = new URL(url).pathname.slice(1);
    await server().execute(url, `ALTER DATABASE ${name} SET synchronous_commit = off`);
    const hash = (of: string) => createHash('sha256').update(of).digest();
    const token = { name, role: 'installer', customers: [], environments: ['uat'], createdAt: 1 } as const;
    const ids: number[] = [];
    const afterCrash = async (work: (store: RelayStore) => Promise<unknown>): Promise<RelayStore> => {
      const store = await openPostgresStore(url);
      await work(store);
      await server().crash();
      await store.close();
      return openPostgresStore(url);
    };
    const added = await afterCrash(async (store) => {
      ids.push(await store.addToken({ ...token, hash: hash('first'), expiresAt: null }));
    });
    expect((await added.listTokens()).map(({ id }) => id)).toEqual(ids);
    await added.close();
    const [id = 0] = ids;
    const rotated = await afterCrash((store) => store.rotateToken(id, { hash: hash('second'), oldUntil: 2 }));
    expect(await rotated.findActiveToken(hash('second'), 5)).toMatchObject({ id });
    await rotated.close();
    const revoked = await afterCrash((store) => store.revokeToken(id, 5));
    expect(await revoked.findActiveToken(hash('second'), 6)).toBeNull();
    await revoked.close();
  });
});
