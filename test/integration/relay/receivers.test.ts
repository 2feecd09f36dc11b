import { request as rawRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { relayProblem } from '../../../shared/relay/access.ts';
import { deletedResult, resultKind } from '../../../shared/relay/results.ts';
import { readAll } from './feed-reader.ts';
import { keptIn, runningRelay, tokenFor } from './running-relay.ts';
import { arriving } from './store/arriving.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';

const SECRET = { RELAY_SECRET_UAT: 'uat-secret', RELAY_SECRET_PROD: 'prod-secret' };
const nested = (levels: number) =>
  webhookBody('deleted', { x: 0 }).replace('"x":0', `"x":${'['.repeat(levels)}${']'.repeat(levels)}`);
const secret = (value: string) => ({ secret: value });

describe('a webhook receiver', () => {
  it.each(resultKind.options)('answers 204 without a body and hands on the %s result whole', async (kind) => {
    const relay = await runningRelay(SECRET);
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const body = webhookBody(kind, { lifetime: 3600, somethingNew: { deep: ['ü', 1] } });
    const answer = await postWebhook(relay.url, { kind, body, headers: secret('uat-secret') });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    const results = await readAll(relay.url, token);
    expect(results).toMatchObject([{ kind, environment: 'uat', customerId: CUSTOMER, sequence: 1 }]);
    expect(results[0]?.payload).toEqual(JSON.parse(body));
  });

  it.each([65, 9000])(
    'refuses a body nested %i deep, which no page could contain, and accepts the next one',
    async (depth) => {
      const relay = await runningRelay();
      const { token } = await tokenFor(relay, [CUSTOMER]);
      const refused = await postWebhook(relay.url, { kind: 'deleted', body: nested(depth) });
      expect(refused.status).toBe(400);
      expect(relayProblem.parse(await refused.json()).error).toBe('bad-payload');
      expect((await postWebhook(relay.url, { kind: 'deleted', body: nested(60) })).status).toBe(204);
      expect(await readAll(relay.url, token)).toHaveLength(1);
    },
  );

  it('returns results that were stored before such bodies were refused, without the deep part', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const body = nested(9000);
    await relay.store.keepResult(arriving(1, { kind: 'deleted', body: Buffer.from(body) }));
    await postWebhook(relay.url, { kind: 'created' });
    const [deep, after] = await readAll(relay.url, token);
    expect(deep?.payload).toMatchObject(deletedResult.parse(JSON.parse(webhookBody('deleted'))));
    expect(after?.kind).toBe('created');
  });

  it('keeps the body byte for byte', async () => {
    const relay = await runningRelay();
    const body = ` \n${webhookBody('deleted')}\t`;
    expect((await postWebhook(relay.url, { kind: 'deleted', body })).status).toBe(204);
    const kept = await keptIn(relay.store);
    expect(kept.results[0]?.body.toString('utf8')).toBe(body);
  });

  it.each([
    ['no secret', {}],
    ['a wrong secret', secret('uat-secres')],
    ['an empty secret', secret('')],
    ["the other environment's secret", secret('prod-secret')],
    ['two secrets in one header', secret('uat-secret, uat-secret')],
  ])('answers 401 to %s and keeps nothing', async (_name, headers) => {
    const relay = await runningRelay(SECRET);
    const answer = await postWebhook(relay.url, { headers });
    expect(answer.status).toBe(401);
    expect(relayProblem.parse(await answer.json()).error).toBe('bad-secret');
    expect((await keptIn(relay.store)).head.sequence).toBe(0);
  });

  it('accepts the old and the new secret while one is rotated', async () => {
    const relay = await runningRelay({ RELAY_SECRET_UAT: 'old, new' });
    expect((await postWebhook(relay.url, { headers: secret('old') })).status).toBe(204);
    expect((await postWebhook(relay.url, { headers: secret('new') })).status).toBe(204);
    expect((await postWebhook(relay.url, { headers: secret('old, new') })).status).toBe(401);
  });

  it('accepts a secret beyond ASCII', async () => {
    const relay = await runningRelay({ RELAY_SECRET_UAT: 'schlüssel' });
    const asBytes = Buffer.from('schlüssel', 'utf8').toString('latin1');
    expect((await postWebhook(relay.url, { headers: secret(asBytes) })).status).toBe(204);
  });

  it('takes webhooks without a configured secret from this machine, but not through a proxy', async () => {
    const relay = await runningRelay();
    expect((await postWebhook(relay.url)).status).toBe(204);
    expect((await postWebhook(relay.url, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(
      401,
    );
  });

  it('takes them from anywhere if set so', async () => {
    const relay = await runningRelay({ RELAY_ALLOW_NO_SECRET: '1' });
    expect((await postWebhook(relay.url, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(
      204,
    );
  });

  it('refuses every webhook without a configured secret on an address others can reach', async () => {
    const relay = await runningRelay({ RELAY_HOST: '0.0.0.0', RELAY_ALLOW_PLAIN_HTTP: '1' });
    const answer = await postWebhook(relay.url.replace('0.0.0.0', '127.0.0.1'));
    expect(answer.status).toBe(401);
    expect(relayProblem.parse(await answer.json()).message).toContain('RELAY_SECRET_UAT');
  });

  it.each([
    ['text that is not JSON', '{"checksum": "half', 'JSON'],
    ['nothing', '', 'JSON'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 'JSON'],
    ['a list', '[]', 'the body itself'],
    ['a missing field', webhookBody('created', { checksum: undefined }), 'checksum'],
    ['a customer that is not a number', webhookBody('created', { customerId: 'abc' }), 'customerId'],
    [
      'an outcome that is not a boolean',
      webhookBody('created', { operationSucceeded: 'true' }),
      'operationSucceeded',
    ],
    ['an id beyond the range', webhookBody('created', { assignmentId: 1e20 }), 'assignmentId'],
  ])('answers 400 to %s and says what is wrong', async (_name, body, reason) => {
    const relay = await runningRelay();
    const answer = await postWebhook(relay.url, { body });
    expect(answer.status).toBe(400);
    const problem = relayProblem.parse(await answer.json());
    expect(problem.error).toBe('bad-payload');
    expect(problem.message).toContain(reason);
    expect((await keptIn(relay.store)).head.sequence).toBe(0);
  });

  it('answers 415 to JSON under another content type (faults.md 38)', async () => {
    const relay = await runningRelay();
    const answer = await postWebhook(relay.url, { headers: { 'content-type': 'text/plain' } });
    expect(answer.status).toBe(415);
    expect(relayProblem.parse(await answer.json()).message).toContain('application/json');
    expect((await keptIn(relay.store)).head.sequence).toBe(0);
  });

  it.each([
    ['with a query behind it', '/uat/webhooks/assignmentDeletedResult?source=portal'],
    ['with a letter encoded', '/uat/webhooks/%61ssignmentDeletedResult'],
  ])('takes a webhook at an address %s as at the usual one', async (_name, path) => {
    const relay = await runningRelay(SECRET);
    const send = (body: string, headers: Readonly<Record<string, string>>) =>
      fetch(`${relay.url}${path}`, { method: 'POST', body, headers });
    const json = { 'content-type': 'application/json' };
    const body = webhookBody('deleted');
    expect((await send(body, { ...json, ...secret('uat-secret') })).status).toBe(204);
    expect((await send(body, json)).status).toBe(401);
    expect((await send('[]', { ...json, ...secret('uat-secret') })).status).toBe(400);
    expect((await keptIn(relay.store)).results).toMatchObject([{ kind: 'deleted', body: Buffer.from(body) }]);
    const metrics = await (await fetch(`${relay.url}/metrics`)).text();
    const labels = 'environment="uat",kind="deleted"';
    expect(metrics).toContain(`relay_webhooks_received_total{${labels}} 1\n`);
    expect(metrics).toContain(`relay_webhooks_refused_total{${labels},reason="secret"} 1\n`);
    expect(metrics).toContain(`relay_webhooks_refused_total{${labels},reason="payload"} 1\n`);
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'answers 405 to %s and names POST',
    async (method) => {
      const relay = await runningRelay();
      const answer = await postWebhook(relay.url, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
    },
  );

  it('takes a body of 64 KiB and answers 413 to one byte more, announced or not', async () => {
    const relay = await runningRelay();
    const limit = 64 * 1024;
    expect((await postWebhook(relay.url, { body: filled(limit) })).status).toBe(204);
    expect((await postWebhook(relay.url, { body: filled(limit + 1) })).status).toBe(413);
    expect(await postChunked(relay.url, filled(limit + 1))).toBe(413);
  });

  it('answers 404 to an unknown environment and to an invalid event name', async () => {
    const relay = await runningRelay();
    expect((await postWebhook(relay.url, { environment: 'test' })).status).toBe(404);
    expect(
      (
        await fetch(`${relay.url}/uat/webhooks/a.b`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(404);
  });

  it('quarantines and counts a body with the right secret that is no result; a stranger’s is dropped (faults.md 38)', async () => {
    const relay = await runningRelay(SECRET);
    const headers = secret('uat-secret');
    const post = (event: string, body: string, more: Readonly<Record<string, string>>) =>
      fetch(`${relay.url}/uat/webhooks/${event}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...more },
      });
    expect((await post('carSold', '{"car":1}', headers)).status).toBe(204);
    expect((await post('carSold', 'stranger', {})).status).toBe(401);
    expect((await postWebhook(relay.url, { headers, body: '{"half":' })).status).toBe(400);
    const text = { ...headers, 'content-type': 'text/plain' };
    expect((await postWebhook(relay.url, { headers: text, body: 'hello' })).status).toBe(415);
    const aside = await relay.store.readQuarantine();
    expect(aside.map(({ event, reason, body }) => [event, reason, body.toString('utf8')])).toEqual([
      ['carSold', 'unknown-event', '{"car":1}'],
      ['assignmentCreatedResult', 'payload', '{"half":'],
      ['assignmentCreatedResult', 'content-type', 'hello'],
    ]);
    expect((await keptIn(relay.store)).head.sequence).toBe(0);
    const metrics = await (await fetch(`${relay.url}/metrics`)).text();
    for (const { reason } of aside) {
      expect(metrics).toContain(`relay_webhooks_quarantined_total{environment="uat",reason="${reason}"} 1`);
    }
  });

  it.each([
    ['uat', 'prod'],
    ['uat', ' Production '],
    ['prod', 'UAT'],
    ['prod', 'test'],
  ] as const)(
    'answers 400 at %s to a result that names "%s", and quarantines it (faults.md 41)',
    async (environment, said) => {
      const relay = await runningRelay();
      const body = webhookBody('created', { environment: said });
      const answer = await postWebhook(relay.url, { environment, body });
      expect(answer.status).toBe(400);
      expect(relayProblem.parse(await answer.json()).message).toContain(`results of ${environment} alone`);
      expect(await relay.store.readQuarantine()).toMatchObject([
        {
          environment,
          event: 'assignmentCreatedResult',
          reason: 'foreign-environment',
          body: Buffer.from(body),
        },
      ]);
      expect((await relay.store.readBounds()).head).toBe(0);
    },
  );

  it.each(['uat', 'UAT', 'Test', 'something else', '', null, 1])(
    'takes a result at uat that says %j of its environment',
    async (environment) => {
      const relay = await runningRelay();
      const answer = await postWebhook(relay.url, { body: webhookBody('created', { environment }) });
      expect(answer.status).toBe(204);
    },
  );

  it('counts received, repeated and refused results', async () => {
    const relay = await runningRelay(SECRET);
    const headers = secret('uat-secret');
    await postWebhook(relay.url, { headers });
    await postWebhook(relay.url, { headers });
    await postWebhook(relay.url);
    await postWebhook(relay.url, { headers, body: '[]' });
    const metrics = await (await fetch(`${relay.url}/metrics`)).text();
    const labels = 'environment="uat",kind="created"';
    expect(metrics).toContain(`relay_webhooks_received_total{${labels}} 2\n`);
    expect(metrics).toContain(`relay_webhooks_duplicate_total{${labels}} 1\n`);
    expect(metrics).toContain(`relay_webhooks_refused_total{${labels},reason="secret"} 1\n`);
    expect(metrics).toContain(`relay_webhooks_refused_total{${labels},reason="payload"} 1\n`);
  });
});

/** A valid body of exactly that many bytes. */
function filled(size: number): string {
  const empty = webhookBody('created', { padding: '' });
  return webhookBody('created', { padding: 'x'.repeat(size - empty.length) });
}

function postChunked(url: string, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sending = rawRequest(
      `${url}/uat/webhooks/assignmentCreatedResult`,
      { method: 'POST', headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}
