import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OperatorClient } from '../../../electron/operator/client.ts';
import { createCar, readCar } from '../../../electron/operator/endpoints/cars.ts';
import { HOUR, MINUTE, SECOND } from '../../../shared/time.ts';
import { carId } from '../../../shared/ids.ts';
import {
  type Answer,
  clientOf,
  credentials,
  errorOf,
  json,
  raw,
  settableClock,
  startStub,
  type Stub,
  tokens,
  valueOf,
} from './fixture.ts';

let stub: Stub;
let client: OperatorClient;
let clock: ReturnType<typeof settableClock>;
const aCar = json(200, { id: 7, name: 'Van' });
const read = readCar(carId.parse(7));
const write = createCar({ name: 'Van' });

beforeEach(async () => {
  clock = settableClock();
  stub = await startStub(aCar);
  client = clientOf(stub.url, { clock });
});
afterEach(async () => {
  await client.close();
  await stub.stop();
});

/** Answers 401 to every token but the given one. */
const onlyWith =
  (token: string, otherwise: Answer = json(401, { message: 'Token is void' })): Answer =>
  (request, response, socket) =>
    (request.headers.authorization === `Bearer ${token}` ? aCar : otherwise)(request, response, socket);

const calls = (count: number) => Promise.all(Array.from({ length: count }, () => client.call(read)));

describe('asking for a token', () => {
  test('a form with the password grant and the key, whatever characters the password has', async () => {
    valueOf(await client.call(read));
    const [asked] = stub.tokenRequests;
    expect(asked).toMatchObject({ method: 'POST' });
    expect(asked?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'service-api-key': credentials.apiKey,
    });
    expect(asked?.headers).not.toHaveProperty('customer-id');
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      grant_type: 'password',
      username: credentials.username,
      password: credentials.password,
    });
  });

  test('JSON where the profile requires it', async () => {
    await client.close();
    client = clientOf(stub.url, { assumptions: { tokenBody: 'json' } });
    valueOf(await client.call(read));
    expect(stub.tokenRequests[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(stub.tokenRequests[0]?.body ?? '')).toMatchObject({ password: credentials.password });
  });

  test('once for a hundred calls at the same time', async () => {
    for (const answer of await calls(100)) valueOf(answer);
    expect(stub.tokenRequests).toHaveLength(1);
    expect(client.authentication).toMatchObject({ state: 'authenticated' });
  });
});

describe('keeping it', () => {
  test.each([
    ['a number', 3600],
    ['text', '3600'],
  ])('renewed a minute before its end, the lifetime given as %s', async (_form, lifetime) => {
    stub.answerToken = tokens({ expires_in: lifetime });
    const from = clock.now();
    valueOf(await client.call(read));
    clock.set(from + HOUR - MINUTE - 1);
    valueOf(await client.call(read));
    expect(stub.tokenRequests).toHaveLength(1);
    clock.set(from + HOUR - MINUTE);
    valueOf(await client.call(read));
    expect(stub.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  test('a short life is used for four fifths of it', async () => {
    stub.answerToken = tokens({ expires_in: 10 });
    const from = clock.now();
    valueOf(await client.call(read));
    clock.set(from + 8 * SECOND - 1);
    valueOf(await client.call(read));
    expect(stub.tokenRequests).toHaveLength(1);
    clock.set(from + 8 * SECOND);
    valueOf(await client.call(read));
    expect(stub.tokenRequests).toHaveLength(2);
  });

  test.each([
    ['none', {}],
    ['null', { expires_in: null }],
    ['nonsense', { expires_in: 'soon' }],
    ['zero', { expires_in: 0 }],
  ])('without a readable lifetime (%s) until a 401 says otherwise', async (_what, lifetime) => {
    stub.answerToken = tokens(lifetime);
    valueOf(await client.call(read));
    clock.set(clock.now() + 1000 * HOUR);
    valueOf(await client.call(read));
    expect(stub.tokenRequests).toHaveLength(1);
  });

  test('a clock set back keeps the token; the operator’s refusal decides', async () => {
    valueOf(await client.call(read));
    clock.set(clock.now() - 24 * HOUR);
    valueOf(await client.call(read));
    expect(stub.tokenRequests).toHaveLength(1);
    stub.answer = onlyWith('token-2');
    valueOf(await client.call(read));
    expect(stub.tokenRequests).toHaveLength(2);
  });
});

describe('a 401 on a call', () => {
  test('renews the token and repeats the call', async () => {
    valueOf(await client.call(read));
    stub.answer = onlyWith('token-2');
    valueOf(await client.call(read));
    expect(stub.tokenRequests).toHaveLength(2);
    expect(stub.seen).toHaveLength(3);
  });

  test('in the midst of a hundred calls renews it once for all of them', async () => {
    valueOf(await client.call(read));
    stub.answer = onlyWith('token-2');
    for (const answer of await calls(100)) valueOf(answer);
    expect(stub.tokenRequests).toHaveLength(2);
  });

  test('that comes late does not throw away the token others have renewed meanwhile', async () => {
    valueOf(await client.call(read));
    const late = Promise.withResolvers<() => void>();
    const refuse = json(401, 'Void');
    stub.answer = (request, response, socket) => late.resolve(() => refuse(request, response, socket));
    const slow = client.call(read);
    const answerLate = await late.promise;
    stub.answer = onlyWith('token-2');
    valueOf(await client.call(read));
    answerLate();
    valueOf(await slow);
    expect(stub.tokenRequests).toHaveLength(2);
  });

  test('again with the new token ends it: answered, and no further try', async () => {
    stub.answer = json(401, { message: 'Subscription key is void' });
    expect(errorOf(await client.call(write))).toMatchObject({
      code: 'unauthorised',
      sent: 'answered',
      status: 401,
      operatorMessage: 'Subscription key is void',
    });
    expect(stub.seen).toHaveLength(2);
    expect(stub.tokenRequests).toHaveLength(2);
    expect(client.authentication).toMatchObject({
      state: 'unauthorised',
      message: 'Subscription key is void',
    });
    stub.answer = aCar;
    valueOf(await client.call(read));
    expect(client.authentication).toMatchObject({ state: 'authenticated' });
  });

  test('for a hundred calls at once ends all of them after one renewal', async () => {
    valueOf(await client.call(read));
    stub.answer = json(401, 'No');
    for (const answer of await calls(100)) expect(errorOf(answer).code).toBe('unauthorised');
    expect(stub.tokenRequests).toHaveLength(2);
  });

  test('when the new token cannot be had means that nothing was applied', async () => {
    valueOf(await client.call(read));
    stub.answer = json(401, 'No');
    stub.answerToken = json(503, 'Later');
    expect(errorOf(await client.call(write))).toMatchObject({ code: 'token-unavailable', sent: 'no' });
  });
});

describe('a refused login is terminal', () => {
  test.each([
    ['400 with an OAuth error', json(400, { error: 'invalid_grant', error_description: 'Wrong password.' })],
    ['401', json(401, { statusCode: 401, message: 'Wrong password.' })],
    ['403', json(403, 'Wrong password.')],
  ])('%s', async (_what, answer) => {
    stub.answerToken = answer;
    for (const result of await calls(20)) {
      expect(errorOf(result)).toMatchObject({
        code: 'login-refused',
        sent: 'no',
        endpoint: 'token.request',
        operatorMessage: 'Wrong password.',
      });
    }
    clock.set(clock.now() + 24 * HOUR);
    client.wake();
    stub.answerToken = tokens();
    expect(errorOf(await client.call(write)).code).toBe('login-refused');
    expect(stub.tokenRequests).toHaveLength(1);
    expect(stub.seen).toEqual([]);
    expect(client.authentication).toMatchObject({ state: 'refused', message: 'Wrong password.' });
  });

  test('also when the login is withdrawn later', async () => {
    valueOf(await client.call(read));
    stub.answer = json(401, 'No');
    stub.answerToken = json(401, 'Locked');
    expect(errorOf(await client.call(write))).toMatchObject({ code: 'login-refused', sent: 'no' });
    expect(errorOf(await client.call(write))).toMatchObject({ code: 'login-refused', sent: 'no' });
    expect(stub.tokenRequests).toHaveLength(2);
  });
});

describe('a token endpoint that is down or odd', () => {
  const odd: readonly (readonly [string, Answer])[] = [
    ['500', json(500, 'Oops')],
    ['503', json(503, 'Later')],
    ['404', json(404, 'No such path')],
    ['415', json(415, { title: 'Unsupported' })],
    ['400 without an OAuth error', json(400, 'Bad')],
    ['400 that says not now', json(400, { error: 'temporarily_unavailable' })],
    ['a portal page', raw(200, 'text/html', '<title>Guest Wi-Fi</title>')],
    ['a 403 as the page of a proxy', raw(403, 'text/html', '<html><title>Forbidden</title></html>')],
    ['a 200 without a token', json(200, { token_type: 'Bearer' })],
    ['a token that is no header value', json(200, { access_token: 'a\nb' })],
    ['a redirect', raw(302, null, '', { location: 'http://127.0.0.1:1/' })],
  ];

  test.each(odd)('%s: unavailable, and not asked again before the pause is over', async (_what, answer) => {
    stub.answerToken = answer;
    const from = clock.now();
    expect(errorOf(await client.call(write))).toMatchObject({
      code: 'token-unavailable',
      sent: 'no',
      retryAfterMs: 500,
    });
    clock.set(from + 499);
    expect(errorOf(await client.call(write))).toMatchObject({ code: 'token-unavailable', retryAfterMs: 1 });
    expect(stub.tokenRequests).toHaveLength(1);
    expect(client.authentication).toEqual({ state: 'unavailable', since: from, nextTryAt: from + 500 });
    stub.answerToken = tokens();
    clock.set(from + 500);
    valueOf(await client.call(read));
    expect(client.authentication).toMatchObject({ state: 'authenticated' });
  });

  test('the pause doubles, with jitter, up to two minutes', async () => {
    stub.answerToken = json(500, 'Oops');
    const pauses: (number | null)[] = [];
    for (let tries = 0; tries < 10; tries += 1) {
      const { retryAfterMs } = errorOf(await client.call(read));
      pauses.push(retryAfterMs);
      clock.set(clock.now() + (retryAfterMs ?? 0));
    }
    const half = [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * SECOND);
    expect(pauses).toEqual(half);
    expect(stub.tokenRequests).toHaveLength(10);
  });

  test('the pauses start again after a success', async () => {
    stub.answerToken = json(500, 'Oops');
    for (let tries = 0; tries < 5; tries += 1) {
      clock.set(clock.now() + (errorOf(await client.call(read)).retryAfterMs ?? 0));
    }
    stub.answerToken = tokens();
    valueOf(await client.call(read));
    stub.answerToken = json(500, 'Oops');
    clock.set(clock.now() + HOUR);
    expect(errorOf(await client.call(read)).retryAfterMs).toBe(500);
  });

  test('Retry-After is obeyed, within reason', async () => {
    stub.answerToken = json(429, 'Slow', { 'retry-after': '90' });
    expect(errorOf(await client.call(read)).retryAfterMs).toBe(90 * SECOND);
    clock.set(clock.now() + 90 * SECOND);
    stub.answerToken = json(429, 'Slow', { 'retry-after': '86400' });
    expect(errorOf(await client.call(read)).retryAfterMs).toBe(10 * MINUTE);
  });

  test('a person who says "try now" does not wait', async () => {
    stub.answerToken = json(500, 'Oops');
    errorOf(await client.call(read));
    stub.answerToken = tokens();
    client.wake();
    expect(valueOf(await client.call(read)).id).toBe(7);
  });

  test('a clock set back does not stretch the pause', async () => {
    stub.answerToken = json(500, 'Oops');
    errorOf(await client.call(read));
    stub.answerToken = tokens();
    clock.set(clock.now() - 24 * HOUR);
    expect(valueOf(await client.call(read)).id).toBe(7);
  });

  test('a connection that breaks keeps its own name, and ends the pause within seconds', async () => {
    stub.answerToken = (_request, _response, socket) => socket.resetAndDestroy();
    for (let tries = 0; tries < 8; tries += 1) {
      const error = errorOf(await client.call(write));
      expect(error).toMatchObject({ code: 'reset', sent: 'no', endpoint: 'token.request' });
      expect(error.retryAfterMs).toBeLessThanOrEqual(5 * SECOND);
      clock.set(clock.now() + (error.retryAfterMs ?? 0));
    }
  });
});

describe('secrets', () => {
  const canaries = [...Object.values(credentials), encodeURIComponent(credentials.password), 'token-1'];
  const leaked = (text: string) => canaries.filter((canary) => text.includes(canary));

  test('are not in the client, however it is printed', async () => {
    valueOf(await client.call(read));
    expect(leaked(JSON.stringify(client))).toEqual([]);
    expect(leaked(inspect(client, { depth: null, showHidden: true, getters: true }))).toEqual([]);
  });

  test('are masked where the operator repeats them', async () => {
    stub.answer = (request, response, socket) => {
      const echo = `${request.headers.authorization} ${request.headers['service-api-key']?.toString()}`;
      json(400, `You sent ${echo} ${credentials.password}`)(request, response, socket);
    };
    const error = errorOf(await client.call(write));
    expect(error.operatorMessage).toBe('You sent Bearer ••• ••• •••');
    stub.answerToken = json(401, `No user ${credentials.username} with ${credentials.password}`);
    stub.answer = json(401, 'No');
    const refused = errorOf(await client.call(write));
    expect(refused.operatorMessage).toBe('No user ••• with •••');
    expect(leaked(JSON.stringify([error, refused, client.authentication]))).toEqual([]);
  });
});
