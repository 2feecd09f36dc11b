import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../../../relay/store/postgres/database.ts';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import type { RelayStore } from '../../../../relay/store/store.ts';
import { attachmentDigest } from '../../../../shared/relay/attachments.ts';
import { batchOf, chainOf } from '../log-chain.ts';
import { CUSTOMER } from './arriving.ts';
import { onPostgres } from './store-kinds.ts';

/*
 * Several rows of a table are locked by removals, redactions and retention, each in an order of its own. No two of them may wait for
 * each other. Here another connection plays the removal or redaction, with a lock that it takes between two of the store's.
 */

const FEED = { environment: 'uat', customerId: CUSTOMER } as const;
const digest = (n: number) => attachmentDigest.parse(String(n).repeat(64));

/** A store, the number of a token, and a transaction of another connection. */
async function besideAnother(url: string) {
  const store = await openPostgresStore(url);
  const other = new Client({ connectionString: url });
  await other.connect();
  onTestFinished(async () => {
    await other.end();
    await store.close();
  });
  const tokenId = await store.addToken({
    hash: Buffer.alloc(32, 1),
    name: 'Bay 3',
    role: 'installer',
    customers: [CUSTOMER],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });
  await other.query('BEGIN');
  return { store, tokenId, other };
}

const begunFile = (store: RelayStore, tokenId: number, n: number) =>
  store.addPiece({
    ...FEED,
    sha256: digest(n),
    start: 0,
    total: 10,
    mediaType: 'image/jpeg',
    bytes: new Uint8Array(5),
    tokenId,
    receivedAt: n,
  });

const lockFile = (other: Client, n: number) =>
  other.query('SELECT 1 FROM attachments WHERE sha256 = $1 FOR UPDATE', [digest(n)]);

async function untilItWaits(other: Client): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await other.query<{ waits: boolean }>(
      'SELECT true AS waits FROM pg_locks WHERE NOT granted',
    );
    expect(rows).not.toEqual([]);
  });
}

onPostgres('locks of the store', (server) => {
  it('retention leaves a file that a removal holds for the next time', async () => {
    const { store, tokenId, other } = await besideAnother(await server().database());
    for (const n of [1, 2, 3]) await begunFile(store, tokenId, n);
    await lockFile(other, 2);
    expect(await store.dropUnfinishedBefore(10, 3)).toBe(2);
    await other.query('COMMIT');
    expect(await store.dropUnfinishedBefore(10, 3)).toBe(1);
  });

  it('retention of the log waits until a redaction has all its entries', async () => {
    const { store, tokenId, other } = await besideAnother(await server().database());
    await store.appendLog({ ...batchOf(chainOf(3)), tokenId, receivedAt: 0 });
    await other.query('SELECT 1 FROM log_sequences FOR UPDATE');
    await other.query('UPDATE log_entries SET redacted = 1 WHERE number = 3');
    const dropped = store.forgetLogBefore(10, 3);
    await untilItWaits(other);
    await other.query('UPDATE log_entries SET redacted = 1 WHERE number = 1');
    await other.query('COMMIT');
    expect(await dropped).toBe(3);
  });

  it('a piece of a file waits for the log, and for no other piece that shares a lock', async () => {
    const { store, tokenId, other } = await besideAnother(await server().database());
    // A shared row lock would let this piece pass the transactions that wait for the row exclusively.
    await other.query('SELECT 1 FROM log_sequences FOR SHARE');
    const piece = begunFile(store, tokenId, 1);
    await untilItWaits(other);
    await other.query('COMMIT');
    expect(await piece).toMatchObject({ fits: true });
  });

  it('a deadline of the connections is named', async () => {
    const database = openDatabase(await server().database(), 1);
    const held = Promise.withResolvers<undefined>();
    const holder = database.transaction(() => held.promise);
    await expect(database.query({ text: 'SELECT 1' })).rejects.toMatchObject({ code: 'no free connection' });
    held.resolve(undefined);
    await holder;
    await database.close();
  });
});
