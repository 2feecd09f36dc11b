import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readMarks, keepRetention, ROWS_AT_A_TIME } from '../../../../relay/feed/retention.ts';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import { type RelayStore, StoreUnavailable } from '../../../../relay/store/store.ts';
import { DAY } from '../../../../shared/time.ts';
import { batchOf, chainOf } from '../log-chain.ts';
import { arriving, numbers } from './arriving.ts';
import { append, FEED, review, tokenOf } from './beside-another.ts';
import { onBothStores, onPostgres } from './store-kinds.ts';

/** Three pieces, the last of one row. */
const ROWS = 2 * ROWS_AT_A_TIME + 1;
const PIECES = [ROWS_AT_A_TIME, ROWS_AT_A_TIME, 1];

/**
 * One sweep to the end of the log entries; returns what the log says. `afterPiece` is done before the next piece of results or
 * entries.
 */
async function sweep(
  store: RelayStore,
  afterPiece: (dropped: number) => Promise<void>,
): Promise<readonly string[]> {
  const said: string[] = [];
  const watched: RelayStore = {
    ...store,
    deleteResultsBefore: async (...asked) => {
      const piece = await store.deleteResultsBefore(...asked);
      await afterPiece(piece.dropped);
      return piece;
    },
    deleteLogBefore: async (...asked) => {
      const dropped = await store.deleteLogBefore(...asked);
      await afterPiece(dropped);
      return dropped;
    },
  };
  const log = {
    info: (_: unknown, message?: string) => void said.push(message ?? ''),
    warn: (_: unknown, message?: string) => void said.push(message ?? ''),
  };
  const end = keepRetention({
    store: watched,
    marks: readMarks(store, () => undefined),
    keepDays: { results: 1, log: 1, reviews: 1, plans: 1, attachments: 1 },
    now: () => 3 * DAY,
    log,
    droppedUnread: () => undefined,
  });
  onTestFinished(end);
  await vi.waitFor(() => expect(said).toContain('old log entries dropped'));
  return said;
}

onBothStores('retention of more rows than a piece', (kind) => {
  it('drops a piece at a time, and a webhook is kept between two', async () => {
    const store = await (await kind.place()).open();
    await Promise.all(numbers(1, ROWS).map((n) => store.keepResult(arriving(n, { receivedAt: 0 }))));
    const tokenId = await tokenOf(store, 1);
    await store.appendLog({ ...batchOf(chainOf(ROWS)), tokenId, receivedAt: 0 });
    const pieces: number[] = [];
    await sweep(store, async (dropped) => {
      pieces.push(dropped);
      const webhook = arriving(ROWS + pieces.length, { receivedAt: 3 * DAY });
      expect(await store.keepResult(webhook)).toBe('first');
    });
    expect(pieces).toEqual([...PIECES, ...PIECES]);
    expect(await store.readBounds()).toEqual({ floor: ROWS, head: ROWS + pieces.length });
  });
});

onBothStores('retention of reviews', (kind) => {
  it('goes on to the last piece, and names each reader once', async () => {
    const store = await (await kind.place()).open();
    const [office, behind] = [await tokenOf(store, 1, 'supervisor'), await tokenOf(store, 2, 'supervisor')];
    await store.appendLog({ ...batchOf(chainOf(1)), tokenId: behind, receivedAt: 0 });
    for (const n of numbers(1, 3)) await review(store, office, n, n - 1);
    await store.noteReads([{ ...FEED, tokenId: behind, sequence: 0 }]);
    const inSmallPieces: RelayStore = {
      ...store,
      deleteReviewsBefore: (before) => store.deleteReviewsBefore(before, 1),
    };
    const said = await sweep(inSmallPieces, async () => undefined);
    expect(said.filter((one) => one.startsWith('old reviews dropped'))).toEqual([
      'old reviews dropped',
      'old reviews dropped that an active token had not read',
    ]);
    expect(await store.readMissedReviews(behind, FEED)).toBe(3);
  });
});

onBothStores('retention of which a part fails', (kind) => {
  it('says so, and drops the other parts', async () => {
    const store = await (await kind.place()).open();
    const tokenId = await tokenOf(store, 1);
    await store.appendLog({ ...batchOf(chainOf(3)), tokenId, receivedAt: 0 });
    const failing: RelayStore = {
      ...store,
      deleteReviewsBefore: () => Promise.reject(new StoreUnavailable('57014')),
    };
    const said = await sweep(failing, async () => undefined);
    expect(said).toContain('what is too old was not dropped this time');
  });
});

/** Notes how many rows of a table each transaction deletes. */
const countDeletions = (table: string): string => `
  CREATE TABLE deletions (at xid8 NOT NULL, rows integer NOT NULL);
  CREATE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO deletions SELECT pg_current_xact_id(), count(*) FROM gone HAVING count(*) > 0;
      RETURN NULL;
    END $$;
  CREATE TRIGGER note AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_deletion();`;

onPostgres('a transaction of retention', (server) => {
  const counting = async (table: string) => {
    const url = await server().database();
    const store = await openPostgresStore(url);
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await store.close();
    });
    await client.query(countDeletions(table));
    const perTransaction = async (): Promise<unknown> => {
      const sums = 'SELECT sum(rows)::integer AS rows FROM deletions GROUP BY at ORDER BY at';
      return (await client.query(sums)).rows;
    };
    return { store, client, perTransaction };
  };

  it('deletes no more results than a piece, also of pieces that were interrupted', async () => {
    const { store, client, perTransaction } = await counting('results');
    for (const n of numbers(1, 5)) await store.keepResult(arriving(n));
    // A relay that ended after it raised the floor, before it deleted.
    await client.query('UPDATE store SET floor = 5');
    for (const more of [true, true, false]) {
      expect(await store.deleteResultsBefore(0, 2)).toMatchObject({ passed: [], more });
    }
    expect(await perTransaction()).toEqual([{ rows: 2 }, { rows: 2 }, { rows: 1 }]);
  });

  it('deletes no more log entries than a piece', async () => {
    const { store, perTransaction } = await counting('log_entries');
    await append(store, await tokenOf(store, 1), 1, chainOf(5));
    for (const dropped of [2, 2, 1]) expect(await store.deleteLogBefore(10, 2)).toBe(dropped);
    expect(await perTransaction()).toEqual([{ rows: 2 }, { rows: 2 }, { rows: 1 }]);
  });
});
