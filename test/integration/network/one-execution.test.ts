import type { RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createNetwork } from '../../../electron/base/network/network.ts';
import { createTrust, readAuthorities } from '../../../electron/base/network/trust.ts';
import { readCar, updateCar } from '../../../electron/operator/endpoints/cars.ts';
import { createTransport } from '../../../electron/operator/transport.ts';
import { carId } from '../../../shared/ids.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { clientOf, errorOf, valueOf } from '../operator/fixture.ts';
import { answeringServer, json } from '../relay-client/answering-server.ts';
import { makeAuthority } from './authority.ts';
import { OPERATOR } from './company.ts';
import { companyProxy, tlsFront } from './company-proxy.ts';

/*
 * A proxy that ends a connection after the request went through it. The request is not sent again: not through the same
 * proxy, not through the next one of the list, and not without one.
 */

const car = carId.parse(7);
const body = { id: 7, name: 'Van' };

/** An operator behind TLS and two proxies; `onWrite` is what happens when it has a PATCH. */
async function behindProxies() {
  let onWrite: RequestListener = () => undefined;
  const { url, requests } = await answeringServer((request, response) => {
    if (request.method === 'PATCH') onWrite(request, response);
    else json(response, 200, request.method === 'POST' ? { access_token: 't', expires_in: 3600 } : body);
  });
  const authority = makeAuthority('Contoso', onTestFinished);
  const front = await tlsFront(authority.issue(OPERATOR), Number(new URL(url).port), onTestFinished);
  const proxies = [
    await companyProxy({ [`${OPERATOR}:443`]: front }, {}, onTestFinished),
    await companyProxy({ [`${OPERATOR}:443`]: front }, {}, onTestFinished),
  ] as const;
  const authorities = readAuthorities(authority.file);
  if (!authorities.ok) throw new Error(authorities.error);
  const { connect } = createNetwork({
    resolveProxy: () =>
      Promise.resolve([...proxies.map(({ port }) => `PROXY 127.0.0.1:${port}`), 'DIRECT'].join('; ')),
    trust: createTrust(authorities.value, () => undefined),
    logins: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
    clock: machineClock,
    onLogin: () => undefined,
  });
  const client = clientOf(`https://${OPERATOR}/v3`, {
    openTransport: (options) => createTransport({ ...options, connect }),
  });
  onTestFinished(client.close);
  return {
    client,
    proxies,
    writes: () => requests.filter(({ method }) => method === 'PATCH').length,
    onWrite: (listener: RequestListener) => {
      onWrite = listener;
    },
  };
}

test.each([
  ['before the answer', false],
  ['within the answer', true],
])('a write is executed once when the proxy ends the connection %s', async (_when, headers) => {
  const { client, proxies, writes, onWrite } = await behindProxies();
  const [proxy, next] = proxies;
  // A connection that served a request before is the one that other clients send a write again on.
  valueOf(await client.call(readCar(car)));
  onWrite((_request, response) => {
    if (!headers) return proxy.cut();
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 50 });
    response.write('{"id"', () => setImmediate(proxy.cut));
  });
  expect(errorOf(await client.call(updateCar(car, { name: 'Bus' })))).toMatchObject({ sent: 'maybe' });
  // Whatever would be sent again by itself has left by the time a later call is answered.
  valueOf(await client.call(readCar(car)));
  expect(writes()).toBe(1);
  expect(next.seen).toEqual([]);
});

test('a write is not sent where the proxy refuses the connection for it, and the proxy’s page is no answer', async () => {
  const { client, proxies, writes } = await behindProxies();
  valueOf(await client.call(readCar(car)));
  for (const proxy of proxies) proxy.answer(403);
  proxies[0].cut();
  // After this read the client knows that its connection is gone.
  errorOf(await client.call(readCar(car)));
  for (const status of [403, 407, 502]) {
    for (const proxy of proxies) proxy.answer(status);
    expect(errorOf(await client.call(updateCar(car, { name: 'Bus' })))).toMatchObject({
      sent: 'no',
      status: null,
      operatorMessage: null,
    });
  }
  expect(writes()).toBe(0);
});

test.each([403, 404])(
  'the %i of a proxy that inspects TLS is not the operator’s answer, and the write is not repeated by itself',
  async (status) => {
    const { client, writes, onWrite } = await behindProxies();
    onWrite((_request, response) =>
      response
        .writeHead(status, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Blocked</title>'),
    );
    const error = errorOf(await client.call(updateCar(car, { name: 'Bus' })));
    expect(error).toMatchObject({ code: 'unreadable', sent: 'answered', status });
    valueOf(await client.call(readCar(car)));
    expect(writes()).toBe(1);
  },
);
