import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRelayClient, type RelayClient } from '../../../electron/relay/client.ts';
import type { RelayTimeouts } from '../../../electron/relay/connection.ts';
import type { Clock } from '../../../shared/time.ts';
import { customerId } from '../../../shared/ids.ts';
import { machineClock, manualClock } from '../../unit/relay-client/manual-clock.ts';
import { eventually } from '../../unit/relay-client/eventually.ts';
import { answeringServer, json } from './answering-server.ts';

const TOKEN = 'bxr_canary-token-that-must-never-be-seen';
const CURSOR = '00112233aabbccdd.12';
const question = {
  environment: 'uat',
  customerId: customerId.parse(4711),
  after: CURSOR,
  limit: 100,
  waitSeconds: 0,
} as const;

function clientOf(
  url: string,
  more: { clock?: Clock; token?: string; timeouts?: RelayTimeouts; synced?: () => Promise<void> } = {},
): RelayClient {
  const client = createRelayClient({ url, token: TOKEN, clock: machineClock, ...more });
  onTestFinished(client.close);
  return client;
}

describe('requests', () => {
  test('is one request with the token, below the path of the address', async () => {
    const { url, requests } = await answeringServer((_, response) => json(response, 500, {}));
    await clientOf(`${url}/relay`).results(question);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    const asked = new URL(requests[0]?.url ?? '', url);
    expect(asked.pathname).toBe('/relay/v1/results');
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      environment: 'uat',
      customerId: '4711',
      after: CURSOR,
      limit: '100',
      wait: '0',
    });
  });

  test('names no cursor before the first page', async () => {
    const { url, requests } = await answeringServer((_, response) => json(response, 500, {}));
    await clientOf(url).results({ ...question, after: null });
    expect(requests[0]?.url).not.toContain('after');
  });

  test('is sent once, also when a warm connection dies before the answer', async () => {
    const { url, requests } = await answeringServer((request, response) => {
      if (requests.length === 1)
        json(response, 200, { results: [], cursor: CURSOR, upToDate: true, lastReceivedAt: null });
      else request.socket.destroy();
    });
    const client = clientOf(url);
    expect((await client.results(question)).ok).toBe(true);
    const second = await client.results(question);
    expect(second).toMatchObject({ ok: false, error: { code: 'unreachable' } });
    expect(requests).toHaveLength(2);
  });

  test('leaves only once the commits of this laptop are on its disk', async () => {
    const { url, requests } = await answeringServer((_, response) => json(response, 500, {}));
    const disk = Promise.withResolvers<void>();
    const asked = clientOf(url, { synced: () => disk.promise }).results(question);
    await clientOf(url).results(question);
    await clientOf(url).results(question);
    expect(requests).toHaveLength(2);
    disk.resolve();
    await asked;
    expect(requests).toHaveLength(3);
  });

  test('does not leave where the disk of this laptop fails', async () => {
    const { url, requests } = await answeringServer((_, response) => json(response, 500, {}));
    const client = clientOf(url, { synced: () => Promise.reject(new Error('the disk is full')) });
    expect(await client.results(question)).toMatchObject({
      ok: false,
      error: { code: 'unreachable', detail: 'the disk of this laptop: the disk is full' },
    });
    expect(requests).toHaveLength(0);
  });

  test('never follows a redirect: the token stays with the configured address', async () => {
    const elsewhere = await answeringServer((_, response) => json(response, 200, {}));
    const { url } = await answeringServer((_, response) => {
      response.writeHead(307, { location: elsewhere.url }).end();
    });
    expect(await clientOf(url).me()).toMatchObject({ ok: false, error: { code: 'unreadable', status: 307 } });
    expect(elsewhere.requests).toHaveLength(0);
  });
});

describe('answers', () => {
  test('a page keeps results that only the reader of each can judge', async () => {
    const page = { results: [{ any: 'thing' }, 7], cursor: CURSOR, upToDate: false, lastReceivedAt: 12 };
    const { url } = await answeringServer((_, response) => json(response, 200, page));
    expect(await clientOf(url).results(question)).toEqual({ ok: true, value: { kind: 'page', page } });
  });

  test('faults.md 36: 410 is a reset', async () => {
    const reset = { reset: 'behind-retention', cursor: CURSOR };
    const { url } = await answeringServer((_, response) => json(response, 410, reset));
    expect(await clientOf(url).results(question)).toEqual({ ok: true, value: { kind: 'reset', reset } });
  });

  test.each([
    [401, 'refused'],
    [403, 'wrong-customer'],
    [429, 'failing'],
    [500, 'failing'],
    [503, 'failing'],
    [400, 'rejected'],
    [404, 'rejected'],
  ] as const)('%i is %s, with the relay’s message', async (status, code) => {
    const { url } = await answeringServer((_, response) =>
      json(response, status, { error: 'x', message: 'This is\nwhy.' }),
    );
    const answer = await clientOf(url).results(question);
    expect(answer).toMatchObject({ ok: false, error: { code, status, detail: 'This is why.' } });
  });

  test.each([
    ['7', 7000],
    [new Date(manualClock().now() + 9000).toUTCString(), 9000],
    ['soon', null],
  ])('Retry-After %s is %s ms', async (header, retryAfterMs) => {
    const { url } = await answeringServer((_, response) =>
      json(response, 503, {}, { 'retry-after': header }),
    );
    const answer = await clientOf(url, { clock: manualClock() }).results(question);
    expect(answer).toMatchObject({ ok: false, error: { code: 'failing', retryAfterMs } });
  });

  test('a page that does not call itself JSON is not one, whatever it holds', async () => {
    const page = { results: [], cursor: CURSOR, upToDate: true, lastReceivedAt: null };
    const { url } = await answeringServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(page));
    });
    expect(await clientOf(url).results(question)).toMatchObject({ ok: false, error: { code: 'unreadable' } });
  });

  test('the page of a captive portal is not success', async () => {
    const { url } = await answeringServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the guest network</h1>');
    });
    expect(await clientOf(url).me()).toMatchObject({ ok: false, error: { code: 'unreadable', status: 200 } });
  });

  test.each(['{"results":', '{"results":[]}', '[]'])('%s is not a page', async (body) => {
    const { url } = await answeringServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    expect(await clientOf(url).results(question)).toMatchObject({ ok: false, error: { code: 'unreadable' } });
  });

  test('a body without end is aborted at its limit', async () => {
    const { url } = await answeringServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(65_536), more);
      };
      more();
    });
    expect(await clientOf(url).me()).toMatchObject({
      ok: false,
      error: { code: 'unreadable', detail: 'more than 65536 bytes' },
    });
  });
});

describe('missing answers', () => {
  test('no server listens: unreachable, with the name of the failure', async () => {
    const answer = await clientOf('http://127.0.0.1:9').me();
    expect(answer).toMatchObject({ ok: false, error: { code: 'unreachable', status: null } });
    expect(inspect(answer)).toContain('ECONNREFUSED');
  });

  test('a server that hangs, or trickles, is aborted at the deadline', async () => {
    const { url, requests } = await answeringServer((request, response) => {
      if (request.url === '/v1/me') return;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
    });
    const clock = manualClock();
    const client = clientOf(url, { clock });
    const answers = [client.me(), client.results({ ...question, waitSeconds: 30 })];
    await eventually(() => expect(requests).toHaveLength(2));
    expect(clock.pending()).toEqual([15_000, 45_000]);
    clock.advance(45_000);
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject({
        ok: false,
        error: { code: 'unreachable', detail: 'no answer in time' },
      });
    }
    expect(clock.pending()).toEqual([]);
  });

  test('giving up ends the request', async () => {
    const { url, requests } = await answeringServer(() => {});
    const abort = new AbortController();
    const answer = clientOf(url).results({ ...question, waitSeconds: 30, signal: abort.signal });
    await eventually(() => expect(requests).toHaveLength(1));
    abort.abort();
    expect(await answer).toMatchObject({ ok: false, error: { code: 'aborted' } });
  });
});

describe('the token', () => {
  test('is in no client, no error and no text of the relay', async () => {
    const { url } = await answeringServer((request, response) =>
      json(response, 401, { error: 'bad-token', message: `no such token: ${request.headers.authorization}` }),
    );
    const client = clientOf(url);
    const seen = [client, await client.me(), await clientOf('http://127.0.0.1:9').me()];
    expect(inspect(seen, { depth: 20, showHidden: true })).not.toContain(TOKEN);
    expect(JSON.stringify(seen)).not.toContain(TOKEN);
  });

  test.each(['', 'two\nlines', 'späte'])('%j is refused without asking', async (token) => {
    const { url, requests } = await answeringServer((_, response) => json(response, 200, {}));
    expect(await clientOf(url, { token }).me()).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(requests).toHaveLength(0);
  });
});
