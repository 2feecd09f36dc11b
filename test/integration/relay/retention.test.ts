import { describe, expect, it, vi } from 'vitest';
import { feedReset } from '../../../shared/relay/feed.ts';
import { DAY } from '../../../shared/time.ts';
import { askFeed, readPage } from './feed-reader.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';

describe('retention that passes an unread result', () => {
  it('says so in the log and the metrics, and to the reader when it comes (faults.md 36)', async () => {
    const dataDir = tempFolder();
    const before = await runningRelay({ RELAY_DATA_DIR: dataDir }, { clock: () => 0 });
    const { token, id } = await tokenFor(before, [CUSTOMER]);
    await postWebhook(before.url, { body: webhookBody('created', { assignmentId: 1 }) });
    const { cursor } = await readPage(before.url, token);
    await readPage(before.url, token, { after: cursor });
    for (const assignmentId of [2, 3]) {
      await postWebhook(before.url, { body: webhookBody('created', { assignmentId }) });
    }
    await before.stop();

    const lines: string[] = [];
    const after = await runningRelay(
      { RELAY_DATA_DIR: dataDir, RELAY_KEEP_DAYS: '30' },
      { clock: () => 31 * DAY, log: { write: (line) => lines.push(line) } },
    );
    await vi.waitFor(() => expect(lines.join('')).toContain('had not read'));
    const line: unknown = JSON.parse(lines.find((text) => text.includes('had not read')) ?? '');
    expect(line).toMatchObject({ tokenId: id, environment: 'uat', customerId: CUSTOMER, results: 2 });
    const metrics = await (await fetch(`${after.url}/metrics`)).text();
    expect(metrics).toContain('relay_feed_dropped_unread_total 2\n');
    const answer = await askFeed(after.url, token, { after: cursor });
    expect(answer.status).toBe(410);
    expect(feedReset.parse(await answer.json()).reset).toBe('behind-retention');
  });

  it('is silent when everything that is dropped was read', async () => {
    const dataDir = tempFolder();
    const before = await runningRelay({ RELAY_DATA_DIR: dataDir }, { clock: () => 0 });
    const { token } = await tokenFor(before, [CUSTOMER]);
    await postWebhook(before.url);
    const { cursor } = await readPage(before.url, token);
    await readPage(before.url, token, { after: cursor });
    await before.stop();
    const lines: string[] = [];
    await runningRelay(
      { RELAY_DATA_DIR: dataDir, RELAY_KEEP_DAYS: '30' },
      { clock: () => 31 * DAY, log: { write: (line) => lines.push(line) } },
    );
    await vi.waitFor(() => expect(lines.join('')).toContain('old results dropped'));
    expect(lines.join('')).not.toContain('had not read');
  });
});
