import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as assignments from '../../../electron/operator/endpoints/assignments.ts';
import * as cars from '../../../electron/operator/endpoints/cars.ts';
import * as events from '../../../electron/operator/endpoints/cars.ts';
import * as customers from '../../../electron/operator/endpoints/groups-and-users.ts';
import * as users from '../../../electron/operator/endpoints/groups-and-users.ts';
import * as groups from '../../../electron/operator/endpoints/groups-and-users.ts';
import * as installations from '../../../electron/operator/endpoints/products.ts';
import * as pairings from '../../../electron/operator/endpoints/products.ts';
import * as products from '../../../electron/operator/endpoints/products.ts';
import * as services from '../../../electron/operator/endpoints/products.ts';
import * as keys from '../../../electron/operator/endpoints/products.ts';
import { resolveAssumptions } from '../../../shared/operator/assumptions.ts';
import { endpointNames, type OperatorRequest } from '../../../electron/operator/request.ts';
import { operatorApi } from '../../openapi/operator-api.ts';
import { assignmentId, carId, eventId, groupId, productId, serviceId, userId } from '../../../shared/ids.ts';

const car = carId.parse(1);
const user = userId.parse(2);
const group = groupId.parse(3);
const product = productId.parse(4);
const service = serviceId.parse(5);
const assignment = assignmentId.parse(6);
const event = eventId.parse(7);
const start = Date.UTC(2026, 6, 23, 10, 0, 0);
const JSON_TYPE = 'application/json';
const PATCH_TYPE = 'application/json-patch+json';
const page = { top: 50, skip: 100 };
const paged = '?$orderby=id%20asc&$top=50&$skip=100';

const access = { carId: car, userId: user, lifetime: 600, renewableAfter: 300 };
const opened = { carId: car, userId: user, type: 'CarOpened' as const, userAgent: 'Boxwright' };

const offered = resolveAssumptions({ pairings: true });
const pairingBodies: Readonly<Record<string, unknown>> = {
  PUT: { serviceId: 5, serialNumber: '001' },
  DELETE: { serviceId: 5, productId: 4 },
};

/** Every operation as it goes over the wire: `METHOD path?query`, content type, body. */
const wire: readonly (readonly [OperatorRequest<unknown>, string, string | null, unknown])[] = [
  [customers.listCustomers(page), `GET /customers${paged}`, null, null],
  [
    cars.createCar({ name: 'Van', vin: null, licensePlate: '', brand: 'VW' }),
    'PUT /cars',
    JSON_TYPE,
    { name: 'Van', licensePlate: '', brand: 'VW' },
  ],
  [
    cars.updateCar(car, { vin: null, name: 'Bus' }),
    'PATCH /cars/1',
    PATCH_TYPE,
    [
      { op: 'replace', path: '/name', value: 'Bus' },
      { op: 'replace', path: '/vin', value: null },
    ],
  ],
  [cars.readCar(car), 'GET /cars/1', null, null],
  [cars.listCars(page), `GET /cars${paged}`, null, null],
  [cars.listCarAssignments(car, page), `GET /cars/1/assignments${paged}`, null, null],
  [cars.listCarProducts(car), 'GET /cars/1/products', null, null],
  [cars.listCarEvents(car, { top: 5 }), 'GET /cars/1/events?$orderby=id%20asc&$top=5', null, null],
  [users.listUsers(page), `GET /users${paged}`, null, null],
  [users.readUser(user), 'GET /users/2', null, null],
  [users.listUserAssignments(user, page), `GET /users/2/assignments${paged}`, null, null],
  [
    users.removeUserFromCustomer({ userId: user }),
    'DELETE /users/assignments/customers',
    JSON_TYPE,
    { userId: 2 },
  ],
  [
    assignments.createAssignment({ ...access, start, end: start + 600_000 }),
    'PUT /assignments',
    JSON_TYPE,
    {
      carId: 1,
      userId: 2,
      start: '2026-07-23T10:00:00Z',
      end: '2026-07-23T10:10:00Z',
      lifetime: 600,
      renewableAfter: 300,
    },
  ],
  [assignments.readAssignment(assignment), 'GET /assignments/6', null, null],
  [
    assignments.updateAssignment(assignment, { start, end: null, lifetime: 60 }),
    'PATCH /assignments/6',
    // Not the patch type: the one patch of the API that is plain JSON.
    JSON_TYPE,
    [
      { op: 'replace', path: '/start', value: '2026-07-23T10:00:00Z' },
      { op: 'remove', path: '/end', value: null },
      { op: 'replace', path: '/lifetime', value: '60' },
    ],
  ],
  [assignments.deleteAssignment(assignment), 'DELETE /assignments/6', null, null],
  [
    installations.install({ carId: car, product: { serialNumber: '001' } }),
    'PUT /installations',
    JSON_TYPE,
    { carId: 1, serialNumber: '001' },
  ],
  [
    installations.uninstall({ carId: car, product: { productId: product } }),
    'DELETE /installations',
    JSON_TYPE,
    { carId: 1, productId: 4 },
  ],
  [groups.createGroup({ name: 'Bay' }), 'PUT /groups', JSON_TYPE, { name: 'Bay' }],
  [
    groups.renameGroup(group, 'Bay 2'),
    'PATCH /groups/3',
    PATCH_TYPE,
    [{ op: 'replace', path: '/name', value: 'Bay 2' }],
  ],
  [groups.listGroups(page), `GET /groups${paged}`, null, null],
  [groups.deleteGroup(group), 'DELETE /groups/3', null, null],
  [groups.addCarToGroup(group, car), 'PUT /groups/3/cars', JSON_TYPE, { carId: 1 }],
  [groups.addUserToGroup(group, user), 'PUT /groups/3/users', JSON_TYPE, { userId: 2 }],
  [groups.addProductToGroup(group, product), 'PUT /groups/3/products', JSON_TYPE, { productId: 4 }],
  [groups.listGroupCars(group), 'GET /groups/3/cars', null, null],
  [groups.listGroupUsers(group), 'GET /groups/3/users', null, null],
  [groups.listGroupProducts(group, page), `GET /groups/3/products${paged}`, null, null],
  [groups.listGroupServices(group), 'GET /groups/3/services', null, null],
  [groups.removeCarFromGroup(group, car), 'DELETE /groups/3/cars/1', null, null],
  [groups.removeUserFromGroup(group, user), 'DELETE /groups/3/users/2', null, null],
  [groups.removeProductFromGroup(group, product), 'DELETE /groups/3/products/4', null, null],
  [groups.removeServiceFromGroup(group, service), 'DELETE /groups/3/services/5', null, null],
  [services.listServices(page), `GET /services${paged}`, null, null],
  [services.readService(service), 'GET /services/5', null, null],
  [services.readServiceProduct(service), 'GET /services/5/products', null, null],
  [products.listProducts(page), `GET /products${paged}`, null, null],
  [products.readProduct(product), 'GET /products/4', null, null],
  [products.readProductService(product), 'GET /products/4/services', null, null],
  ...[
    pairings.pair({ serviceId: service, product: { serialNumber: '001' } }, offered),
    pairings.unpair({ serviceId: service, product: { productId: product } }, offered),
  ].flatMap((request) =>
    request === null
      ? []
      : [[request, `${request.method} /pairings`, JSON_TYPE, pairingBodies[request.method]] as const],
  ),
  [keys.listBrands(), 'GET /brands', null, null],
  [keys.listKeys('Citroën/DS', page), `GET /brands/Citro%C3%ABn%2FDS/keys${paged}`, null, null],
  [
    events.createEvent({ ...opened, at: start + 123, utcOffsetMinutes: -330, latitude: 1.5, longitude: -2 }),
    'PUT /events',
    JSON_TYPE,
    {
      dateTime: '2026-07-23T04:30:00.123',
      utcDateTime: '2026-07-23T10:00:00.123Z',
      userId: 2,
      carId: 1,
      type: 'CarOpened',
      userAgent: 'Boxwright',
      latitude: 1.5,
      longitude: -2,
    },
  ],
  [events.readEvent(event), 'GET /events/7', null, null],
];

describe('every operation', () => {
  test.each(wire.map((line) => [line[0].endpoint, ...line] as const))(
    '%s',
    (_name, request, line, contentType, body) => {
      expect(`${request.method} ${request.path}${request.query}`).toBe(line);
      expect(request.contentType).toBe(contentType);
      expect(request.body === null ? null : JSON.parse(request.body)).toEqual(body);
      expect(request.effect).toBe(request.method === 'GET' ? 'read' : 'write');
    },
  );

  test.each(wire.map(([request]) => [request.endpoint, request] as const))(
    "%s is a request of the operator's document",
    (name, { method, path, query, scope, contentType, body }) => {
      const headers = {
        ...(scope === 'customer' ? { 'customer-id': '4711' } : {}),
        ...(contentType === null ? {} : { 'content-type': contentType }),
      };
      const operation = operatorApi.operationOf(method, path);
      expect(operation?.id).toBe(name);
      expect(operation?.requestFaults({ path, query, headers, body })).toEqual([]);
    },
  );

  test('is in the list above', () => {
    const covered = new Set<string>(wire.map(([{ endpoint }]) => endpoint));
    expect(endpointNames.filter((name) => !covered.has(name))).toEqual(['token.request']);
  });

  test('needs a customer, but for customers, brands and keys', () => {
    const without = wire.filter(([{ scope }]) => scope === 'none').map(([{ endpoint }]) => endpoint);
    expect(without).toEqual(['customers.list', 'brands.list', 'keys.list']);
  });

  test('is the same value every time, so that it can be digested before it is sent', () => {
    const once = cars.createCar({ model: 'T5', name: 'Van', brand: 'VW' });
    const twice = cars.createCar({ brand: 'VW', name: 'Van', model: 'T5' });
    expect(once.body).toBe(twice.body);
  });

  test('a product may be named in each of three ways, and only in one', () => {
    const named = (reference: installations.ProductReference) =>
      installations.install({ carId: car, product: reference }).body;
    expect(named({ productId: product })).toBe('{"carId":1,"productId":4}');
    expect(named({ serialNumber: '1' })).toBe('{"carId":1,"serialNumber":"1"}');
    expect(named({ uniqueId: 'u' })).toBe('{"carId":1,"uniqueId":"u"}');
    expect(users.removeUserFromCustomer({ emailAddress: 'a@b.example' }).body).toBe(
      '{"emailAddress":"a@b.example"}',
    );
  });
});

describe('assumed operations', () => {
  test('are marked as such, and no others', () => {
    expect(wire.filter(([{ assumed }]) => assumed).map(([{ endpoint }]) => endpoint)).toEqual([
      'cars.products',
      'cars.events',
      'groups.list',
      'groups.delete',
      'groups.addProduct',
      'groups.users',
      'groups.services',
      'groups.removeCar',
      'groups.removeUser',
      'groups.removeProduct',
      'services.list',
      'products.list',
      'products.read',
      'products.service',
      'pairings.pair',
      'pairings.unpair',
      'brands.list',
      'events.read',
    ]);
  });

  test('pairings, against the spec, are built only if the profile requires it', () => {
    const pairing = { serviceId: service, product: { productId: product } };
    expect([pairings.pair(pairing), pairings.unpair(pairing)]).toEqual([null, null]);
  });

  test('take their form from the settings of the profile', () => {
    const own = resolveAssumptions({
      paths: { carProducts: '/vehicles/{carId}/hardware', brands: '/keys/brands' },
      groupProductField: 'id',
    });
    expect(cars.listCarProducts(car, own).path).toBe('/vehicles/1/hardware');
    expect(keys.listBrands(own).path).toBe('/keys/brands');
    expect(groups.addProductToGroup(group, product, own).body).toBe('{"id":4}');
    expect(products.readProduct(product, own).path).toBe('/products/4');
  });

  test.each([
    ['no placeholder', { paths: { carProducts: '/cars/products' } }],
    ['another placeholder', { paths: { product: '/products/{id}' } }],
    ['a query', { paths: { brands: '/brands?all=1' } }],
    ['not a path', { paths: { brands: 'brands' } }],
    ['a body field that is none', { groupProductField: 'a"b' }],
  ])('refuse a setting with %s', (_what, settings) => {
    expect(() => resolveAssumptions(settings)).toThrow(z.ZodError);
  });
});
