import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OperatorClient } from '../../../electron/operator/client.ts';
import { createAssignment } from '../../../electron/operator/endpoints/assignments.ts';
import { createCar, listCarProducts, listCars, readCar } from '../../../electron/operator/endpoints/cars.ts';
import { listCustomers, createGroup } from '../../../electron/operator/endpoints/groups-and-users.ts';
import { listKeys } from '../../../electron/operator/endpoints/products.ts';
import { DAY, SECOND } from '../../../shared/time.ts';
import { carId, userId } from '../../../shared/ids.ts';
import { clientOf, errorOf, json, raw, startStub, type Stub, valueOf } from './fixture.ts';

let stub: Stub;
let client: OperatorClient;
const car = carId.parse(7);
const write = createCar({ name: 'Van' });
const accepted = createAssignment({
  carId: car,
  userId: userId.parse(8),
  start: 0,
  end: null,
  lifetime: 1,
  renewableAfter: 1,
});

beforeEach(async () => {
  stub = await startStub(json(200, { id: 7, name: 'Van' }));
  client = clientOf(stub.url);
});
afterEach(async () => {
  await client.close();
  await stub.stop();
});

describe('the request on the wire', () => {
  test('key, token, customer and content type; never more than that', async () => {
    stub.answer = json(201, { id: 12 });
    valueOf(await client.call(write));
    const [seen] = stub.seen;
    expect(seen).toMatchObject({ method: 'PUT', url: '/api/v3/cars', body: '{"name":"Van"}' });
    expect(seen?.headers).toMatchObject({
      'service-api-key': 'canary-api-key',
      authorization: 'Bearer token-1',
      'customer-id': '4711',
      'content-type': 'application/json',
      accept: 'application/json',
    });
  });

  test('the list of customers and the key catalogue carry no customer', async () => {
    stub.answer = json(200, []);
    valueOf(await client.call(listCustomers()));
    valueOf(await client.call(listKeys('A/B & Söhne', { top: 5 })));
    expect(stub.seen.map(({ headers }) => headers['customer-id'])).toEqual([undefined, undefined]);
    expect(stub.seen[1]?.url).toBe('/api/v3/brands/A%2FB%20%26%20S%C3%B6hne/keys?$orderby=id%20asc&$top=5');
  });
});

describe('success is an expected status, JSON and the right shape', () => {
  test('an empty answer to a write that is only accepted', async () => {
    stub.answer = (_request, response) => response.writeHead(204).end();
    expect(valueOf(await client.call(accepted))).toBeNull();
  });

  test('a value, normalised, with unknown fields', async () => {
    stub.answer = json(200, { id: '7', name: ' Van ', vin: '', brand: '  ', model: null, colour: 'red' });
    const value = valueOf(await client.call(readCar(car)));
    expect(value).toMatchObject({ id: 7, name: 'Van', vin: null, brand: null, model: null, colour: 'red' });
  });

  test.each([
    [
      'a portal page',
      raw(200, 'text/html', '<html><title>Guest Wi-Fi</title></html>'),
      'Guest Wi-Fi',
      'content type text/html',
    ],
    [
      'JSON that calls itself text',
      raw(200, 'text/plain', '{"id":7,"message":"Hm"}'),
      'Hm',
      'content type text/plain',
    ],
    ['no content type', raw(200, null, '{"id":7,"name":"Van"}'), null, 'content type missing'],
    ['broken JSON', raw(200, 'application/json', '{"id":7,'), '{"id":7,', 'no valid JSON'],
    ['nothing at all', raw(200, 'application/json', ''), null, 'empty body'],
    ['another shape', json(200, { id: 'seven' }), null, 'id'],
  ])('%s is unreadable', async (_what, answer, message, detail) => {
    stub.answer = answer;
    const error = errorOf(await client.call(readCar(car)));
    expect(error).toMatchObject({ code: 'unreadable', sent: 'answered', status: 200 });
    expect(error.operatorMessage).toBe(message);
    expect(error.detail).toContain(detail);
  });

  test('a creation whose answer holds no id was answered, and is unreadable', async () => {
    stub.answer = json(201, { number: 12 });
    expect(errorOf(await client.call(write))).toMatchObject({
      code: 'unreadable',
      sent: 'answered',
      status: 201,
    });
  });

  test('a creation that answers 200 with its id', async () => {
    stub.answer = json(200, { id: 12 });
    expect(valueOf(await client.call(write))).toEqual({ id: 12 });
  });

  test.each([
    ['nothing', raw(200, null, '')],
    ['JSON', json(200, { accepted: true })],
  ])('an acceptance that answers 200 with %s', async (_what, answer) => {
    stub.answer = answer;
    expect(valueOf(await client.call(accepted))).toBeNull();
  });

  test('a portal page in place of an acceptance', async () => {
    stub.answer = raw(200, 'text/html', '<title>Sign in</title>');
    expect(errorOf(await client.call(accepted))).toMatchObject({ code: 'unreadable', status: 200 });
  });

  test('a success of another kind', async () => {
    stub.answer = json(202, {});
    expect(errorOf(await client.call(write))).toMatchObject({ code: 'unexpected-status', status: 202 });
  });

  test('a list of which one row is unreadable is not half a list', async () => {
    stub.answer = json(200, [{ id: 1, name: 'a' }, { name: 'b' }]);
    expect(errorOf(await client.call(listCars()))).toMatchObject({ code: 'unreadable' });
  });
});

describe('a refusal is named by its status and keeps the words', () => {
  const plain = 'A group with that name exists.';
  test.each([
    [400, 'invalid'],
    [403, 'invalid'],
    [404, 'not-found'],
    [405, 'invalid'],
    [408, 'unexpected-status'],
    [409, 'conflict'],
    [415, 'content-type'],
    [422, 'invalid'],
    [429, 'too-many'],
    [500, 'server-error'],
    [502, 'gateway'],
    [503, 'unavailable'],
    [504, 'gateway'],
    [511, 'unexpected-status'],
    [522, 'gateway'],
  ] as const)('%i', async (status, code) => {
    stub.answer = json(status, plain);
    expect(errorOf(await client.call(createGroup({ name: 'x' })))).toEqual({
      code,
      sent: 'answered',
      status,
      endpoint: 'groups.create',
      operatorMessage: plain,
      retryAfterMs: null,
      detail: null,
    });
    expect(stub.seen).toHaveLength(1);
  });

  test.each([
    [
      'a problem document',
      raw(415, 'application/problem+json', '{"type":"x","title":"Unsupported"}'),
      'Unsupported',
    ],
    [
      'an object with a message',
      json(401, { statusCode: 401, message: ' Access\n denied ' }),
      'Access denied',
    ],
    ['a nested error', json(500, { error: { message: 'Inner' } }), 'Inner'],
    ['text', raw(400, 'text/plain', 'Just words'), 'Just words'],
    ['a JSON string sent as text', raw(409, 'text/plain', '"In quotes"'), 'In quotes'],
    ['a page', raw(502, 'text/html', '<html><head><title>502 Bad Gateway</title>'), '502 Bad Gateway'],
    ['a page without a title', raw(502, 'text/html', '<html><p>Down</p><script>x()</script>'), 'Down'],
    ['nothing', raw(500, null, ''), null],
    ['JSON without words', json(500, { code: 5 }), null],
  ])('%s', async (_what, answer, message) => {
    stub.answer = answer;
    expect(errorOf(await client.call(write)).operatorMessage).toBe(message);
  });

  test('a message without end is cut', async () => {
    stub.answer = json(400, 'x'.repeat(100_000));
    expect(errorOf(await client.call(write)).operatorMessage).toHaveLength(400);
  });

  test.each([
    ['7', 7 * SECOND],
    ['Thu, 23 Jul 2026 10:00:30 GMT', 30 * SECOND],
    ['Thu, 23 Jul 2026 09:00:00 GMT', 0],
    ['99999999', DAY],
    ['soon', null],
  ])('Retry-After: %s', async (header, expected) => {
    stub.answer = json(429, 'Slow down', { 'retry-after': header, date: 'Thu, 23 Jul 2026 10:00:00 GMT' });
    expect(errorOf(await client.call(write))).toMatchObject({ code: 'too-many', retryAfterMs: expected });
  });
});

describe('redirects are not followed', () => {
  test.each([
    ['to another host', 'http://localhost:1/v3/cars'],
    ['on the same host', '/api/v3/elsewhere'],
  ])('%s', async (_where, location) => {
    stub.answer = raw(307, null, '', { location });
    expect(errorOf(await client.call(write))).toMatchObject({ code: 'redirected', status: 307 });
    expect(stub.seen).toHaveLength(1);
  });
});

describe('the products of a car', () => {
  test('a 404 that says there are none is an empty list', async () => {
    stub.answer = json(404, 'No products are assigned to the car.');
    expect(valueOf(await client.call(listCarProducts(car)))).toEqual([]);
  });

  test.each([
    ['no such car', json(404, 'The car was not found.')],
    ['not offered', raw(404, 'text/html', '<pre>Cannot GET /v3/cars/7/products</pre>')],
    ['nothing said', raw(404, null, '')],
  ])('a 404 that says anything else stays one: %s', async (_what, answer) => {
    stub.answer = answer;
    expect(errorOf(await client.call(listCarProducts(car)))).toMatchObject({
      code: 'not-found',
      status: 404,
    });
  });
});
