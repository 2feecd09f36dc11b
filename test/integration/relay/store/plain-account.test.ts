import { Client } from 'pg';
import { expect, it } from 'vitest';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import { readAll } from '../feed-reader.ts';
import { relayProcess, tokenCommandWith } from '../relay-process.ts';
import { tempFolder } from '../temp-folder.ts';
import { CUSTOMER, postWebhook } from '../webhooks.ts';
import { arriving } from './arriving.ts';
import type { PostgresServer } from './postgres-server.ts';
import { onPostgres } from './store-kinds.ts';

/** An empty database and the address of an account that owns it and nothing else. */
async function ownedByPlainAccount(server: PostgresServer): Promise<string> {
  const url = new URL(await server.database());
  const name = url.pathname.slice(1);
  const account = `${name}_owner`;
  const role = `CREATE ROLE ${account} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS`;
  await server.execute(url.href, role);
  await server.execute(url.href, `ALTER DATABASE ${name} OWNER TO ${account}`);
  url.username = account;
  return url.href;
}

async function privilegesOf(url: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const rights = 'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user';
    return (await client.query(rights)).rows;
  } finally {
    await client.end();
  }
}

onPostgres('an account that owns its database and nothing else', (server) => {
  it('is all a relay needs: schema, tokens, webhooks, feed and readiness', async () => {
    const url = await ownedByPlainAccount(server());
    expect(await privilegesOf(url)).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
    const variables = { RELAY_DATABASE_URL: url };
    const installer = ['--role', 'installer', '--name', 'Bay 3', '--customer', `${CUSTOMER}`];
    const made = await tokenCommandWith(variables, 'create', ...installer);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const relay = await relayProcess(tempFolder(), variables);
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);
    expect((await postWebhook(relay.url)).status).toBe(204);
    expect((await postWebhook(relay.url)).status).toBe(204);
    expect(await readAll(relay.url, made.stdout.trim())).toMatchObject([{ sequence: 1 }]);
  });

  it('may drop old rows, and is notified of rows of another replica', async () => {
    const url = await ownedByPlainAccount(server());
    const [one, other] = [await openPostgresStore(url), await openPostgresStore(url)];
    try {
      const reported = new Promise((resolve) => other.onChange(resolve));
      await one.keepResult(arriving(1, { receivedAt: 1 }));
      expect(await reported).toMatchObject({ kind: 'results-kept' });
      expect((await one.deleteResultsBefore(2, 100)).dropped).toBe(1);
      expect(await one.deleteReviewsBefore(2, 100)).toEqual({ dropped: 0, passed: [], more: false });
      expect(await one.deleteLogBefore(2, 10)).toBe(0);
    } finally {
      await one.close();
      await other.close();
    }
  });
});
