import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOperator, type RunningOperator } from '../../operator/start.ts';
import { brokenRules, eventually, rowsOf, talkTo, type Talk } from './talk.ts';

let operator: RunningOperator;
let talk: Talk;
beforeEach(async () => {
  operator = await startOperator({ cars: 80 });
  talk = await talkTo(operator);
});
afterEach(() => operator.stop());

const aService = (): number =>
  [...operator.state.services.values()].find((service) => service.customerId === 4711)?.id ?? 0;

describe('a collection', () => {
  it('comes in no fixed order, at most so many at once', async () => {
    const first = rowsOf(await talk('GET /cars'));
    expect(first).toHaveLength(25);
    expect(rowsOf(await talk('GET /cars'))).not.toEqual(first);
    expect(rowsOf(await talk('GET /cars?$top=500'))).toHaveLength(50);
  });

  it('can be paged completely when ordered', async () => {
    const ids: unknown[] = [];
    for (;;) {
      const part = rowsOf(await talk(`GET /cars?$orderby=id&$top=30&$skip=${ids.length}`));
      if (part.length === 0) break;
      ids.push(...part.map((row) => row['id']));
    }
    expect(ids).toHaveLength(80);
    expect(new Set(ids).size).toBe(80);
  });

  it('is filtered by exact values with umlauts, quotes, plus and percent signs', async () => {
    for (const name of ['Kühl+Wagen 100%', "L'auto & co", 'a/b?c#d']) {
      await talk('PUT /cars', { body: { name } });
      const filter = encodeURIComponent(`name eq '${name.replaceAll("'", "''")}'`);
      expect(rowsOf(await talk(`GET /cars?$filter=${filter}`)).map((row) => row['name'])).toEqual([name]);
    }
  });

  it('shows nothing of another customer', async () => {
    const rows = rowsOf(
      await talk('GET /cars?$filter=id gt 0&$top=50', { headers: { 'customer-id': '4712' } }),
    );
    expect(rows).toHaveLength(8);
    const [other] = rows;
    expect((await talk(`GET /cars/${String(other?.['id'])}`)).status).toBe(404);
  });

  it('gives nothing when $select is used, which is a violation', async () => {
    expect((await talk('GET /cars?$select=id')).body).toEqual([]);
    expect(brokenRules(operator)).toEqual(['select-used']);
  });

  it('refuses a query option it cannot read, and records one it does not know', async () => {
    expect((await talk('GET /cars?$filter=colour eq 1')).status).toBe(400);
    expect((await talk('GET /cars?$top=many')).status).toBe(400);
    expect((await talk('GET /cars?$expand=x')).status).toBe(200);
    expect(brokenRules(operator)).toEqual([
      'malformed-query-option',
      'malformed-query-option',
      'unknown-query-option',
    ]);
  });

  it('of users may be filtered by id and first name only', async () => {
    expect(rowsOf(await talk("GET /users?$filter=userData/firstName eq 'Bay 3'"))).toEqual([
      {
        id: 9001,
        emailAddress: 'bay.3.tester@example.com',
        userData: { firstName: 'Bay 3', lastName: 'Tester' },
      },
    ]);
    expect((await talk("GET /users?$filter=emailAddress eq 'x'")).status).toBe(400);
  });

  it('for which the spec shows no query options can be made to ignore them', async () => {
    expect(rowsOf(await talk('GET /groups?$top=3'))).toHaveLength(3);
    operator.settings.queryOptionsWhereNotShown = 'ignored';
    expect(rowsOf(await talk('GET /groups?$top=3'))).toHaveLength(12);
  });

  it('lists of assignments omit the fields that the path contains', async () => {
    const [assignment] = operator.state.assignments.values();
    const ofCar = rowsOf(await talk(`GET /cars/${assignment?.carId}/assignments`));
    expect(ofCar[0]).not.toHaveProperty('carId');
    expect(ofCar[0]).toHaveProperty('userId');
    const ofUser = rowsOf(await talk(`GET /users/${assignment?.userId}/assignments`));
    expect(ofUser[0]).not.toHaveProperty('userId');
    expect(ofUser[0]).toHaveProperty('carId');
  });

  it('of products may hide the car, and of services the product', async () => {
    operator.settings.productListsShowCarId = false;
    operator.settings.serviceListShowsProductId = false;
    expect(rowsOf(await talk('GET /products'))[0]).not.toHaveProperty('carId');
    expect(rowsOf(await talk('GET /services'))[0]).not.toHaveProperty('productId');
  });
});

describe('a single resource', () => {
  it('never answers when $select is used', async () => {
    const hanging = talk('GET /cars/20001?$select=id').catch((error: unknown) => error);
    await eventually(() => operator.journal.matching({ path: '/cars/20001' }).at(-1)?.outcome).toBe('hung');
    await operator.stop();
    expect(await hanging).toBeInstanceOf(Error);
    expect(brokenRules(operator)).toContain('select-used');
  });

  it('takes no collection options: service reads answer 400, the others only record it', async () => {
    expect((await talk(`GET /services/${aService()}?$top=1`)).status).toBe(400);
    expect((await talk(`GET /services/${aService()}/products?$count=true`)).status).toBe(400);
    expect((await talk('GET /cars/20001?$filter=id eq 1')).status).toBe(200);
    expect(new Set(brokenRules(operator))).toEqual(new Set(['query-option-on-single-read']));
  });

  it('of a service or its product follows the spec for terminated services', async () => {
    const ended = [...operator.state.services.values()].find(
      (service) => service.isTerminated && service.customerId === 4711,
    );
    const heard = await talk(`GET /services/${ended?.id}`);
    expect(heard.body).toMatchObject({
      productId: null,
      isTerminated: true,
      terminationCause: 'ServiceIsNotNeededAnymore',
    });
    const product = await talk(`GET /services/${ended?.id}/products`);
    expect(product.status).toBe(404);
    expect(product.body).toContain('No product can be found assigned to the serviceId');
  });

  it('with an id that is no number answers 404 and is a violation', async () => {
    expect((await talk('GET /cars/abc')).status).toBe(404);
    expect(brokenRules(operator)).toEqual(['malformed-id']);
  });
});

describe('the key catalogue', () => {
  it('lists brands as strings and the keys of one brand, whatever its name', async () => {
    const { body } = await talk('GET /brands', { headers: { 'customer-id': null } });
    expect(body).toContain('Lynk & Co');
    const keys = rowsOf(await talk(`GET /brands/${encodeURIComponent('Lynk & Co')}/keys?$orderby=id desc`));
    expect(keys.length).toBeGreaterThan(3);
    const [key] = keys;
    expect(Object.keys(key ?? {})).toEqual([
      'id',
      'brand',
      'boxName',
      'boxSapNumber',
      'keyProfileCode',
      'keyForm',
    ]);
  });

  it('can be filtered by the form of the key, and every form has a drawing', async () => {
    const [first] = rowsOf(await talk('GET /brands/Volkswagen/keys?$filter=keyForm/id eq 31'));
    expect(first).toMatchObject({ keyForm: { id: 31, name: 'Flip key, 3 buttons' } });
    const picture = await fetch(`${operator.origin}/_pictures/key-forms/31.svg`);
    expect(picture.headers.get('content-type')).toContain('image/svg+xml');
    expect(await picture.text()).toContain('<svg');
    expect((await fetch(`${operator.origin}/_pictures/key-forms/999.svg`)).status).toBe(404);
  });

  it('answers 404 for an unknown brand and 400 for a malformed one', async () => {
    expect((await talk('GET /brands/Nobody/keys')).status).toBe(404);
    expect((await talk('GET /brands/%20/keys')).status).toBe(400);
    expect((await talk('GET /brands/%3Cscript%3E/keys')).status).toBe(400);
  });
});
