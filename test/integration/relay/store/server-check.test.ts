import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import { warningsAbout } from '../../../../relay/store/postgres/database.ts';
import { certificate, type Pem } from '../certificate.ts';
import { tempFolder } from '../temp-folder.ts';
import { postgresPrograms, SERVER_ACCOUNT, startPostgres } from './postgres-server.ts';
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

it('are one about a way that others can read', () => {
  const kept = { commit: 'on', waitsFor: '', standbys: 0 };
  const remote = { ...kept, address: '10.0.0.7' };
  expect(warningsAbout({ ...remote, encrypted: false })).toEqual([
    'The connection to the PostgreSQL server is not encrypted: results, logs and photos can be read on the way. Add sslmode=verify-full to RELAY_DATABASE_URL.',
  ]);
  expect(warningsAbout({ ...remote, encrypted: true })).toEqual([]);
  for (const address of [null, '127.0.0.1', '::1']) {
    expect(warningsAbout({ ...kept, address, encrypted: false })).toEqual([]);
  }
});

/** A certificate and its key that the server's account may read. */
function readableBy(server: number): Pem {
  const pem = certificate('localhost');
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-pg-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const copy = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  copyFileSync(pem.cert, copy.cert);
  copyFileSync(pem.key, copy.key);
  if (process.getuid?.() === 0)
    for (const path of [folder, copy.cert, copy.key]) chownSync(path, server, server);
  return copy;
}

onPostgres('an address with sslmode', (server) => {
  it('starts no relay on a server without TLS', async () => {
    const url = `${await server().database()}&sslmode=verify-full`;
    await expect(openPostgresStore(url)).rejects.toThrow(
      'The database that RELAY_DATABASE_URL names cannot be used (no connection).',
    );
  });

  it('encrypts every connection to a server whose certificate it knows, and starts on no other', async () => {
    const pem = readableBy(SERVER_ACCOUNT);
    // Below the ports that the system gives out, so that no other test of this run can have it.
    const port = 10_000 + (process.pid % 20_000);
    const encrypted = await startPostgres(postgresPrograms() ?? '', { port, ...pem });
    onTestFinished(encrypted.stop);
    const socket = await encrypted.database();
    const url = `postgres://relay@localhost:${port}${new URL(socket).pathname}`;
    const verified = `${url}?sslmode=verify-full&sslrootcert=`;
    const store = await openPostgresStore(verified + pem.cert);
    onTestFinished(store.close);
    await store.listTokens();
    await store.check();
    const client = await clientAt(socket);
    const ways = await client.query(
      `SELECT count(*) > 0 AS connected, bool_and(ssl) AS encrypted
        FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE application_name = 'boxwright-relay'`,
    );
    expect(ways.rows).toEqual([{ connected: true, encrypted: true }]);
    await expect(openPostgresStore(verified + certificate('localhost').cert)).rejects.toThrow(
      'The database that RELAY_DATABASE_URL names cannot be used',
    );
  });
});
