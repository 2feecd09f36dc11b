import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { relayProblem } from '../../../shared/relay/access.ts';
import { readAll, readPage } from './feed-reader.ts';
import { relayProcess, tokenCommand } from './relay-process.ts';
import { tempFolder } from './temp-folder.ts';
import { postWebhook, webhookBody } from './webhooks.ts';

describe('a store that cannot be written', () => {
  it('is answered 503, readers go on, and the same webhook is taken afterwards (faults.md 41)', async () => {
    const dataDir = tempFolder();
    const token = (
      await tokenCommand(dataDir, 'create', '--role', 'admin', '--name', 'Office')
    ).stdout.trim();
    const relay = await relayProcess(dataDir);
    await postWebhook(relay.url, { body: webhookBody('created', { assignmentId: 1 }) });

    const other = new Database(join(dataDir, 'relay.db'));
    other.exec('BEGIN IMMEDIATE');
    const refused = await postWebhook(relay.url, { body: webhookBody('created', { assignmentId: 2 }) });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(relayProblem.parse(await refused.json()).error).toBe('store-unavailable');
    expect((await readPage(relay.url, token)).results).toHaveLength(1);
    other.exec('ROLLBACK');
    other.close();

    const taken = await postWebhook(relay.url, { body: webhookBody('created', { assignmentId: 2 }) });
    expect(taken.status).toBe(204);
    expect(await readAll(relay.url, token)).toMatchObject([{ sequence: 1 }, { sequence: 2 }]);
    const metrics = await (await fetch(`${relay.url}/metrics`)).text();
    expect(metrics).toContain('reason="store"} 1\n');
  });
});
