import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator, type RunningOperator } from '../../operator/start.ts';
import { brokenRules, newId, rowsOf, talkTo, type Talk } from './talk.ts';

const patchType = 'application/json-patch+json';
let operator: RunningOperator;
let talk: Talk;
beforeEach(async () => {
  operator = await startOperator({ cars: 40 });
  talk = await talkTo(operator);
});
afterEach(() => operator.stop());

describe('cars', () => {
  it('are created with an answer of the id alone; what was left out reads back as an empty string', async () => {
    const heard = await talk('PUT /cars', { body: { name: 'Van', vin: null, brand: 'Ford' } });
    expect(heard.status).toBe(201);
    const id = newId(heard);
    expect((await talk(`GET /cars/${id}`)).body).toEqual({
      id,
      name: 'Van',
      description: '',
      vin: null,
      licensePlate: '',
      brand: 'Ford',
      model: '',
    });
  });

  it('need a name', async () => {
    for (const body of [{}, { name: '' }, { name: 7 }, []])
      expect((await talk('PUT /cars', { body })).status).toBe(400);
    expect((await talk('PUT /cars', { text: '{"name":' })).status).toBe(400);
  });

  it('record a field the spec does not list', async () => {
    await talk('PUT /cars', { body: { name: 'Van', licencePlate: 'M X 1' } });
    expect(brokenRules(operator)).toEqual(['unexpected-field']);
  });

  it('are changed by a JSON Patch as a whole or not at all', async () => {
    const replace = (path: string, value: string | null) => ({ op: 'replace', path, value });
    const body = [replace('/name', 'New'), replace('/model', null)];
    expect((await talk('PATCH /cars/20001', { body, type: patchType })).status).toBe(204);
    expect((await talk('GET /cars/20001')).body).toMatchObject({ name: 'New', model: null });
    const half = [replace('/name', 'Newer'), replace('/id', '1')];
    expect((await talk('PATCH /cars/20001', { body: half, type: patchType })).status).toBe(400);
    expect((await talk('GET /cars/20001')).body).toMatchObject({ name: 'New' });
  });

  it('refuse a plain object as a patch, and a patch sent as plain JSON', async () => {
    expect((await talk('PATCH /cars/20001', { body: { name: 'x' }, type: patchType })).status).toBe(400);
    expect((await talk('PATCH /cars/20001', { body: [] })).status).toBe(415);
    expect(brokenRules(operator)).toEqual(['malformed-body', 'wrong-content-type']);
  });
});

describe('a body', () => {
  it.each([
    'PUT /groups',
    'PUT /assignments',
    'PUT /installations',
    'DELETE /installations',
    'PUT /events',
    'DELETE /users/assignments/customers',
  ])('of %s without or with a wrong content type answers 415 with a problem document', async (operation) => {
    for (const type of [null, 'text/plain']) {
      const heard = await talk(operation, { text: '{}', type });
      expect(heard.status).toBe(415);
      expect(heard.body).toMatchObject({ status: 415 });
    }
    expect(brokenRules(operator)).toEqual(['wrong-content-type', 'wrong-content-type']);
  });

  it('above a megabyte answers 413', async () => {
    expect((await talk('PUT /cars', { body: { name: 'x'.repeat(1_100_000) } })).status).toBe(413);
  });
});

describe('installations', () => {
  const [serialNumber] = notable.boxes.free;
  const installedIn = (serial: string) =>
    [...operator.state.products.values()].find((product) => product.serialNumber === serial)?.carId;

  it('put a free product into a car, by serial number, label or id, visible at once', async () => {
    expect((await talk('PUT /installations', { body: { carId: 20001, serialNumber } })).status).toBe(204);
    expect(rowsOf(await talk('GET /cars/20001/products'))).toMatchObject([{ serialNumber, carId: 20001 }]);
    await talk('DELETE /installations', { body: { carId: 20001, serialNumber } });
    const uniqueId = notable.uniqueIdOfFirstFreeBox;
    expect(
      (await talk('PUT /installations', { body: { carId: 20001, uniqueId, productId: null } })).status,
    ).toBe(204);
    expect(installedIn(serialNumber)).toBe(20001);
  });

  it('take a Box and an IQ in one car, but no second Box', async () => {
    const [, second] = notable.boxes.free;
    await talk('PUT /installations', { body: { carId: 20001, serialNumber } });
    expect(
      (await talk('PUT /installations', { body: { carId: 20001, serialNumber: notable.iq.free[0] } })).status,
    ).toBe(204);
    const heard = await talk('PUT /installations', { body: { carId: 20001, serialNumber: second } });
    expect(heard.status).toBe(409);
    expect(heard.body).toContain('Another product of the type Box');
    expect(installedIn(second)).toBeNull();
  });

  it.each([
    ['already installed', notable.boxes.installed, 409],
    ['without a service', notable.boxes.withoutService, 409],
    ['with a terminated service', notable.boxes.terminatedService, 409],
    ['of another customer', notable.boxes.ofOtherCustomer, 404],
    ['of no product', '999999999', 404],
  ])('refuse a product %s', async (_what, serial, status) => {
    const before = installedIn(serial);
    expect((await talk('PUT /installations', { body: { carId: 20001, serialNumber: serial } })).status).toBe(
      status,
    );
    expect(installedIn(serial)).toBe(before);
    expect(operator.journal.executions({ operation: 'PUT /installations' })).toBe(0);
  });

  it('need a car that exists and at least one identifier', async () => {
    expect((await talk('PUT /installations', { body: { carId: 1, serialNumber } })).status).toBe(404);
    expect((await talk('PUT /installations', { body: { carId: 'x', serialNumber } })).status).toBe(400);
    expect(
      (await talk('PUT /installations', { body: { carId: 20001, serialNumber: ' ', uniqueId: null } }))
        .status,
    ).toBe(400);
  });

  it('are undone only in the car that holds the product; the car without products then answers 404', async () => {
    expect((await talk('DELETE /installations', { body: { carId: 20001, serialNumber } })).status).toBe(409);
    await talk('PUT /installations', { body: { carId: 20001, serialNumber } });
    expect((await talk('DELETE /installations', { body: { carId: 20002, serialNumber } })).status).toBe(409);
    expect((await talk('DELETE /installations', { body: { carId: 20001, serialNumber } })).status).toBe(204);
    const heard = await talk('GET /cars/20001/products');
    expect(heard.status).toBe(404);
    expect(heard.body).toContain('No products are assigned to the car');
  });
});

describe('groups', () => {
  it('are created by name; the same name again answers 409 with a plain sentence', async () => {
    const heard = await talk('PUT /groups', { body: { name: 'Tour de Süd' } });
    expect(heard.status).toBe(201);
    expect(rowsOf(await talk(`GET /groups/${newId(heard)}/cars`))).toEqual([]);
    const again = await talk('PUT /groups', { body: { name: 'Tour de Süd' } });
    expect(again.status).toBe(409);
    expect(again.body).toBe("A group with the name 'Tour de Süd' already exists.");
    expect(
      (await talk('PUT /groups', { body: { name: 'Tour de Süd' }, headers: { 'customer-id': '4712' } }))
        .status,
    ).toBe(201);
  });

  it('refuse names that are missing, empty, blank or too long', async () => {
    for (const body of [{}, { name: null }, { name: '' }, { name: '  ' }, { name: 'x'.repeat(10_000) }]) {
      expect((await talk('PUT /groups', { body })).status).toBe(400);
    }
    const value = 'x'.repeat(10_000);
    const body = [{ op: 'replace', path: '/name', value }];
    expect((await talk('PATCH /groups/301', { body, type: patchType })).status).toBe(400);
  });

  it('are renamed by a JSON Patch', async () => {
    const body = [{ op: 'replace', path: '/name', value: 'Renamed' }];
    expect((await talk('PATCH /groups/301', { body, type: patchType })).status).toBe(204);
    expect(operator.state.groups.get(301)?.name).toBe('Renamed');
    expect((await talk('PATCH /groups/301', { body })).status).toBe(415);
    expect((await talk('PATCH /groups/1', { body, type: patchType })).status).toBe(404);
  });

  it('take a member once', async () => {
    const empty = [...operator.state.groups.values()].find((group) => group.name === notable.emptyGroup)?.id;
    const product = [...operator.state.products.values()][0]?.id;
    for (const [path, body] of [
      ['cars', { carId: 20001 }],
      ['users', { userId: 9001 }],
      ['products', { productId: product }],
    ] as const) {
      expect((await talk(`PUT /groups/${empty}/${path}`, { body })).status).toBe(204);
      expect((await talk(`PUT /groups/${empty}/${path}`, { body })).status).toBe(409);
      expect(rowsOf(await talk(`GET /groups/${empty}/${path}`))).toHaveLength(1);
    }
    expect(rowsOf(await talk(`GET /groups/${empty}/products`))[0]).toHaveProperty('carId');
    expect((await talk(`PUT /groups/${empty}/cars`, { body: { carId: 1 } })).status).toBe(404);
  });

  it('lose a service without touching the service', async () => {
    const group = [...operator.state.groups.values()].find((known) => known.serviceIds.size > 0);
    const [serviceId] = group?.serviceIds ?? [];
    expect((await talk(`DELETE /groups/${group?.id}/services/${serviceId}`)).status).toBe(204);
    expect((await talk(`DELETE /groups/${group?.id}/services/${serviceId}`)).status).toBe(404);
    expect((await talk(`GET /services/${serviceId}`)).body).toMatchObject({ isTerminated: false });
  });
});

describe('removing a user from the customer', () => {
  it('hides the user there, and asks for exactly one good identifier', async () => {
    expect((await talk('DELETE /users/assignments/customers', { body: {} })).status).toBe(400);
    expect((await talk('DELETE /users/assignments/customers', { body: { userId: 9001 } })).status).toBe(204);
    expect((await talk('GET /users/9001')).status).toBe(404);
    expect((await talk('DELETE /users/assignments/customers', { body: { userId: 9001 } })).status).toBe(404);
    const emailAddress = operator.state.users.get(9002)?.emailAddress;
    expect((await talk('DELETE /users/assignments/customers', { body: { emailAddress } })).status).toBe(204);
    expect((await talk('GET /users/9002')).status).toBe(404);
  });
});

describe('event records', () => {
  const event = {
    dateTime: '2026-05-04T11:00:00',
    utcDateTime: '2026-05-04T09:00:00Z',
    userId: 9001,
    carId: 20001,
    type: 'CarOpened',
    userAgent: 'Workshop',
  };

  it('are kept; local time reads back with a Z, coordinates left out as null', async () => {
    const heard = await talk('PUT /events', { body: event });
    expect(heard.status).toBe(201);
    const id = newId(heard);
    expect((await talk(`GET /events/${id}`)).body).toEqual({
      ...event,
      id,
      dateTime: '2026-05-04T11:00:00Z',
      latitude: null,
      longitude: null,
    });
    expect(rowsOf(await talk('GET /cars/20001/events?$orderby=id desc&$top=1'))[0]).toMatchObject({ id });
  });

  it('are refused with a wrong type or time, an unknown car or user', async () => {
    for (const wrong of [{ type: 'Opened' }, { dateTime: 'now' }, { utcDateTime: null }, { userAgent: '' }]) {
      expect((await talk('PUT /events', { body: { ...event, ...wrong } })).status).toBe(400);
    }
    for (const wrong of [{ carId: 1 }, { userId: 1 }]) {
      expect((await talk('PUT /events', { body: { ...event, ...wrong } })).status).toBe(404);
    }
  });
});

describe('operations the spec only names', () => {
  it('can be missing: they answer 404, which is no violation', async () => {
    operator.settings.notOffered = ['GET /groups', 'GET /products'];
    expect((await talk('GET /groups')).status).toBe(404);
    expect((await talk('GET /products')).status).toBe(404);
    expect(operator.violations.all).toEqual([]);
  });

  it.each([
    ['404-object', 404],
    ['404-text', 404],
    ['404-page', 404],
    ['405', 405],
    ['501', 501],
    ['page', 200],
  ] as const)('say so as %s', async (form, status) => {
    Object.assign(operator.settings, { notOffered: ['DELETE /groups/{groupId}'], notOfferedAs: form });
    const [group] = operator.state.groups.keys();
    expect((await talk(`DELETE /groups/${group}`)).status).toBe(status);
    expect(operator.journal.executions({ method: 'DELETE' })).toBe(0);
    expect(operator.violations.all).toEqual([]);
  });

  it('say no in other words where the settings want it', async () => {
    operator.settings.refusalsAs = 'text';
    expect((await talk('GET /cars/1')).body).toBe('Car 1 was not found.');
    operator.settings.refusalsAs = 'object';
    expect((await talk('GET /cars/1')).body).toEqual({ message: 'Car 1 was not found.' });
  });

  it('are violations where pairings are not offered', async () => {
    for (const operation of ['PUT /pairings', 'DELETE /pairings']) {
      expect((await talk(operation, { body: {} })).status).toBe(404);
    }
    expect(operator.violations.all.map(({ rule }) => rule)).toEqual(['unknown-endpoint', 'unknown-endpoint']);
  });

  it('relate a service to a product where pairings are offered', async () => {
    operator.settings.pairings = true;
    const paired = [...operator.state.products.values()].find(
      (product) => product.serialNumber === notable.boxes.free[0],
    );
    const service = [...operator.state.services.values()].find((known) => known.productId === paired?.id);
    const body = { serviceId: service?.id, serialNumber: notable.boxes.free[0] };
    expect((await talk('DELETE /pairings', { body })).status).toBe(204);
    expect(
      (await talk('PUT /installations', { body: { carId: 20001, serialNumber: body.serialNumber } })).status,
    ).toBe(409);
    expect((await talk('PUT /pairings', { body })).status).toBe(204);
    expect(
      (await talk('PUT /installations', { body: { carId: 20001, serialNumber: body.serialNumber } })).status,
    ).toBe(204);
  });

  it('take members out of groups and delete groups', async () => {
    const group = [...operator.state.groups.values()].find(
      (known) => known.carIds.size > 0 && known.productIds.size > 0,
    );
    const [[carId], [userId], [productId]] = [
      group?.carIds ?? [],
      group?.userIds ?? [],
      group?.productIds ?? [],
    ];
    for (const path of [`cars/${carId}`, `users/${userId}`, `products/${productId}`]) {
      expect((await talk(`DELETE /groups/${group?.id}/${path}`)).status).toBe(204);
    }
    expect((await talk(`DELETE /groups/${group?.id}`)).status).toBe(204);
    expect((await talk(`GET /groups/${group?.id}/cars`)).status).toBe(404);
  });
});
