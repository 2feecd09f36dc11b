import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { keptIn, runningRelay } from '../integration/relay/running-relay.ts';
import { webhookBody } from '../integration/relay/webhooks.ts';

/** A web page in a browser of the relay's own machine, where the relay has no secret: it can post to loopback addresses. */

type Headers = Readonly<Record<string, string>>;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Posts a forged result; fetch would not set these headers. */
function post(url: string, headers: Headers): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const address = `${url}/uat/webhooks/assignmentCreatedResult`;
    request(address, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    })
      .on('error', reject)
      .end(webhookBody('created'));
  });
}

describe('a web page', () => {
  it.each<[string, Headers]>([
    ['from its own origin', { ...JSON_TYPE, origin: 'https://evil.example' }],
    ['from a file, whose origin is null', { ...JSON_TYPE, origin: 'null' }],
    ['from another server of this machine', { ...JSON_TYPE, origin: 'http://localhost:3000' }],
    ['by a name that was made to lead to this machine', { ...JSON_TYPE, host: 'relay.evil.example' }],
    [
      'by a name that begins like an address of this machine',
      { ...JSON_TYPE, host: '127.0.0.1.evil.example:80' },
    ],
    ['without a content type, for which no browser asks first', {}],
  ])('forges no result %s', async (_name, headers) => {
    const relay = await runningRelay();
    expect(await post(relay.url, headers)).toBe(401);
    expect((await keptIn(relay.store)).head.sequence).toBe(0);
  });

  it.each(['localhost:8080', '127.0.0.1', '[::1]:80'])(
    'does not keep the operator’s simulator away, which names %s',
    async (host) => {
      const relay = await runningRelay();
      expect(await post(relay.url, { ...JSON_TYPE, host })).toBe(204);
    },
  );
});
