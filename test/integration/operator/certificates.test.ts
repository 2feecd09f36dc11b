import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCar } from '../../../electron/operator/endpoints/cars.ts';
import { clientOf, errorOf, json, listen, raw } from './fixture.ts';

/* An authority that this process trusts, so that each certificate is wrong in one way only. */

const write = createCar({ name: 'Van' });
const folder = mkdtempSync(join(tmpdir(), 'boxwright-ca-'));
const file = (name: string) => join(folder, name);
const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
const trusted = getCACertificates();

beforeAll(() => {
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    '/CN=Authority',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.pem'),
  );
  setDefaultCACertificates([...trusted, readFileSync(file('ca.pem'), 'utf8')]);
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  rmSync(folder, { recursive: true });
});

/** A server with a certificate of the authority for these days and this name; answers how many requests it saw. */
async function served(days: number, name: string) {
  openssl('req', ...newKey, '-subj', '/CN=server', '-keyout', file('key.pem'), '-out', file('request.pem'));
  writeFileSync(file('names'), `subjectAltName=${name}\n`);
  const signed = [
    '-CA',
    file('ca.pem'),
    '-CAkey',
    file('ca.key'),
    '-CAcreateserial',
    '-extfile',
    file('names'),
  ];
  openssl(
    'x509',
    '-req',
    '-in',
    file('request.pem'),
    ...signed,
    '-days',
    String(days),
    '-out',
    file('cert.pem'),
  );
  let requests = 0;
  const server = createServer(
    { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) },
    (request, response) => {
      requests += 1;
      const seen = { method: '', url: request.url ?? '', headers: request.headers, body: '' };
      const answer = seen.url.endsWith('/oauth2/token')
        ? json(200, { access_token: 'token' })
        : raw(500, null, '');
      answer(seen, response, request.socket);
    },
  );
  const port = await listen(server);
  const client = clientOf(`https://127.0.0.1:${port}/v3`);
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { client, requests: () => requests };
}

test.each([
  ['that has expired', -1, 'IP:127.0.0.1', 'CERT_HAS_EXPIRED'],
  ['of another name', 2, 'DNS:elsewhere.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('a certificate %s: not sent, and no password either', async (_what, days, name, system) => {
  const { client, requests } = await served(days, name);
  const error = errorOf(await client.call(write));
  expect(error).toMatchObject({ code: 'certificate', sent: 'no', endpoint: 'token.request' });
  expect(error.detail).toContain(system);
  expect(requests()).toBe(0);
});

test('the same with a good certificate gets through', async () => {
  const { client, requests } = await served(2, 'IP:127.0.0.1');
  expect(errorOf(await client.call(write))).toMatchObject({ code: 'server-error', sent: 'answered' });
  expect(requests()).toBe(2);
});

test('a name that does not resolve: not sent', async () => {
  // A label of 64 letters cannot be a name at all: no name server is asked.
  const client = clientOf(`http://${'a'.repeat(64)}.test/v3`);
  onTestFinished(client.close);
  expect(errorOf(await client.call(write))).toMatchObject({
    code: 'dns',
    sent: 'no',
    endpoint: 'token.request',
  });
});
