import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assumedOperations, routes } from '../../operator/routes.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator, type RunningOperator } from '../../operator/start.ts';
import { login, talkTo, type Saying, type Talk } from './talk.ts';

let operator: RunningOperator;
let talk: Talk;
beforeAll(async () => {
  operator = await startOperator({ cars: 40, settings: { pairings: true, resultDelayMs: 60_000 } });
  talk = await talkTo(operator);
});
afterAll(() => operator.stop());

const patchType = 'application/json-patch+json';
const newName = [{ op: 'replace', path: '/name', value: 'Another name' }];
const event = {
  dateTime: '2026-05-04T11:00:00',
  utcDateTime: '2026-05-04T09:00:00Z',
  carId: 20001,
  userId: 9002,
};
const [serialNumber, pairedSerial] = notable.boxes.free;

/** One good request for every operation, in an order in which each finds what it needs. */
function goodRequests(): readonly (readonly [operation: string, path: string, saying?: Saying])[] {
  const { state } = operator;
  const bySerial = (serial: string) =>
    [...state.products.values()].find((product) => product.serialNumber === serial);
  const product = bySerial(serialNumber);
  const service = [...state.services.values()].find((known) => known.productId === product?.id);
  const pairedProduct = bySerial(pairedSerial);
  const pairing = {
    serviceId: [...state.services.values()].find((known) => known.productId === pairedProduct?.id)?.id,
    productId: pairedProduct?.id,
  };
  const [assignment] = state.assignments.values();
  const [seededEvent] = state.events.values();
  const full = [...state.groups.values()].find((group) => group.serviceIds.size > 0);
  const [listedService] = full?.serviceIds ?? [];
  const empty = [...state.groups.values()].find((group) => group.name === notable.emptyGroup)?.id;
  const access = { carId: 20001, userId: 9001, start: '2026-05-04T09:00:00Z', end: null };
  return [
    ['GET /customers', '/customers', { headers: { 'customer-id': null } }],
    ['PUT /cars', '/cars', { body: { name: 'New' } }],
    ['GET /cars', '/cars?$orderby=id'],
    ['GET /cars/{carId}', '/cars/20001'],
    ['PATCH /cars/{carId}', '/cars/20001', { body: newName, type: patchType }],
    ['GET /cars/{carId}/assignments', '/cars/20001/assignments'],
    ['PUT /installations', '/installations', { body: { carId: 20001, serialNumber } }],
    ['GET /cars/{carId}/products', '/cars/20001/products'],
    ['DELETE /installations', '/installations', { body: { carId: 20001, serialNumber } }],
    ['GET /cars/{carId}/events', '/cars/20001/events?$top=5'],
    ['GET /users', '/users?$orderby=id'],
    ['GET /users/{userId}', '/users/9001'],
    ['GET /users/{userId}/assignments', '/users/9001/assignments'],
    ['PUT /assignments', '/assignments', { body: access }],
    ['GET /assignments/{assignmentId}', `/assignments/${assignment?.id}`],
    [
      'PATCH /assignments/{assignmentId}',
      `/assignments/${assignment?.id}`,
      { body: [{ op: 'remove', path: '/end' }] },
    ],
    ['DELETE /assignments/{assignmentId}', `/assignments/${assignment?.id}`],
    ['PUT /groups', '/groups', { body: { name: 'New group' } }],
    ['GET /groups', '/groups'],
    ['PUT /groups/{groupId}/cars', `/groups/${empty}/cars`, { body: { carId: 20001 } }],
    ['GET /groups/{groupId}/cars', `/groups/${empty}/cars`],
    ['DELETE /groups/{groupId}/cars/{carId}', `/groups/${empty}/cars/20001`],
    ['PUT /groups/{groupId}/users', `/groups/${empty}/users`, { body: { userId: 9001 } }],
    ['GET /groups/{groupId}/users', `/groups/${empty}/users`],
    ['DELETE /groups/{groupId}/users/{userId}', `/groups/${empty}/users/9001`],
    ['PUT /groups/{groupId}/products', `/groups/${empty}/products`, { body: { productId: product?.id } }],
    ['GET /groups/{groupId}/products', `/groups/${empty}/products?$orderby=id`],
    ['DELETE /groups/{groupId}/products/{productId}', `/groups/${empty}/products/${product?.id}`],
    ['GET /groups/{groupId}/services', `/groups/${full?.id}/services`],
    ['DELETE /groups/{groupId}/services/{serviceId}', `/groups/${full?.id}/services/${listedService}`],
    ['PATCH /groups/{groupId}', `/groups/${empty}`, { body: newName, type: patchType }],
    ['DELETE /groups/{groupId}', `/groups/${empty}`],
    ['GET /services', '/services'],
    ['GET /services/{serviceId}', `/services/${service?.id}`],
    ['GET /services/{serviceId}/products', `/services/${service?.id}/products`],
    ['GET /products', '/products?$orderby=id'],
    ['GET /products/{productId}', `/products/${product?.id}`],
    ['GET /products/{productId}/services', `/products/${product?.id}/services`],
    ['DELETE /pairings', '/pairings', { body: pairing }],
    ['PUT /pairings', '/pairings', { body: pairing }],
    ['GET /brands', '/brands', { headers: { 'customer-id': null } }],
    ['GET /brands/{brand}/keys', '/brands/Citro%C3%ABn/keys?$orderby=id desc'],
    ['PUT /events', '/events', { body: { ...event, type: 'CarClosed', userAgent: 'Workshop' } }],
    ['GET /events/{eventId}', `/events/${seededEvent?.id}`],
    ['DELETE /users/assignments/customers', '/users/assignments/customers', { body: { userId: 9001 } }],
  ];
}

describe('every operation', () => {
  it('answers a good request with success, as documented, and no good request is a violation', async () => {
    const answered: string[] = ['POST /oauth2/token'];
    const failed: string[] = [];
    expect((await login(operator, 'demo-password')).status).toBe(200);
    for (const [operation, path, saying] of goodRequests()) {
      const { status, faults } = await talk(`${operation.split(' ')[0]} ${path}`, saying);
      answered.push(operation);
      if (status >= 300) failed.push(`${operation}: ${status}`);
      failed.push(...faults.map((fault) => `${operation}: ${fault}`));
    }
    expect(failed).toEqual([]);
    expect(operator.violations.all).toEqual([]);
    expect(new Set(answered)).toEqual(new Set(routes.map((route) => route.operation)));
  });

  it('is either shown by the spec or assumed; an environment may offer none of the assumed ones', async () => {
    operator.settings.notOffered = [...assumedOperations];
    const offered = goodRequests().filter(([operation]) => assumedOperations.includes(operation));
    for (const [operation, path, saying] of offered) {
      expect((await talk(`${operation.split(' ')[0]} ${path}`, saying)).status).toBe(404);
    }
    expect((await talk('GET /cars')).status).toBe(200);
    expect(operator.violations.all).toEqual([]);
  });
});
