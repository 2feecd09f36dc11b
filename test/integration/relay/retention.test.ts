import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { feedReset } from '../../../shared/relay/results.ts';
import { logPage } from '../../../shared/relay/log.ts';
import { reviewPage } from '../../../shared/relay/reviews.ts';
import { DAY } from '../../../shared/time.ts';
import { askFeed, readPage } from './feed-reader.ts';
import { batchOf, chainOf, uuid } from './log-chain.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { openSqliteStore } from '../../../relay/store/sqlite/sqlite-store.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';

describe('retention that passes an unread result', () => {
  it('is reported in the log and the metrics, and to the reader at its next request (faults.md 36)', async () => {
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

  it('is silent when every deleted result was read', async () => {
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

describe('retention of replaced tokens', () => {
  it('drops each a month after its overlap, which a clock that ran ahead cannot have ended', async () => {
    const dataDir = tempFolder();
    const before = await runningRelay({ RELAY_DATA_DIR: dataDir }, { clock: () => 0 });
    const { id } = await tokenFor(before, [CUSTOMER]);
    const store = openSqliteStore(dataDir);
    onTestFinished(() => store.close());
    await store.rotateToken(id, { hash: Buffer.alloc(32, 2), oldUntil: DAY });
    await store.rotateToken(id, { hash: Buffer.alloc(32, 3), oldUntil: DAY + 1 });
    await before.stop();

    const lines: string[] = [];
    await runningRelay(
      { RELAY_DATA_DIR: dataDir },
      { clock: () => 32 * DAY, log: { write: (line) => lines.push(line) } },
    );
    await vi.waitFor(() => expect(lines.join('')).toContain('"dropped":1'));
    expect(lines.join('')).toContain('replaced tokens dropped');
    expect(await store.dropReplacedTokens(DAY)).toBe(0);
    expect(await store.dropReplacedTokens(DAY + 1)).toBe(1);
  });
});

describe('retention of uploads of laptops and supervisors', () => {
  it('drops each after its own days, and names each token that had not got a review (faults.md 36)', async () => {
    const dataDir = tempFolder();
    const before = await runningRelay({ RELAY_DATA_DIR: dataDir }, { clock: () => 0 });
    const { token, id } = await tokenFor(before, [CUSTOMER]);
    const office = await tokenFor(before, [CUSTOMER], 'supervisor');
    const post = (path: string, by: string, body: object) =>
      fetch(`${before.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const review = (n: number) => ({
      id: uuid('d', n),
      environment: 'uat',
      customerId: CUSTOMER,
      jobId: uuid('a', n),
      verdict: 'approved',
      comment: '',
      basedOn: 0,
    });
    for (const n of [1, 2, 3]) expect((await post('/v1/reviews', office.token, review(n))).status).toBe(200);
    expect((await post('/v1/log-entries', token, batchOf(chainOf(3)))).status).toBe(200);
    const place = { environment: 'uat', customerId: String(CUSTOMER), review: uuid('d', 1) };
    const headers = { authorization: `Bearer ${token}` };
    // The laptop says which review is the newest it has; it never comes for the others.
    await fetch(`${before.url}/v1/results?${new URLSearchParams(place)}`, { headers });
    await before.stop();

    const lines: string[] = [];
    const after = await runningRelay(
      { RELAY_DATA_DIR: dataDir, RELAY_KEEP_LOG_DAYS: '32', RELAY_KEEP_REVIEW_DAYS: '30' },
      { clock: () => 31 * DAY, log: { write: (line) => lines.push(line) } },
    );
    await vi.waitFor(() => expect(lines.join('')).toContain('had not read'));
    const line: unknown = JSON.parse(lines.find((text) => text.includes('had not read')) ?? '');
    expect(line).toMatchObject({ tokenId: id, environment: 'uat', customerId: CUSTOMER, reviews: 2 });
    const metrics = await (await fetch(`${after.url}/metrics`)).text();
    expect(metrics).toContain('relay_reviews_dropped_unread_total 2\n');
    expect(metrics).toContain('relay_feed_dropped_unread_total 0\n');
    const reviews = await fetch(`${after.url}/v1/reviews?${new URLSearchParams(place)}`, { headers });
    expect(reviewPage.parse(await reviews.json())).toMatchObject({ reviews: [], missed: 2 });
    const log = await fetch(`${after.url}/v1/log-entries?${new URLSearchParams(place)}`, { headers });
    expect(logPage.parse(await log.json()).entries).toHaveLength(3);
  });
});
