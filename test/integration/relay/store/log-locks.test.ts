import { expect, it, onTestFinished } from 'vitest';
import { CONNECTIONS } from '../../../../relay/store/postgres/database.ts';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import { UNFINISHED_FILES } from '../../../../relay/store/budgets.ts';
import { chainOf, JOB } from '../log-chain.ts';
import { runningRelay } from '../running-relay.ts';
import { makeSigner } from '../signed-batch.ts';
import { postWebhook } from '../webhooks.ts';
import { arriving, numbers } from './arriving.ts';
import {
  append,
  begunFile,
  besideAnother,
  digest,
  FEED,
  lockDay,
  removes,
  review,
  tokenOf,
  transactionAt,
  untilWaiting,
} from './beside-another.ts';
import { onPostgres } from './store-kinds.ts';

/*
 * A laptop's write that stands still holds up nothing but what belongs together with it. Another connection makes it stand still: it holds
 * the token's count of the day, which the write needs between its first lock and its last.
 */

const ALL = {
  ...FEED,
  after: 0,
  limit: 100,
  ofToken: null,
  jobId: null,
  worker: null,
  type: null,
  from: null,
  until: null,
} as const;

onPostgres('writes of laptops', (server) => {
  it('an append that stands still holds up no other log, file, review, key or webhook', async () => {
    const { store, other } = await besideAnother(await server().database());
    const [still, going] = [await tokenOf(store, 1), await tokenOf(store, 2)];
    await lockDay(other, still);
    const held = append(store, still, 1);
    await untilWaiting(other);
    expect(await append(store, going, 2)).toMatchObject({ kind: 'kept', added: 2 });
    expect(await begunFile(store, going, 1)).toMatchObject({ fits: true });
    expect(await review(store, going)).toMatchObject({ kind: 'kept' });
    expect(
      await store.keepDeviceKey({ tokenId: going, key: makeSigner().key, storage: 'secret-store', at: 0 }),
    ).toMatchObject({ storage: 'secret-store' });
    expect(await store.keepResult(arriving(1))).toBe('first');
    await other.query('COMMIT');
    expect(await held).toMatchObject({ kind: 'kept', added: 2 });
  });

  it('a piece of a file that stands still holds up no log and no other file', async () => {
    const { store, other } = await besideAnother(await server().database());
    const [still, going] = [await tokenOf(store, 1), await tokenOf(store, 2)];
    await lockDay(other, still);
    const held = begunFile(store, still, 1);
    await untilWaiting(other);
    expect(await append(store, going, 2)).toMatchObject({ kind: 'kept' });
    expect(await begunFile(store, going, 2)).toMatchObject({ fits: true });
    await other.query('COMMIT');
    expect(await held).toMatchObject({ fits: true });
  });

  it('a log that two tokens begin at the same time belongs to one of them', async () => {
    const { store, other } = await besideAnother(await server().database());
    const [one, second] = [await tokenOf(store, 1), await tokenOf(store, 2)];
    await lockDay(other, one);
    const first = append(store, one, 1);
    await untilWaiting(other);
    const later = append(store, second, 1);
    await untilWaiting(other, 2);
    await other.query('COMMIT');
    expect(await first).toMatchObject({ kind: 'kept' });
    expect(await later).toEqual({ kind: 'other-owner' });
  });

  it('the same batch at two replicas is kept once', async () => {
    const url = await server().database();
    const { store, other } = await besideAnother(url);
    const replica = await openPostgresStore(url);
    onTestFinished(() => replica.close());
    const token = await tokenOf(store, 1);
    await lockDay(other, token);
    const first = append(store, token, 1);
    await untilWaiting(other);
    const again = append(replica, token, 1, chainOf(3));
    await untilWaiting(other, 2);
    await other.query('COMMIT');
    expect([await first, await again]).toMatchObject([{ added: 2 }, { added: 1 }]);
  });

  it('a log entry is given no sequence while a lower one is not committed', async () => {
    const { store, other } = await besideAnother(await server().database());
    const token = await tokenOf(store, 1);
    await other.query('UPDATE log_sequences SET entries = entries + 1');
    const later = append(store, token, 1);
    await untilWaiting(other);
    expect((await store.readLog(ALL)).rows).toEqual([]);
    await other.query('COMMIT');
    await later;
    expect((await store.readLog(ALL)).rows).toMatchObject([{ sequence: 2 }, { sequence: 3 }]);
  });

  it('a review is given no sequence while a lower one is not committed', async () => {
    const { store, other } = await besideAnother(await server().database());
    const token = await tokenOf(store, 1);
    await other.query('UPDATE log_sequences SET reviews = reviews + 1');
    const later = review(store, token);
    await untilWaiting(other);
    await other.query('COMMIT');
    expect(await later).toMatchObject({ review: { sequence: 2 } });
  });

  it('a removal waits for pieces under way, removes their file, and no later piece passes it', async () => {
    const { store, other } = await besideAnother(await server().database());
    const [still, going, office] = [
      await tokenOf(store, 1),
      await tokenOf(store, 2),
      await tokenOf(store, 3, 'supervisor'),
    ];
    await lockDay(other, still);
    const piece = begunFile(store, still, 1);
    await untilWaiting(other);
    const removal = removes(store, office, { photos: [digest(1)] });
    await untilWaiting(other, 2);
    const later = begunFile(store, going, 2);
    await untilWaiting(other, 3);
    await other.query('COMMIT');
    expect(await piece).toMatchObject({ fits: true });
    expect(await removal).toMatchObject({ removed: true });
    expect(await later).toMatchObject({ fits: true });
    expect(await store.findAttachment({ ...FEED, sha256: digest(1) })).toBeNull();
  });

  it('a piece of a file that is just being removed is not kept', async () => {
    const { store, other } = await besideAnother(await server().database());
    const [bay, office] = [await tokenOf(store, 1), await tokenOf(store, 2, 'supervisor')];
    await lockDay(other, office);
    const removal = removes(store, office, { photos: [digest(1)] });
    await untilWaiting(other);
    const piece = begunFile(store, bay, 1);
    await untilWaiting(other, 2);
    await other.query('COMMIT');
    expect(await removal).toMatchObject({ removed: true });
    expect(await piece).toMatchObject({ fits: false, removed: true });
  });

  it('a review of a job that is just being removed is kept without its words', async () => {
    const { store, other } = await besideAnother(await server().database());
    const [bay, office] = [await tokenOf(store, 1), await tokenOf(store, 2, 'supervisor')];
    await lockDay(other, office);
    const removal = removes(store, office, { jobs: [JOB] });
    await untilWaiting(other);
    const late = review(store, bay);
    await untilWaiting(other, 2);
    await other.query('COMMIT');
    expect(await removal).toMatchObject({ removed: true });
    expect(await late).toMatchObject({ kind: 'kept', review: { reviewer: '', worker: '' } });
  });

  it('of two first reviews of a job at the same time one is kept', async () => {
    const { store, other } = await besideAnother(await server().database());
    const [one, second] = [await tokenOf(store, 1), await tokenOf(store, 2)];
    await lockDay(other, one);
    const first = review(store, one);
    await untilWaiting(other);
    const later = review(store, second, 2);
    await untilWaiting(other, 2);
    await other.query('COMMIT');
    expect(await first).toMatchObject({ kind: 'kept' });
    expect(await later).toMatchObject({ kind: 'stale', current: { revision: 1 } });
  });

  it('files of a token that are begun at the same time are all counted', async () => {
    const { store, other } = await besideAnother(await server().database());
    const token = await tokenOf(store, 1);
    // One more is allowed.
    const begun = `INSERT INTO attachments (environment, customer_id, sha256, media_type, total, begun_at, token_id)
      SELECT 'uat', $2, 'file ' || n, 'image/jpeg', 10, 0, $1 FROM generate_series(1, $3::integer) AS n`;
    await other.query(begun, [token, FEED.customerId, UNFINISHED_FILES - 1]);
    await other.query('COMMIT');
    await other.query('BEGIN');
    await lockDay(other, token);
    const last = begunFile(store, token, 1);
    await untilWaiting(other);
    const beyond = begunFile(store, token, 2);
    await untilWaiting(other, 2);
    await other.query('COMMIT');
    expect(await last).toMatchObject({ fits: true });
    expect(await beyond).toMatchObject({ fits: false, over: 'unfinished' });
  });

  it('keys that are registered at the same time have different sequences', async () => {
    const { store } = await besideAnother(await server().database());
    const tokens = await Promise.all(numbers(1, 8).map((n) => tokenOf(store, n)));
    const keys = tokens.map((tokenId) =>
      store.keepDeviceKey({ tokenId, key: makeSigner().key, storage: 'secret-store', at: 0 }),
    );
    const sequences = (await Promise.all(keys)).map((key) => key?.sequence ?? 0);
    expect(sequences.toSorted((one, second) => one - second)).toEqual(numbers(1, 8));
  });
});

onPostgres('a relay whose connections for laptops are all busy', (server) => {
  it('takes webhooks and is ready', async () => {
    const url = await server().database();
    const relay = await runningRelay({ RELAY_DATABASE_URL: url });
    const other = await transactionAt(url);
    await other.query('LOCK TABLE log_entries IN ACCESS EXCLUSIVE MODE');
    const busy = numbers(1, CONNECTIONS).map(() => relay.store.readLog(ALL));
    await untilWaiting(other, CONNECTIONS);
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);
    expect((await postWebhook(relay.url)).status).toBe(204);
    await other.query('COMMIT');
    await Promise.all(busy);
  });

  it('is not ready when the database does not answer in time', async () => {
    const url = await server().database();
    const relay = await runningRelay({ RELAY_DATABASE_URL: url });
    const other = await transactionAt(url);
    await other.query('LOCK TABLE store IN ACCESS EXCLUSIVE MODE');
    const asked = [1, 2, 3].map(() => fetch(`${relay.url}/readyz`));
    await untilWaiting(other);
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(503);
    await other.query('COMMIT');
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);
  });
});
