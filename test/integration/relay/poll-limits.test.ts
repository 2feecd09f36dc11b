import { describe, expect, it, onTestFinished } from 'vitest';
import { relayProblem } from '../../../shared/relay/access.ts';
import { askFeed, LONG, readPage } from './feed-reader.ts';
import { tokenCommand } from './relay-process.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';
import { untilWaiting } from './waiting-polls.ts';
import { CUSTOMER, postWebhook } from './webhooks.ts';

/** Polls that wait until the test ends. */
function waiting(url: string, token: string, count: number): readonly Promise<Response>[] {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  return Array.from({ length: count }, () => {
    const poll = askFeed(url, token, { wait: LONG }, leaving.signal);
    poll.catch(() => undefined);
    return poll;
  });
}

describe('waiting polls', () => {
  it('of one token are bounded: one more is answered 429 with Retry-After', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const polls = waiting(relay.url, token, 4);
    await untilWaiting(relay.url, 4);
    const refused = await askFeed(relay.url, token, { wait: LONG });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
    expect(relayProblem.parse(await refused.json()).error).toBe('too-many-polls');
    expect((await askFeed(relay.url, token)).status).toBe(200);
    const { token: neighbour } = await tokenFor(relay, [CUSTOMER]);
    const other = askFeed(relay.url, neighbour, { wait: LONG });
    await untilWaiting(relay.url, 5);
    await postWebhook(relay.url);
    for (const answer of await Promise.all([...polls, other])) expect(answer.status).toBe(200);
  });

  it('of all tokens together are bounded: one more is answered 503 with Retry-After', async () => {
    const relay = await runningRelay({ RELAY_MAX_WAITING: '2' });
    const tokens = [await tokenFor(relay, [CUSTOMER]), await tokenFor(relay, [CUSTOMER])];
    for (const { token } of tokens) void waiting(relay.url, token, 1);
    await untilWaiting(relay.url, 2);
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const refused = await askFeed(relay.url, token, { wait: LONG });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
    expect(relayProblem.parse(await refused.json()).error).toBe('relay-full');
    expect((await postWebhook(relay.url)).status).toBe(204);
    expect((await readPage(relay.url, token)).results).toHaveLength(1);
  });

  it('end at once, without any result, when the command revokes their token (faults.md 39)', async () => {
    const dataDir = tempFolder();
    const relay = await runningRelay({ RELAY_DATA_DIR: dataDir });
    const { token, id } = await tokenFor(relay, [CUSTOMER]);
    const { token: neighbour } = await tokenFor(relay, [CUSTOMER]);
    const polls = waiting(relay.url, token, 2);
    void waiting(relay.url, neighbour, 1);
    await untilWaiting(relay.url, 3);
    expect(await tokenCommand(dataDir, 'revoke', '--id', String(id))).toMatchObject({ code: 0 });
    for (const answer of await Promise.all(polls)) expect(answer.status).toBe(401);
    await untilWaiting(relay.url, 1);
  });
});
