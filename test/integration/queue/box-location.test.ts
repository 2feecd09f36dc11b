import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createOperatorClient } from '../../../electron/operator/client.ts';
import { isAnotherAccess } from '../../../electron/operations/queue/kinds/shared-findings.ts';
import { isInCar, locateBox, nameOfCar } from '../../../electron/operations/queue/kinds/box-location.ts';
import { carId, customerId, productId, userId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type RunningOperator, startOperator } from '../../operator/start.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';

const [free] = notable.boxes.free;
const { installed } = notable.boxes;
/** A car without a Box, and the one with a Box. */
const [car, fitted] = [carId.parse(20_001), carId.parse(20_006)];

let operator: RunningOperator;
beforeEach(async () => {
  operator = await startOperator({ cars: 8, settings: { resultDelayMs: 0 } });
});
afterEach(() => operator.stop());

/** The read answers with this status from now on. */
const answers = (path: string, status: number) =>
  operator.faults.add({ method: 'GET', path, count: 'all', effect: { kind: 'status', status, body: '""' } });
const productOf = (serialNumber: string) => {
  const product = [...operator.state.products.values()].find((one) => one.serialNumber === serialNumber);
  if (product === undefined) throw new Error(`the seed has no ${serialNumber}`);
  return product;
};

/** Reads of an environment in which a 404 says that it does not offer a list. */
function reading() {
  const client = createOperatorClient({
    baseUrl: operator.url,
    apiKeyHeader: operator.settings.apiKeyHeader,
    credentials: { ...operator.settings },
    customerId: customerId.parse(notable.customerId),
    clock: machineClock,
    random: () => 0,
  });
  onTestFinished(() => client.close());
  return {
    client,
    signal: new AbortController().signal,
    notOffered: ({ code }: { readonly code: string }) => code === 'not-found',
  };
}
const locate = (serialNumber: string, inCar = car, id: number | null = null) =>
  locateBox({ serialNumber, productId: id === null ? null : productId.parse(id) }, inCar, reading());

test('a Box is in this car, in another one, or free', async () => {
  expect(await locate(installed, fitted)).toMatchObject({
    where: 'in-this-car',
    product: { serialNumber: installed },
  });
  expect(await locate(free)).toMatchObject({ where: 'free', product: { serialNumber: free } });
  const plate = operator.state.cars.get(fitted)?.licensePlate;
  expect(await locate(installed)).toEqual({ where: 'in-another-car', carId: fitted, carName: plate });
  answers(`/cars/${fitted}`, 500);
  expect(await locate(installed)).toEqual({ where: 'in-another-car', carId: fitted, carName: null });
});

test('a free Box cannot come into a car with another Box', async () => {
  expect(await locate(free, fitted)).toEqual({ where: 'car-occupied', serialNumber: installed });
});

test('a product of another family is ignored', async () => {
  operator.state.products.set(productOf(installed).id, { ...productOf(installed), type: 'iQ' });
  expect(await locate(free, fitted)).toMatchObject({ where: 'free' });
});

test('an unknown serial is not found; an ambiguous one is not guessed', async () => {
  expect(await locate('NO-SUCH-BOX')).toEqual({ where: 'not-found' });
  const box = productOf(free);
  operator.state.products.set(box.id, { ...box, serialNumber: '778899' });
  operator.state.products.set(99_001, { ...box, id: 99_001, serialNumber: '5', uniqueId: '778899' });
  expect(await locate('00778899')).toEqual({ where: 'ambiguous', serials: '5, 778899' });
  operator.state.products.set(99_001, { ...box, id: 99_001, serialNumber: '5', uniqueId: '00778899' });
  expect(await locate('00778899')).toMatchObject({ where: 'free', product: { id: 99_001 } });
});

test('where the directory has the number of the Box, that counts and not its serial', async () => {
  expect(await locate('mistyped', fitted, productOf(installed).id)).toMatchObject({ where: 'in-this-car' });
  expect(await locate('mistyped', car, productOf(free).id)).toMatchObject({ where: 'free' });
});

test('without a list of products the car’s own tell, and a serial that is spelled otherwise is found there', async () => {
  for (const path of ['/products', '/groups']) answers(path, 404);
  expect(await locate(`0${installed}`, fitted)).toMatchObject({ where: 'in-this-car' });
  expect(await locate(free)).toEqual({ where: 'not-reported' });
  answers('/cars/*/products', 404);
  expect(await locate(installed, fitted)).toEqual({ where: 'not-reported' });
});

test('a read that fails says nothing about the Box', async () => {
  for (const path of ['/cars/*/products', '/products']) {
    const fault = answers(path, 500);
    expect(await locate(free)).toMatchObject({ where: 'failed', error: { code: 'server-error' } });
    operator.faults.clear(fault);
  }
  answers('/products', 404);
  answers('/groups', 500);
  expect(await locate(free)).toMatchObject({ where: 'failed' });
});

test('the car decides whether a Box is in it, else the Box', async () => {
  const inCar = (serialNumber: string, of = car) => isInCar({ serialNumber, productId: null }, of, reading());
  expect(await inCar(installed, fitted)).toEqual({ location: 'in' });
  expect(await inCar(free)).toEqual({ location: 'out' });
  expect(await inCar('NO-SUCH-BOX')).toEqual({ location: 'out' });
  expect(await inCar(installed)).toEqual({ location: 'elsewhere', carId: fitted });
  const fault = answers('/cars/*/products', 404);
  expect(await inCar(installed, fitted)).toEqual({ location: 'in' });
  expect(await inCar(free)).toEqual({ location: 'out' });
  expect(await inCar('NO-SUCH-BOX')).toEqual({ location: 'not-reported' });
  operator.faults.clear(fault);
  answers('/products', 500);
  expect(await inCar(free)).toMatchObject({ location: 'failed' });
});

test('a car is called by its plate, by its name, and by its number where it cannot be read', async () => {
  const { licensePlate = null } = operator.state.cars.get(car) ?? {};
  expect(await nameOfCar(car, reading())).toBe(licensePlate);
  answers(`/cars/${car}`, 500);
  expect(await nameOfCar(car, reading())).toBe(String(car));
});

test('another car or user means another access of that number; unknown values are not compared', () => {
  const [one, two] = [carId.parse(1), carId.parse(2)];
  const [jo, kim] = [userId.parse(1), userId.parse(2)];
  expect(isAnotherAccess({ carId: one, userId: jo }, { carId: one, userId: jo })).toBe(false);
  expect(isAnotherAccess({ carId: two, userId: jo }, { carId: one, userId: jo })).toBe(true);
  expect(isAnotherAccess({ carId: one, userId: kim }, { carId: one, userId: jo })).toBe(true);
  for (const unknown of [null, undefined]) {
    expect(isAnotherAccess({ carId: unknown, userId: jo }, { carId: one, userId: jo })).toBe(false);
    expect(isAnotherAccess({ carId: one, userId: jo }, { carId: one, userId: unknown })).toBe(false);
  }
});
