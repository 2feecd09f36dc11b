import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import { tempFolder } from '../temp-folder.ts';
import { postgresPrograms } from './postgres-server.ts';
import { onPostgres } from './store-kinds.ts';

async function warningsAt(url: string): Promise<readonly string[]> {
  const store = await openPostgresStore(url);
  await store.close();
  return store.warnings;
}

async function clientAt(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Receives all that the server writes, as a standby does, and confirms nothing. */
function startReceiver(url: string): void {
  const program = join(postgresPrograms() ?? '', 'pg_receivewal');
  const child = spawn(program, ['--dbname', url, '--directory', tempFolder()], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
}

onPostgres('the warnings of a relay at its start', (server) => {
  it('are none beside a server without standbys', async () => {
    expect(await warningsAt(await server().database())).toEqual([]);
  });

  it('name a standby that no commit waits for', async () => {
    const url = await server().database();
    const client = await clientAt(url);
    startReceiver(url);
    await vi.waitFor(async () => {
      expect((await client.query('SELECT 1 FROM pg_stat_replication')).rows).toHaveLength(1);
    });
    expect(await warningsAt(url)).toEqual([
      'The PostgreSQL server has standbys and synchronous_standby_names is empty: a standby that is promoted lacks webhooks that were answered 204.',
    ]);
  });

  it('name a commit that waits for no standby although the server has one to wait for', async () => {
    const url = await server().database();
    await server().execute(
      url,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = local`,
    );
    const client = await clientAt(url);
    const settle = async (sql: string, names: string): Promise<void> => {
      await client.query(sql);
      await client.query('SELECT pg_reload_conf()');
      await vi.waitFor(async () => {
        expect((await client.query('SHOW synchronous_standby_names')).rows).toEqual([
          { synchronous_standby_names: names },
        ]);
      });
    };
    await settle(`ALTER SYSTEM SET synchronous_standby_names = 'other'`, 'other');
    try {
      expect(await warningsAt(url)).toEqual([
        'synchronous_commit is local: a commit waits for no standby, and one that is promoted lacks webhooks that were answered 204.',
      ]);
    } finally {
      await settle('ALTER SYSTEM RESET synchronous_standby_names', '');
    }
  });
});

onPostgres('an address with sslmode', (server) => {
  it('starts no relay on a server without TLS', async () => {
    const url = `${await server().database()}&sslmode=verify-full`;
    await expect(openPostgresStore(url)).rejects.toThrow(
      'The database that RELAY_DATABASE_URL names cannot be used (no connection).',
    );
  });
});
