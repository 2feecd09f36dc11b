import { describe, expect, onTestFinished, test } from 'vitest';
import { listCars } from '../../../electron/operator/endpoints/cars.ts';
import { endpointNames } from '../../../electron/operator/request.ts';
import { resultKind, webhookPaths } from '../../../shared/relay/results.ts';
import { type ApiOperation, type ApiRequest, openApi } from '../../openapi/open-api.ts';
import { operatorApi } from '../../openapi/operator-api.ts';
import { routes } from '../../operator/routes.ts';
import { clientOf, json as answering, startStub } from '../operator/fixture.ts';
import { documented } from './documented.ts';
import { watchedTransport } from './watched-transport.ts';

const { operations, webhooks } = operatorApi;

describe("the operator's document", () => {
  test('has one operation for each endpoint name, and none else', () => {
    expect(operations.map(({ id }) => id).toSorted()).toEqual([...endpointNames].toSorted());
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  });

  test('has a webhook for each kind of result, and none else', () => {
    expect([...webhooks.keys()].toSorted()).toEqual(
      resultKind.options.map((kind) => webhookPaths[kind]).toSorted(),
    );
  });

  test('assumes the operations that the simulator assumes', () => {
    const ours = operations.map(({ name, assumed }) => [name, assumed ? 'assumed' : 'spec'] as const);
    expect(new Map(ours)).toEqual(new Map(routes.map(({ operation, basis }) => [operation, basis])));
  });

  test('has the statuses of the spec', () => {
    const shown = operations.filter(({ name }) => documented.has(name));
    expect(shown).toHaveLength(documented.size);
    expect(Object.fromEntries(shown.map(({ name, statuses }) => [name, statuses]))).toEqual(
      Object.fromEntries(
        [...documented].map(([name, { success, refusals }]) => [name, [success, ...refusals].map(String)]),
      ),
    );
  });
});

const named = (name: string): ApiOperation => {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`${name} is not documented`);
  return operation;
};
const json = { 'customer-id': '4711', 'content-type': 'application/json' };
const faultsOf = (name: string, request: Partial<ApiRequest>) =>
  named(name)
    .requestFaults({ path: '/cars', query: '', headers: json, body: null, ...request })
    .join('\n');

describe('a request is refused with', () => {
  const newCar = (body: unknown) => faultsOf('PUT /cars', { body: JSON.stringify(body) });

  test('an extra field, a missing one, a wrong type', () => {
    expect(newCar({ name: 'Van', vin: null })).toBe('');
    expect(newCar({ name: 'Van', colour: 'red' })).toContain('additional properties');
    expect(newCar({ vin: 'W1' })).toContain("required property 'name'");
    expect(newCar({ name: 7 })).toContain('must be string');
  });

  test('a wrong patch', () => {
    const patch = (...body: unknown[]) =>
      faultsOf('PATCH /cars/{carId}', {
        path: '/cars/1',
        headers: { ...json, 'content-type': 'application/json-patch+json' },
        body: JSON.stringify(body),
      });
    expect(patch({ op: 'replace', path: '/vin', value: null })).toBe('');
    expect(patch({ op: 'remove', path: '/vin', value: null })).toContain('body/0/op');
    expect(patch({ op: 'replace', path: '/id', value: '2' })).toContain('body/0/path');
  });

  test('another content type, a body that is not JSON, none, one too many', () => {
    const text = { ...json, 'content-type': 'text/plain' };
    expect(faultsOf('PUT /cars', { headers: text, body: '{"name":"Van"}' })).toContain('text/plain');
    expect(faultsOf('PUT /cars', { body: '{' })).toContain('not JSON');
    expect(faultsOf('PUT /cars', {})).toContain('body is missing');
    expect(faultsOf('GET /cars', { body: '{}' })).toContain('not documented');
  });

  test('an unknown option, a wrong one, a wrong id, no customer', () => {
    expect(faultsOf('GET /cars', { query: '?$top=5&$orderby=id%20asc' })).toBe('');
    expect(faultsOf('GET /cars', { query: '?$select=id' })).toContain('$select');
    expect(faultsOf('GET /cars', { query: '?$top=five' })).toContain('must be integer');
    expect(faultsOf('GET /cars/{carId}', { path: '/cars/one' })).toContain('must be number');
    expect(faultsOf('GET /cars', { headers: {} })).toContain('Customer-ID is missing');
  });

  test('a path or a method that is not there', () => {
    expect(operatorApi.operationOf('POST', '/cars/1')).toBeNull();
    expect(operatorApi.operationOf('GET', '/cars/1/doors')).toBeNull();
  });
});

describe('an answer is refused with', () => {
  const car = { id: 1, name: 'Van', description: '', vin: null, licensePlate: ' ', brand: 'VW', model: '' };
  const answer = (status: number, body: unknown, contentType = 'application/json; charset=utf-8') =>
    named('GET /cars/{carId}')
      .answerFaults({ status, contentType, body: typeof body === 'string' ? body : JSON.stringify(body) })
      .join('\n');

  test('a missing field, a wrong type; a field more is none', () => {
    expect(answer(200, { ...car, colour: 'red' })).toBe('');
    expect(answer(200, { ...car, id: '1' })).toContain('body/id must be number');
    const { vin: _left, ...rest } = car;
    expect(answer(200, rest)).toContain("required property 'vin'");
  });

  test('another status, a page, a body where none belongs', () => {
    expect(answer(202, car)).toContain('does not answer 202');
    expect(answer(200, '<html></html>', 'text/html')).toContain('text/html');
    const done = named('PATCH /cars/{carId}');
    expect(done.answerFaults({ status: 204, contentType: undefined, body: '' })).toEqual([]);
    expect(done.answerFaults({ status: 204, contentType: undefined, body: '{}' })).toHaveLength(1);
  });

  test('the id that the path of a list names', () => {
    const list = named('GET /cars/{carId}/assignments');
    const row = {
      id: 1,
      userId: 2,
      start: '2026-07-23T10:00:00Z',
      end: null,
      lifetime: 1,
      renewableAfter: 1,
    };
    const faults = (body: unknown) =>
      list.answerFaults({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
    expect(faults([row])).toEqual([]);
    expect(faults([{ ...row, carId: 3 }])).toHaveLength(1);
    expect(faults([{ ...row, start: '23 July' }])).toHaveLength(1);
  });
});

test('a webhook is refused without its outcome, not for a field more', () => {
  const faults = (payload: unknown) =>
    webhooks.get('assignmentDeletedResult')?.requestFaults({
      path: '/assignmentDeletedResult',
      query: '',
      headers: json,
      body: JSON.stringify(payload),
    });
  const payload = {
    checksum: 'c',
    assignmentId: 1,
    customerId: 2,
    operationSucceeded: true,
    errorMessage: null,
  };
  expect(faults({ ...payload, more: 1 })).toEqual([]);
  expect(faults({ ...payload, operationSucceeded: 'yes' })).toHaveLength(1);
  const { errorMessage: _left, ...rest } = payload;
  expect(faults(rest)).toHaveLength(1);
});

test('the transport of the contract tests sees a wrong request and a wrong answer', async () => {
  const stub = await startStub(answering(200, [{ id: 1 }]));
  const watch = watchedTransport();
  const client = clientOf(stub.url, { openTransport: watch.openTransport });
  onTestFinished(async () => {
    await client.close();
    await stub.stop();
  });
  await client.call({ ...listCars(), query: '?$select=id' });
  expect(watch.faults).toEqual([
    'GET /cars request: the query parameter $select is not documented',
    expect.stringContaining("GET /cars 200: body/0 must have required property 'name'"),
  ]);
  expect(watch.judged).toEqual({ requests: 2, answers: 2 });
});

test('a misspelt keyword of a document is no permission', () => {
  const misspelt = {
    openapi: '3.1.0',
    info: { title: 'cars', version: '1' },
    paths: {
      '/cars': {
        put: {
          operationId: 'cars.create',
          summary: 'Creates a car',
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', requires: ['name'] } } },
          },
          responses: {},
        },
      },
    },
  };
  const [operation] = openApi(JSON.stringify(misspelt)).operations;
  expect(() =>
    operation?.requestFaults({ path: '/cars', query: '', headers: json, body: '{"name":"Van"}' }),
  ).toThrow('unknown keyword');
});
