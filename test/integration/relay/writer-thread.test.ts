import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DATABASE_FILE } from '../../../relay/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../relay/store/sqlite/sqlite-store.ts';
import { RESULTS_QUEUE } from '../../../relay/store/results-store.ts';
import { readAll } from './feed-reader.ts';
import { relayProcess, tokenCommand } from './relay-process.ts';
import { arriving, asking, numbers } from './store/arriving.ts';
import { tempFolder } from './temp-folder.ts';
import { postWebhook, webhookBody } from './webhooks.ts';
import { FATAL_CHECKSUM } from './writer-that-ends.ts';

const writerThatEnds = join(import.meta.dirname, 'writer-that-ends.ts');

describe('the thread that writes', () => {
  it('ends the relay with it: results answered with 204 are stored, the rest is answered 503', async () => {
    const dataDir = tempFolder();
    const admin = await tokenCommand(dataDir, 'create', '--role', 'admin', '--name', 'Office');
    const relay = await relayProcess(dataDir, { NODE_OPTIONS: `--import ${writerThatEnds}` });
    const post = (assignmentId: number, changes = {}) =>
      postWebhook(relay.url, { body: webhookBody('created', { assignmentId, ...changes }) });
    const kept = await Promise.all(numbers(1, 20).map((id) => post(id)));
    expect(kept.map(({ status }) => status)).toEqual(kept.map(() => 204));

    const refused = await post(21, { checksum: FATAL_CHECKSUM });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    const { code, stderr } = await relay.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('the store is lost');

    const again = await relayProcess(dataDir);
    const results = await readAll(again.url, admin.stdout.trim());
    const ids = results.map(({ payload }) => Number(payload.assignmentId));
    expect(ids.toSorted((one, other) => one - other)).toEqual(numbers(1, 20));
  });

  it('has a bounded queue: above it requests are refused at once, and queued ones are not lost', async () => {
    const dataDir = tempFolder();
    const store = openSqliteStore(dataDir);
    onTestFinished(store.close);
    // The thread has begun to write once this is kept.
    await store.keepResult(arriving(1));
    const other = new Database(join(dataDir, DATABASE_FILE));
    other.exec('BEGIN IMMEDIATE');
    const waiting = numbers(2, RESULTS_QUEUE.items + 1).map((n) => store.keepResult(arriving(n)));
    await expect(store.keepResult(arriving(9_000_001))).rejects.toMatchObject({ code: 'queue full' });
    other.exec('ROLLBACK');
    other.close();
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await store.keepResult(arriving(9_000_001))).toBe('first');
    const { head } = await store.readFeed(asking());
    expect(head.sequence).toBe(RESULTS_QUEUE.items + 2);
  });
});
