import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import { DATABASE_FILE } from '../../../../relay/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../../relay/store/sqlite/sqlite-store.ts';
import type { RelayStore } from '../../../../relay/store/store.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { tempFolder } from '../temp-folder.ts';
import { postgresPrograms, startPostgres, type PostgresServer } from './postgres-server.ts';

/** One store's home; it may be opened again and again. */
export type StorePlace = {
  readonly open: () => Promise<RelayStore>;
  /** The variables that lead a relay to it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Restarts what runs beside the store; nothing may be open. */
  readonly restart: () => Promise<void>;
  /** Keeps a copy of everything as it is now. Returns what sets the place back to it; nothing may be open then. */
  readonly copy: () => Promise<() => Promise<void>>;
};

export type StoreKind = { readonly name: 'sqlite' | 'postgres'; readonly place: () => Promise<StorePlace> };

const opened = async (store: RelayStore): Promise<RelayStore> => {
  onTestFinished(() => store.close());
  return store;
};

const sqlite: StoreKind = {
  name: 'sqlite',
  place: async () => {
    const dataDir = tempFolder();
    return {
      open: async () => opened(openSqliteStore(dataDir)),
      variables: { RELAY_DATA_DIR: dataDir },
      // Nothing runs but the store itself.
      restart: async () => undefined,
      copy: async () => {
        const kept = join(tempFolder(), 'copy.db');
        const db = new Database(join(dataDir, DATABASE_FILE), { readonly: true });
        await db.backup(kept);
        db.close();
        return async () => {
          copyFileSync(kept, join(dataDir, DATABASE_FILE));
          for (const rest of ['-wal', '-shm']) rmSync(join(dataDir, DATABASE_FILE + rest), { force: true });
        };
      },
    };
  },
};

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** A database that a store has made its tables in: a copy of it is ready in a fifth of the time. */
async function migratedDatabase(server: PostgresServer): Promise<string> {
  const url = await server.database();
  await (await openPostgresStore(url)).close();
  return nameOf(url);
}

function postgres(server: () => PostgresServer): StoreKind {
  let template: Promise<string> | null = null;
  return {
    name: 'postgres',
    place: async () => {
      template ??= migratedDatabase(server());
      const url = await server().database(await template);
      const name = nameOf(url);
      let undone = 0;
      const admin = url.replace(`/${name}?`, '/postgres?');
      return {
        open: async () => opened(await openPostgresStore(url)),
        variables: { RELAY_DATABASE_URL: url, RELAY_DATA_DIR: tempFolder() },
        copy: async () => {
          const kept = join(tempFolder(), 'copy.dump');
          server().run('pg_dump', ['--format=custom', `--file=${kept}`, `--dbname=${url}`]);
          return async () => {
            undone += 1;
            await server().execute(admin, `ALTER DATABASE ${name} RENAME TO ${name}_undone_${undone}`);
            await server().execute(admin, `CREATE DATABASE ${name}`);
            server().run('pg_restore', [`--dbname=${url}`, kept]);
          };
        },
        restart: server().crash,
      };
    },
  };
}

/** Says everything of both stores. Where PostgreSQL is not installed its half is left out aloud, and fails in CI. */
export function onBothStores(name: string, suite: (kind: StoreKind) => void): void {
  onSqliteStore(name, suite);
  onPostgresStore(name, suite);
}

export function onSqliteStore(name: string, suite: (kind: StoreKind) => void): void {
  describe(`${name}: SQLite`, () => {
    suite(sqlite);
  });
}

export function onPostgresStore(name: string, suite: (kind: StoreKind) => void): void {
  onPostgres(name, (server) => suite(postgres(server)));
}

/** Says something of PostgreSQL alone, on a server of the file's own. */
export function onPostgres(name: string, suite: (server: () => PostgresServer) => void): void {
  const programs = postgresPrograms();
  const statements = programs === null ? notInstalled(name) : onServer(programs, suite);
  describe(`${name}: PostgreSQL`, () => {
    statements();
  });
}

function notInstalled(name: string): () => void {
  return () => {
    it('is installed wherever all tests must run (apt-get install postgresql)', () => {
      process.stderr.write(`PostgreSQL is not installed: "${name}" DID NOT RUN on it.\n`);
      expect(process.env['CI'] ?? '').toBe('');
    });
  };
}

function onServer(programs: string, suite: (server: () => PostgresServer) => void): () => void {
  return () => {
    let server: PostgresServer | null = null;
    beforeAll(async () => {
      server = await startPostgres(programs);
    });
    // A database for each test, and all their files go with the server: more than a minute on a busy disk.
    afterAll(async () => server?.stop(), 5 * MINUTE);
    suite(() => {
      if (server === null) throw new Error('the server has not started');
      return server;
    });
  };
}
