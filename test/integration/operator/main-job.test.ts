import { afterEach, beforeEach, expect, test } from 'vitest';
import { carId, customerId, serviceId, userId } from '../../../shared/ids.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import { createOperatorClient, type OperatorClient } from '../../../electron/operator/client.ts';
import { createAssignment, deleteAssignment } from '../../../electron/operator/endpoints/assignments.ts';
import {
  createCar,
  listCarAssignments,
  listCarProducts,
  listCars,
  readCar,
  updateCar,
  createEvent,
  readEvent,
} from '../../../electron/operator/endpoints/cars.ts';
import {
  listCustomers,
  addCarToGroup,
  createGroup,
  deleteGroup,
  listGroupCars,
  listGroups,
  removeCarFromGroup,
  renameGroup,
} from '../../../electron/operator/endpoints/groups-and-users.ts';
import {
  install,
  uninstall,
  listProducts,
  readProduct,
  readProductService,
  listServices,
  readService,
  readServiceProduct,
  listBrands,
  listKeys,
} from '../../../electron/operator/endpoints/products.ts';
import { contains, eq } from '../../../electron/operator/request.ts';
import { startOperator, type RunningOperator } from '../../operator/start.ts';
import { systemClock, valueOf } from './fixture.ts';

let operator: RunningOperator;
let client: OperatorClient;
const fleetNorth = customerId.parse(4711);
const testUser = userId.parse(9001);

beforeEach(async () => {
  operator = await startOperator({ cars: 320 });
  client = createOperatorClient({
    baseUrl: operator.url,
    apiKeyHeader: operator.settings.apiKeyHeader,
    credentials: operator.settings,
    customerId: fleetNorth,
    clock: systemClock,
    random: Math.random,
  });
});

afterEach(async () => {
  await client.close();
  await operator.stop();
  const { all } = operator.violations;
  if (all.length > 0) throw new Error(`What the spec forbids was done: ${JSON.stringify(all)}`);
});

test('lists the customers this login reaches, also when their ids come as text', async () => {
  operator.settings.customerIdsAs = 'string';
  const customers = valueOf(await client.call(listCustomers()));
  expect(customers.map(({ id, name }) => [id, name])).toContainEqual([4711, 'Fleet North']);
});

test('reads every car exactly once through capped pages', async () => {
  const cars = valueOf(await client.pages((page) => listCars(page)));
  const ids = cars.map(({ id }) => id);
  const expected = [...operator.state.cars.values()].filter((car) => car.customerId === 4711);
  expect(ids).toHaveLength(expected.length);
  expect(new Set(ids)).toEqual(new Set(expected.map((car) => car.id)));
});

test('reads several collections at once with two requests at a time', async () => {
  operator.settings.latencyMs = 5;
  const reads = [
    () => client.pages((page) => listCars(page)),
    () => client.pages((page) => listProducts(page)),
    () => client.pages((page) => listServices(page)),
    () => client.pages((page) => listGroups(page)),
  ];
  for (const read of reads) expect(await read()).toMatchObject({ ok: true });
  const oneByOne = operator.peakConcurrency();
  await Promise.all(reads.map((read) => read()));
  expect([oneByOne, operator.peakConcurrency()]).toEqual([1, 2]);
});

test('makes a car, changes it and finds it again by a name with a quote in it', async () => {
  const name = `Jörg's 100% Käfer/Vän + Co & Söhne`;
  const { id } = valueOf(await client.call(createCar({ name, licensePlate: 'M BX 1', vin: null })));
  valueOf(await client.call(updateCar(id, { brand: 'VW', licensePlate: 'M BX 2' })));
  const found = valueOf(await client.pages((page) => listCars({ ...page, filter: eq('name', name) })));
  expect(found).toEqual([
    expect.objectContaining({ id, name, brand: 'VW', licensePlate: 'M BX 2', vin: null, description: null }),
  ]);
  expect(valueOf(await client.call(readCar(id)))).toMatchObject({ id, brand: 'VW' });
});

test('installs a Box, sees it in the car, and takes it out again', async () => {
  const car = carId.parse(20001);
  expect(valueOf(await client.call(listCarProducts(car)))).toEqual([]);
  const product = { serialNumber: '001234021' };
  valueOf(await client.call(install({ carId: car, product })));
  const [held] = valueOf(await client.call(listCarProducts(car)));
  expect(held?.serialNumber).toBe('001234021');
  expect(await client.call(install({ carId: car, product }))).toMatchObject({
    ok: false,
    error: { code: 'conflict', status: 409, sent: 'answered' },
  });
  valueOf(await client.call(uninstall({ carId: car, product })));
  expect(valueOf(await client.call(listCarProducts(car)))).toEqual([]);
});

test('a car that does not exist has no empty product list, it is not found', async () => {
  const answer = await client.call(listCarProducts(carId.parse(1)));
  expect(answer).toMatchObject({ ok: false, error: { code: 'not-found' } });
});

test('makes a group, gets a refusal when the name is taken, and manages its members', async () => {
  const { id } = valueOf(await client.call(createGroup({ name: 'Bay 3' })));
  expect(await client.call(createGroup({ name: 'Bay 3' }))).toMatchObject({
    ok: false,
    error: { code: 'conflict', operatorMessage: "A group with the name 'Bay 3' already exists." },
  });
  const car = carId.parse(20002);
  valueOf(await client.call(addCarToGroup(id, car)));
  expect(await client.call(addCarToGroup(id, car))).toMatchObject({ error: { code: 'conflict' } });
  expect(valueOf(await client.call(listGroupCars(id))).map((member) => member.id)).toEqual([car]);
  valueOf(await client.call(renameGroup(id, 'Bay 4')));
  valueOf(await client.call(removeCarFromGroup(id, car)));
  expect(valueOf(await client.call(listGroupCars(id)))).toEqual([]);
  const groups = valueOf(await client.pages((page) => listGroups(page)));
  expect(groups.find((group) => group.id === id)?.name).toBe('Bay 4');
  valueOf(await client.call(deleteGroup(id)));
});

test('asks for an access, sees it once it took effect, and ends it', async () => {
  const start = Math.floor(Date.now() / SECOND) * SECOND;
  const car = carId.parse(20003);
  valueOf(
    await client.call(
      createAssignment({
        carId: car,
        userId: testUser,
        start,
        end: start + 30 * MINUTE,
        lifetime: 1800,
        renewableAfter: 1800,
      }),
    ),
  );
  const assignments = () => client.call(listCarAssignments(car));
  await expect.poll(async () => valueOf(await assignments()).length).toBe(1);
  const [made] = valueOf(await assignments());
  expect(made).toMatchObject({ carId: car, userId: testUser, start, end: start + 30 * MINUTE });
  if (made === undefined) return;
  valueOf(await client.call(deleteAssignment(made.id)));
  await expect.poll(async () => valueOf(await assignments()).length).toBe(0);
});

test('records an event with local and UTC time', async () => {
  const at = Date.UTC(2026, 6, 23, 22, 30);
  const { id } = valueOf(
    await client.call(
      createEvent({
        carId: carId.parse(20001),
        userId: testUser,
        type: 'CarOpened',
        at,
        utcOffsetMinutes: 120,
        userAgent: 'Boxwright',
      }),
    ),
  );
  const event = valueOf(await client.call(readEvent(id)));
  expect(event).toMatchObject({
    id,
    utcDateTime: at,
    dateTime: '2026-07-24T00:30:00Z',
    latitude: null,
    type: 'CarOpened',
  });
});

test('reads the key catalogue of every brand, its hidden number kept', async () => {
  const brands = valueOf(await client.call(listBrands()));
  expect(brands.length).toBeGreaterThan(3);
  for (const brand of brands) {
    const keys = valueOf(await client.pages((page) => listKeys(brand, page)));
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.every((key) => typeof key.keyForm['id'] === 'number')).toBe(true);
  }
});

test('follows a product to its service and back', async () => {
  const products = valueOf(
    await client.pages((page) => listProducts({ ...page, filter: contains('serialNumber', '1234021') })),
  );
  const [box] = products;
  expect(products).toHaveLength(1);
  if (box === undefined) return;
  expect(valueOf(await client.call(readProduct(box.id))).serialNumber).toBe('001234021');
  const service = valueOf(await client.call(readProductService(box.id)));
  expect(valueOf(await client.call(readService(service.id))).productId).toBe(box.id);
  expect(valueOf(await client.call(readServiceProduct(service.id)))?.id).toBe(box.id);
  const services = valueOf(await client.pages((page) => listServices(page)));
  const terminated = services.find(({ isTerminated }) => isTerminated);
  expect(terminated).toBeDefined();
  if (terminated === undefined) return;
  expect(valueOf(await client.call(readServiceProduct(terminated.id)))).toBeNull();
  const missing = await client.call(readServiceProduct(serviceId.parse(1)));
  expect(missing).toMatchObject({ ok: false, error: { code: 'not-found' } });
});

test('measures the clock of the operator', async () => {
  const offsets: (number | null)[] = [];
  const watching = createOperatorClient({
    baseUrl: operator.url,
    apiKeyHeader: operator.settings.apiKeyHeader,
    credentials: operator.settings,
    customerId: null,
    clock: systemClock,
    random: Math.random,
    onAnswer: ({ endpoint, clockOffsetMs }) => {
      if (endpoint === 'customers.list') offsets.push(clockOffsetMs);
    },
  });
  operator.settings.clockSkewMs = -600 * SECOND;
  valueOf(await watching.call(listCustomers()));
  await watching.close();
  expect(offsets).toHaveLength(1);
  expect(Math.abs((offsets[0] ?? 0) - 600 * SECOND)).toBeLessThan(5 * SECOND);
});
