import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createCar, readCar } from '../../../electron/operator/endpoints/cars.ts';
import { carId } from '../../../shared/ids.ts';
import { type Answer, clientOf, errorOf, json, listen, startStub, valueOf } from './fixture.ts';

/* Lost requests, and whether they may have arrived: the queue sends again on `no` and never on `maybe`. */

const write = createCar({ name: 'Van' });
const read = readCar(carId.parse(7));
const aCar = json(200, { id: 7, name: 'Van' });
const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function stubAndClient(answer: Answer, changes: Parameters<typeof clientOf>[1] = {}) {
  const stub = await startStub(answer);
  cleanUps.push(stub.stop);
  const client = clientOf(stub.url, changes);
  cleanUps.push(client.close);
  return { stub, client };
}

function clientFor(baseUrl: string, changes: Parameters<typeof clientOf>[1] = {}) {
  const client = clientOf(baseUrl, changes);
  cleanUps.push(client.close);
  return client;
}

test('a refused connection: not sent', async () => {
  const { stub, client } = await stubAndClient(aCar);
  await stub.stop();
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'unreachable', sent: 'no', status: null });
});

test('a refused connection with a token in hand: not sent', async () => {
  const { stub, client } = await stubAndClient(json(200, { id: 7, name: 'Van' }, { connection: 'close' }));
  stub.answerToken = json(200, { access_token: 'token' }, { connection: 'close' });
  valueOf(await client.call(read));
  await stub.stop();
  const error = errorOf(await client.call(write));
  expect(error).toMatchObject({ code: 'unreachable', sent: 'no', endpoint: 'cars.create' });
  expect(error.detail).toContain('ECONNREFUSED');
});

test('a TLS handshake that is never answered: a connect timeout, not sent', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => {})));
  const port = await listen(server);
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const client = clientFor(`https://127.0.0.1:${port}/v3`, { timeouts: { connectMs: 100 } });
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'timeout', sent: 'no' });
});

test('a port without TLS: not sent', async () => {
  const { stub } = await stubAndClient(aCar);
  const client = clientFor(`https://127.0.0.1:${stub.port}/api/v3`);
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'tls', sent: 'no' });
  expect(stub.tokenRequests).toEqual([]);
});

test('an untrusted certificate: not sent, and no password either', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-tls-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-days', '2', '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  );
  let requests = 0;
  const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
    requests += 1;
    response.end();
  });
  const port = await listen(server);
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = clientFor(`https://127.0.0.1:${port}/v3`);
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'untrusted', sent: 'no' });
  expect(requests).toBe(0);
});

test('no answer in time: may have arrived', async () => {
  const { stub, client } = await stubAndClient(() => {}, { timeouts: { headersMs: 2000, bodyMs: 2000 } });
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'timeout', sent: 'maybe', status: null });
  expect(stub.seen).toHaveLength(1);
});

test('an answer that trickles for ever ends as a timeout, with the status it began with', async () => {
  const { client } = await stubAndClient(
    (_request, response, socket) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 10);
      socket.on('close', () => clearInterval(timer));
    },
    { timeouts: { headersMs: 20_000, bodyMs: 2000 } },
  );
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'timeout', sent: 'maybe', status: 201 });
});

test('an answer that falls silent in its body ends as a timeout', async () => {
  const { client } = await stubAndClient(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id"');
    },
    { timeouts: { headersMs: 20_000, bodyMs: 2000 } },
  );
  expect(errorOf(await client.call(read))).toMatchObject({ code: 'timeout', sent: 'maybe', status: 200 });
});

test('a body cut short of its announced length: may have arrived', async () => {
  const { client } = await stubAndClient((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"id":', () => response.destroy());
  });
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'reset', sent: 'maybe', status: 201 });
});

test('a chunked body cut short: may have arrived', async () => {
  const { client } = await stubAndClient((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json' });
    response.write('{"id":', () => response.destroy());
  });
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'reset', sent: 'maybe', status: 201 });
});

test('a port without HTTP: unreadable, may have arrived', async () => {
  const { client } = await stubAndClient((_request, _response, socket) => {
    socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n');
  });
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'unreadable', sent: 'maybe' });
});

test('an answer larger than allowed is not read to its end', async () => {
  const { client } = await stubAndClient(json(200, { id: 7, name: 'x'.repeat(1000) }), {
    maxResponseBytes: 500,
  });
  expect(errorOf(await client.call(read))).toMatchObject({
    code: 'unreadable',
    sent: 'answered',
    status: 200,
    detail: 'more than 500 bytes',
  });
});

test('aborted before it began: not sent, and nothing requested', async () => {
  const { stub, client } = await stubAndClient(aCar);
  const error = errorOf(await client.call(write, { signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ code: 'aborted', sent: 'no' });
  expect(stub.seen).toEqual([]);
});

test('aborted while the token is on its way: not sent, and the token still serves others', async () => {
  const { stub, client } = await stubAndClient(aCar);
  const giveToken = stub.answerToken;
  const held = Promise.withResolvers<() => void>();
  stub.answerToken = (request, response, socket) => held.resolve(() => giveToken(request, response, socket));
  const given = new AbortController();
  const impatient = client.call(write, { signal: given.signal });
  const patient = client.call(read);
  const release = await held.promise;
  given.abort();
  expect(errorOf(await impatient)).toMatchObject({ code: 'aborted', sent: 'no' });
  release();
  valueOf(await patient);
  expect(stub.tokenRequests).toHaveLength(1);
  expect(stub.seen.map(({ method }) => method)).toEqual(['GET']);
});

test('aborted after it left: may have arrived', async () => {
  const given = new AbortController();
  const { stub, client } = await stubAndClient(() => given.abort());
  const error = errorOf(await client.call(write, { signal: given.signal }));
  expect(error).toMatchObject({ code: 'aborted', sent: 'maybe' });
  expect(stub.seen).toHaveLength(1);
});

test('aborted while waiting for a free connection: not sent, then or later', async () => {
  const holding: (() => void)[] = [];
  const { stub, client } = await stubAndClient((request, response, socket) => {
    holding.push(() => aCar(request, response, socket));
  });
  const ahead = Array.from({ length: 6 }, () => client.call(read));
  await expect.poll(() => holding.length).toBe(6);
  const given = new AbortController();
  const waiting = client.call(write, { signal: given.signal });
  await new Promise((resolve) => setImmediate(resolve));
  given.abort();
  expect(errorOf(await waiting)).toMatchObject({ code: 'aborted', sent: 'no' });
  for (const release of holding.splice(0)) release();
  await Promise.all(ahead);
  stub.answer = aCar;
  valueOf(await client.call(read));
  expect(stub.seen.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('closing aborts calls in flight, and later calls are reported as never sent', async () => {
  const { stub, client } = await stubAndClient(() => {});
  const underWay = client.call(write);
  await expect.poll(() => stub.seen.length).toBe(1);
  await client.close();
  expect(errorOf(await underWay)).toMatchObject({ code: 'aborted', sent: 'maybe' });
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'aborted', sent: 'no' });
  expect(stub.seen).toHaveLength(1);
});

test('a key that cannot be a header value never leaves', async () => {
  const { stub } = await stubAndClient(aCar);
  const client = clientFor(stub.url, {
    credentials: { apiKey: 'canary\nkey', username: 'canary-username', password: 'canary-password' },
  });
  const error = errorOf(await client.call(write));
  expect(error).toMatchObject({ sent: 'no', endpoint: 'token.request' });
  expect(JSON.stringify(error)).not.toContain('canary');
  expect(stub.tokenRequests).toEqual([]);
});

test('without a customer only calls that need none are sent', async () => {
  const { stub, client } = await stubAndClient(aCar, { customerId: null });
  expect(errorOf(await client.call(read))).toMatchObject({ code: 'invalid', sent: 'no' });
  expect(stub.tokenRequests).toEqual([]);
});
