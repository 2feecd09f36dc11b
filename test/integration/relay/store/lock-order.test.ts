import type { Client } from 'pg';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../relay/store/postgres/database.ts';
import type { RelayStore } from '../../../../relay/store/store.ts';
import { handOverClaim } from '../../../../shared/relay/jobs.ts';
import { newMirror, SILENT_FOR_MS } from '../../../../shared/relay/rescue.ts';
import { redacted } from '../../../unit/log/redacted-chain.ts';
import { batchOf, chainOf, JOB } from '../log-chain.ts';
import {
  append,
  begunFile,
  besideAnother,
  digest,
  FEED,
  lockDay,
  review,
  tokenOf,
  untilWaiting,
} from './beside-another.ts';
import { arriving } from './arriving.ts';
import { onPostgres } from './store-kinds.ts';

/*
 * Several rows of a table are locked by removals, redactions and retention, each in an order of its own. No two of them may wait for
 * each other. Here another connection plays the removal or redaction, with a lock that it takes between two of the store's.
 */

const SEALED = Buffer.alloc(60, 7).toString('base64');
/** Of a job whose laptop has been silent for long enough. */
const AFTER = SILENT_FOR_MS;
const TURN = handOverClaim.parse({ ...FEED, jobId: JOB, turn: 1, code: '1000-0001' });

/** Six entries of which two are redacted, and the entry that says so. */
const REDACTED = redacted(chainOf(6), [
  { number: 2, fields: ['worker'] },
  { number: 5, fields: ['worker'] },
]);

const lockFile = (other: Client, n: number) =>
  other.query('SELECT 1 FROM attachments WHERE sha256 = $1 FOR UPDATE', [digest(n)]);

onPostgres('locks of the store', (server) => {
  it('retention leaves a file that a removal holds for the next time', async () => {
    const { store, other } = await besideAnother(await server().database());
    const tokenId = await tokenOf(store, 1);
    for (const n of [1, 2, 3]) await begunFile(store, tokenId, n);
    await lockFile(other, 2);
    expect(await store.dropUnfinishedBefore(10, 3)).toBe(2);
    await other.query('COMMIT');
    expect(await store.dropUnfinishedBefore(10, 3)).toBe(1);
  });

  it('retention leaves a result that a webhook holds for the next time', async () => {
    const { store, other } = await besideAnother(await server().database());
    for (const n of [1, 2, 3]) await store.keepResult(arriving(n, { receivedAt: n }));
    await other.query('SELECT 1 FROM results WHERE sequence = 2 FOR UPDATE');
    expect((await store.deleteResultsBefore(10, 5)).dropped).toBe(2);
    await other.query('COMMIT');
    expect((await store.deleteResultsBefore(10, 5)).dropped).toBe(1);
  });

  it.each<readonly [string, (store: RelayStore, tokenId: number) => Promise<unknown>]>([
    ['by a file', (store, tokenId) => store.claimTurn({ ...TURN, tokenId, receivedAt: AFTER })],
    [
      'by a rescue',
      (store, tokenId) => store.claimRescue({ ...TURN, proof: SEALED, tokenId, receivedAt: AFTER }),
    ],
  ])('a claim %s that waited for another of its turn costs nothing of the day', async (_how, claim) => {
    const { store, other } = await besideAnother(await server().database());
    const [silent, taker, first] = [
      await tokenOf(store, 1),
      await tokenOf(store, 2),
      await tokenOf(store, 3),
    ];
    const mirror = { ...TURN, code: '2000-0002', version: 'a'.repeat(64), label: SEALED, content: SEALED };
    await store.keepMirror({ ...newMirror.parse(mirror), tokenId: silent, receivedAt: 0 });
    const { environment, customerId, jobId, turn } = TURN;
    await other.query(
      `INSERT INTO hand_overs (environment, customer_id, job_id, turn, token_id, code, claimed_at)
       VALUES ($1, $2, $3, $4, $5, '3000-0003', 0)`,
      [environment, customerId, jobId, turn, first],
    );
    const claimed = claim(store, taker);
    await untilWaiting(other);
    await other.query('COMMIT');
    expect(await claimed).toMatchObject({ kind: 'held', tokenId: first });
    const used = 'SELECT coalesce(sum(entries), 0)::integer AS entries FROM token_days WHERE token_id = $1';
    expect((await other.query(used, [taker])).rows).toEqual([{ entries: 0 }]);
  });

  it('retention of the log waits until a redaction has all its entries', async () => {
    const { store, other } = await besideAnother(await server().database());
    const tokenId = await tokenOf(store, 1);
    await store.appendLog({ ...batchOf(chainOf(3)), tokenId, receivedAt: 0 });
    await other.query('SELECT 1 FROM log_sequences FOR UPDATE');
    await other.query('UPDATE log_entries SET redacted = 1 WHERE number = 3');
    const dropped = store.deleteLogBefore(10, 3);
    await untilWaiting(other);
    await other.query('UPDATE log_entries SET redacted = 1 WHERE number = 1');
    await other.query('COMMIT');
    expect(await dropped).toBe(3);
  });

  it('a redaction waits until retention has all its entries', async () => {
    const { store, other } = await besideAnother(await server().database());
    const tokenId = await tokenOf(store, 1);
    await append(store, tokenId, 1, chainOf(6));
    await other.query('SELECT 1 FROM log_sequences FOR UPDATE');
    await other.query('DELETE FROM log_entries WHERE number = 5');
    const redaction = append(store, tokenId, 1, REDACTED.slice(6));
    await untilWaiting(other);
    await other.query('DELETE FROM log_entries WHERE number = 2');
    await other.query('COMMIT');
    expect(await redaction).toMatchObject({ kind: 'kept', added: 1 });
  });

  it.each<readonly [string, (store: RelayStore, tokenId: number) => Promise<unknown>]>([
    ['an append', (store, tokenId) => append(store, tokenId, 1)],
    ['a review', (store, tokenId) => review(store, tokenId)],
    ['a piece of a file', (store, tokenId) => begunFile(store, tokenId, 1)],
  ])('%s that waits for the day of its token holds no sequence', async (_, write) => {
    const { store, other } = await besideAnother(await server().database());
    const tokenId = await tokenOf(store, 1);
    await lockDay(other, tokenId);
    const held = write(store, tokenId);
    await untilWaiting(other);
    // A write of the same token that has the day and takes a sequence next.
    const { rowCount } = await other.query('SELECT 1 FROM log_sequences FOR UPDATE NOWAIT');
    expect(rowCount).toBe(1);
    await other.query('COMMIT');
    await held;
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
