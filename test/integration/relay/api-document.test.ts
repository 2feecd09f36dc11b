import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { apiDocumentRoute } from '../../../relay/http/api-document.ts';
import type { RunningRelay } from '../../../relay/start.ts';
import { type ApiOperation, openApi } from '../../openapi/open-api.ts';
import { RELAY_DOCUMENT, relayDocument } from '../../schema/relay-document.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { CUSTOMER, webhookBody } from './webhooks.ts';

/** The interface, written down a second time. */
const routes = {
  '/openapi.json': ['GET'],
  '/uat/webhooks/assignmentCreatedResult': ['POST'],
  '/uat/webhooks/assignmentUpdatedResult': ['POST'],
  '/uat/webhooks/assignmentDeletedResult': ['POST'],
  '/uat/webhooks/{event}': ['POST'],
  '/prod/webhooks/assignmentCreatedResult': ['POST'],
  '/prod/webhooks/assignmentUpdatedResult': ['POST'],
  '/prod/webhooks/assignmentDeletedResult': ['POST'],
  '/prod/webhooks/{event}': ['POST'],
  '/v1/results': ['GET'],
  '/v1/results/{sequence}': ['GET'],
  '/v1/device-key': ['PUT'],
  '/v1/device-keys': ['GET'],
  '/v1/log-entries': ['POST', 'GET'],
  '/v1/reviews': ['POST', 'GET'],
  '/v1/attachments/{sha256}': ['PUT', 'GET'],
  '/v1/removals': ['GET'],
  '/v1/hand-overs': ['POST'],
  '/v1/mirrors': ['POST', 'GET'],
  '/v1/mirror': ['GET'],
  '/v1/mirror-reports': ['POST'],
  '/v1/rescues': ['POST'],
  '/v1/planned-jobs': ['POST', 'GET'],
  '/v1/planned-job-claims': ['POST'],
  '/v1/instructions': ['POST', 'GET'],
  '/v1/attached-files/{sha256}': ['GET'],
  '/v1/publications': ['POST', 'GET'],
  '/v1/shared-notes': ['GET'],
  '/v1/me': ['GET'],
  '/healthz': ['GET'],
  '/readyz': ['GET'],
  '/metrics': ['GET'],
};

const published = readFileSync(join(import.meta.dirname, '../../../docs/schemas', RELAY_DOCUMENT), 'utf8');
const { operations, operationOf } = openApi(published);

test('the published document is the one that a relay serves (npm run schema:exports)', async () => {
  expect(await relayDocument()).toBe(published);
});

test('the document has every route and none else', () => {
  const expected = Object.entries(routes).flatMap(([path, methods]) =>
    methods.map((method) => `${method} ${path}`),
  );
  expect(operations.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

test('a relay with a route that is not described does not start', () => {
  const app = fastify();
  apiDocumentRoute(app);
  expect(() => app.get('/v1/doors', async () => ({}))).toThrow('/v1/doors has no description');
});

describe('a running relay', () => {
  test.each(Object.entries(routes).filter(([path]) => !path.includes('{')))(
    'allows at %s what the document has there',
    async (path, methods) => {
      const relay = await runningRelay();
      const answer = await fetch(relay.url + path, { method: 'OPTIONS' });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(methods.toSorted());
    },
  );

  test('answers as documented', async () => {
    const relay = await runningRelay({ RELAY_ALLOW_NO_SECRET: '1' });
    const { token } = await tokenFor(relay, [CUSTOMER], 'supervisor');
    const asking = { authorization: `Bearer ${token}` };
    const owner = `?environment=uat&customerId=${CUSTOMER}`;
    const webhook = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: webhookBody('created'),
    };
    const seen = [
      await judged(relay, '/uat/webhooks/assignmentCreatedResult', '', webhook),
      await judged(relay, '/uat/webhooks/assignmentCreatedResult', '', { ...webhook, body: '{}' }),
      await judged(relay, '/v1/results', owner, { headers: asking }),
      await judged(relay, '/v1/results/1', owner, { headers: asking }),
      await judged(relay, '/v1/results/2', owner, { headers: asking }),
      await judged(relay, '/v1/results', `${owner}&after=0123456789abcdef.9`, { headers: asking }),
      await judged(relay, '/v1/log-entries', owner, { headers: asking }),
      await judged(relay, '/v1/reviews', owner, { headers: asking }),
      await judged(relay, '/v1/planned-jobs', `${owner}&from=2026-07-23`, { headers: asking }),
      await judged(relay, '/v1/planned-jobs', '', { headers: asking }),
      await judged(relay, '/v1/removals', owner, { headers: asking }),
      await judged(relay, '/v1/shared-notes', `${owner}&type=box-mounted`, { headers: asking }),
      await judged(relay, '/v1/device-keys', owner, { headers: asking }),
      await judged(relay, '/v1/me', '', { headers: asking }),
      await judged(relay, '/v1/me', '', {}),
      await judged(relay, '/v1/results', '?environment=uat&customerId=4712', { headers: asking }),
      await judged(relay, '/healthz', '', {}),
      await judged(relay, '/readyz', '', {}),
      await judged(relay, '/metrics', '', {}),
      await judged(relay, '/openapi.json', '', {}),
    ];
    expect(seen).toEqual([
      204, 400, 200, 200, 404, 410, 200, 200, 200, 400, 200, 200, 200, 200, 401, 403, 200, 200, 200, 200,
    ]);
  });
});

test('a wrong answer is refused, also in a list and where a schema is named', () => {
  const faults = (path: string, status: number, body: unknown) =>
    documented('GET', path).answerFaults({
      status,
      contentType: 'application/json',
      body: JSON.stringify(body),
    });
  const page = { results: [], cursor: '0123456789abcdef.1', upToDate: true, lastReceivedAt: null };
  expect(faults('/v1/results', 200, page)).toEqual([]);
  expect(faults('/v1/results', 200, { ...page, upToDate: 'yes' })).toHaveLength(1);
  expect(faults('/v1/results', 200, { ...page, results: [{ kind: 'created' }] })).toHaveLength(1);
  expect(
    faults('/v1/reviews', 200, { reviews: [{ verdict: 'good' }], cursor: 1, upToDate: true }),
  ).toHaveLength(1);
  expect(faults('/v1/me', 401, { error: 'bad-token' })).toHaveLength(1);
  expect(faults('/v1/me', 410, page)).toHaveLength(1);
});

function documented(method: string, path: string): ApiOperation {
  const operation = operationOf(method, path);
  if (operation === null) throw new Error(`${method} ${path} is not documented`);
  return operation;
}

/** The status of an answer that is as the document says. */
async function judged(
  { url }: RunningRelay,
  path: string,
  query: string,
  init: RequestInit,
): Promise<number> {
  const answer = await fetch(url + path + query, init);
  const { status, headers } = answer;
  const contentType = headers.get('content-type') ?? undefined;
  const operation = documented(init.method ?? 'GET', path);
  expect(operation.answerFaults({ status, contentType, body: await answer.text() })).toEqual([]);
  return status;
}
