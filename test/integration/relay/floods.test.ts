import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { relayProblem } from '../../../shared/relay/access.ts';
import { askFeed } from './feed-reader.ts';
import { rawConnection } from './raw-connection.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';

const SECRET = { RELAY_SECRET_UAT: 'uat-secret' };
const right = { secret: 'uat-secret' };
const unknownToken = `bxr_${'x'.repeat(43)}`;
/** More wrong ones than an address may send at once. */
const MANY = 70;

const statuses = async (answers: readonly Promise<Response>[]): Promise<readonly number[]> =>
  (await Promise.all(answers)).map(({ status }) => status);

const many = (ask: () => Promise<Response>): Promise<readonly number[]> =>
  statuses(Array.from({ length: MANY }, ask));

describe('guessing', () => {
  it('secrets is slowed down with Retry-After, and never refuses the right secret', async () => {
    const relay = await runningRelay(SECRET, { clock: () => 0 });
    const guesses = await many(() => postWebhook(relay.url, { headers: { secret: 'guess' } }));
    expect(new Set(guesses)).toEqual(new Set([401, 429]));
    const limited = await postWebhook(relay.url, { headers: { secret: 'guess' } });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
    expect(relayProblem.parse(await limited.json()).error).toBe('too-many-refused');
    expect((await postWebhook(relay.url, { headers: right })).status).toBe(204);
  });

  it('tokens is slowed down, and shuts out no laptop that was let in before', async () => {
    const relay = await runningRelay({}, { clock: () => 0 });
    const known = await tokenFor(relay, [CUSTOMER]);
    const fresh = await tokenFor(relay, [CUSTOMER]);
    expect((await askFeed(relay.url, known.token)).status).toBe(200);
    expect(new Set(await many(() => askFeed(relay.url, unknownToken)))).toEqual(new Set([401, 429]));
    expect((await askFeed(relay.url, known.token)).status).toBe(200);
    // Unknown until the address has waited: so a guess costs no look into the store.
    const limited = await askFeed(relay.url, fresh.token);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
    const metrics = await (await fetch(`${relay.url}/metrics`)).text();
    expect(metrics).toMatch(/relay_token_failures_total\{reason="unknown"\} 60\n/);
    expect(metrics).toMatch(/relay_token_failures_total\{reason="limited"\} 11\n/);
  });

  it('ends for a token that was let in before and is revoked', async () => {
    const relay = await runningRelay({}, { clock: () => 0 });
    const { token, id } = await tokenFor(relay, [CUSTOMER]);
    await askFeed(relay.url, token);
    await many(() => askFeed(relay.url, unknownToken));
    await relay.store.revokeToken(id, 0);
    expect((await askFeed(relay.url, token)).status).toBe(401);
    expect((await askFeed(relay.url, token)).status).toBe(429);
  });

  it('is counted for each sender behind a trusted proxy, whose header no other sender can use', async () => {
    const from = (address: string) => ({ secret: 'guess', 'x-forwarded-for': `198.51.100.1, ${address}` });
    const trusting = await runningRelay(
      { ...SECRET, RELAY_TRUSTED_PROXIES: '127.0.0.1' },
      { clock: () => 0 },
    );
    await many(() => postWebhook(trusting.url, { headers: from('203.0.113.9') }));
    expect((await postWebhook(trusting.url, { headers: from('203.0.113.9') })).status).toBe(429);
    expect((await postWebhook(trusting.url, { headers: from('203.0.113.10') })).status).toBe(401);
    const direct = await runningRelay(SECRET, { clock: () => 0 });
    await many(() => postWebhook(direct.url, { headers: from('203.0.113.9') }));
    expect((await postWebhook(direct.url, { headers: from('203.0.113.10') })).status).toBe(429);
  });
});

describe('a token that asks without pause', () => {
  it('is asked to wait', async () => {
    const relay = await runningRelay({}, { clock: () => 0 });
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const ask = () => fetch(`${relay.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    // No more at once than a token may have under way.
    for (let round = 0; round < 200; round += 1) {
      expect(new Set(await statuses(Array.from({ length: 5 }, ask)))).toEqual(new Set([200]));
    }
    const limited = await ask();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
  });
});

describe('connections', () => {
  it('connections beyond the limit of one address are closed, and allowed again when others end', async () => {
    const relay = await runningRelay({ ...SECRET, RELAY_CONNECTIONS_PER_ADDRESS: '3' });
    const held = await Promise.all(Array.from({ length: 3 }, () => rawConnection(relay.url)));
    const fourth = await rawConnection(relay.url);
    expect(await fourth.ended).toBe('');
    for (const { socket } of held) socket.destroy();
    await vi.waitFor(async () => expect((await fetch(`${relay.url}/healthz`)).status).toBe(200));
  });

  it('connections with the right secret are not limited', async () => {
    const relay = await runningRelay({ ...SECRET, RELAY_CONNECTIONS_PER_ADDRESS: '3' });
    expect((await postWebhook(relay.url, { headers: right })).status).toBe(204);
    await Promise.all(Array.from({ length: 10 }, () => rawConnection(relay.url)));
    const posts = Array.from({ length: 20 }, (_, n) =>
      postWebhook(relay.url, { headers: right, body: webhookBody('created', { assignmentId: n }) }),
    );
    expect(new Set(await statuses(posts))).toEqual(new Set([204]));
  });
});

describe('a connection with hundreds of requests one behind the other', () => {
  it('is cut off without a warning of Node, and errors have their stacks as before', async () => {
    const relay = await runningRelay();
    const before = Error.stackTraceLimit;
    const warned: string[] = [];
    const warn = ({ message }: Error): number => warned.push(message);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const many = await rawConnection(relay.url);
    many.socket.write('GET /healthz HTTP/1.1\r\nHost: relay\r\n\r\n'.repeat(300));
    await many.ended;
    expect(await (await fetch(`${relay.url}/metrics`)).text()).toMatch(
      /^relay_connections_refused_total 1$/m,
    );
    expect(Error.stackTraceLimit).toBe(before);
    expect(warned).toEqual([]);
  });
});

describe('senders who trickle', () => {
  const head = 'POST /uat/webhooks/assignmentCreatedResult HTTP/1.1\r\nHost: relay\r\n';
  const half = `${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"check`;

  it('are cut off with 408, whatever they leave out, while others are served', async () => {
    const relay = await runningRelay({ RELAY_REQUEST_SECONDS: '5', RELAY_ALLOW_NO_SECRET: '1' });
    const silent = await rawConnection(relay.url);
    const headless = await rawConnection(relay.url);
    const halfway = await rawConnection(relay.url);
    const dripping = await rawConnection(relay.url);
    for (const { socket } of [headless, dripping]) socket.write(head);
    halfway.socket.write(half);
    const drip = setInterval(() => dripping.socket.write('x'), 50);
    // A write to a connection that is cut off resets it, and may lose the answer.
    dripping.socket.once('data', () => clearInterval(drip));
    expect((await postWebhook(relay.url)).status).toBe(204);
    const answers = await Promise.all([silent, headless, halfway, dripping].map(({ ended }) => ended));
    clearInterval(drip);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('headers', () => {
  it('of more than 8 KiB are answered 431', async () => {
    const relay = await runningRelay();
    const answer = await postWebhook(relay.url, { headers: { 'x-long': 'x'.repeat(9000) } });
    expect(answer.status).toBe(431);
  });
});
