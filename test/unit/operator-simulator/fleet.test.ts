import { describe, expect, it } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { seedFleet } from '../../operator/seed/fleet.ts';
import { activeServiceOf, productsIn } from '../../operator/state.ts';

const today = new Date('2026-05-04T09:00:00Z');
const fleet = seedFleet({ seed: 1, cars: 400, today });
const ofNorth = <T extends { customerId: number }>(rows: Iterable<T>): T[] =>
  [...rows].filter((row) => row.customerId === notable.customerId);
const productBy = (serial: string) =>
  [...fleet.products.values()].find((product) => product.serialNumber === serial);

describe('the seeded fleet', () => {
  it('is the same for the same seed and another for another seed', () => {
    expect(seedFleet({ seed: 1, cars: 50, today }).cars).toEqual(
      seedFleet({ seed: 1, cars: 50, today }).cars,
    );
    expect(seedFleet({ seed: 2, cars: 50, today }).cars).not.toEqual(
      seedFleet({ seed: 1, cars: 50, today }).cars,
    );
  });

  it('has as many cars as requested, also none', () => {
    expect(ofNorth(fleet.cars.values())).toHaveLength(400);
    expect(ofNorth(seedFleet({ seed: 1, cars: 0, today }).cars.values())).toHaveLength(0);
  });

  it('gives every car with a VIN a valid one, and every plate once', () => {
    const cars = ofNorth(fleet.cars.values());
    const vins = cars.map((car) => car.vin?.trim() ?? '').filter((vin) => vin !== '');
    for (const vin of vins) expect(vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/);
    const plates = cars.map((car) => car.licensePlate ?? '').filter((plate) => plate !== '');
    expect(new Set(plates).size).toBe(plates.length);
  });

  it('has the rough edges of real records: empty, blank and null fields, umlauts', () => {
    const cars = ofNorth(fleet.cars.values());
    expect(cars.some((car) => car.vin === '')).toBe(true);
    expect(cars.some((car) => car.vin === null)).toBe(true);
    expect(cars.some((car) => car.brand === ' ')).toBe(true);
    expect(cars.some((car) => /[äöüÄÖÜ]/.test(car.licensePlate ?? ''))).toBe(true);
    expect([...fleet.users.values()].some((user) => user.userData.firstName === null)).toBe(true);
  });

  it('never breaks the rules of installing: at most one of a type per car, installed only with a service', () => {
    for (const car of fleet.cars.values()) {
      const types = productsIn(fleet, car.id).map((product) => product.type);
      expect(new Set(types).size).toBe(types.length);
    }
    for (const product of fleet.products.values()) {
      const isSound = product.carId === null || activeServiceOf(fleet, product.id) !== undefined;
      expect(isSound).toBe(true);
    }
  });

  it('has unique serial numbers and labels', () => {
    const products = [...fleet.products.values()];
    expect(new Set(products.map((product) => product.serialNumber)).size).toBe(products.length);
    expect(new Set(products.map((product) => product.uniqueId)).size).toBe(products.length);
  });

  it('fills about half of the cars with a Box', () => {
    const boxes = ofNorth(fleet.products.values()).filter(
      (product) => product.type === 'Box' && product.carId !== null,
    );
    expect(boxes.length).toBeGreaterThan(160);
    expect(boxes.length).toBeLessThan(260);
  });

  it.each([1, 2, 77])('keeps the notable facts of the seed %i', (seed) => {
    const other = seedFleet({ seed, cars: 60, today });
    const find = (serial: string) =>
      [...other.products.values()].find((product) => product.serialNumber === serial);
    const { boxes, plates } = notable;
    for (const serial of [...boxes.free, ...boxes.freeSmall, ...boxes.freeLarge, ...notable.iq.free]) {
      const product = find(serial);
      expect(product?.carId).toBeNull();
      expect(activeServiceOf(other, product?.id ?? 0)).toBeDefined();
    }
    for (const serial of [boxes.withoutService, boxes.terminatedService]) {
      expect(activeServiceOf(other, find(serial)?.id ?? 0)).toBeUndefined();
    }
    expect(other.cars.get(find(boxes.installed)?.carId ?? 0)?.licensePlate).toBe(plates.inAnotherCar);
    expect(find(boxes.ofOtherCustomer)?.customerId).toBe(notable.otherCustomerId);
    const empty = [...other.cars.values()].filter((car) =>
      [plates.withoutBox, ...plates.alsoWithoutBox].some((plate) => plate === car.licensePlate),
    );
    expect(empty).toHaveLength(5);
    for (const car of empty) expect(productsIn(other, car.id)).toEqual([]);
    expect(other.users.get(notable.testUserId)?.userData).toEqual({ firstName: 'Bay 3', lastName: 'Tester' });
  });

  it('lets every brand of the cars be looked up, and every key name a form with a picture', () => {
    const brands = new Set([...fleet.keys.values()].map((key) => key.brand));
    for (const car of fleet.cars.values()) {
      const brand = car.brand?.trim() ?? '';
      expect(brand === '' || brands.has(brand)).toBe(true);
    }
    for (const brand of brands) {
      const keys = [...fleet.keys.values()].filter((key) => key.brand === brand);
      expect(keys.length).toBeGreaterThanOrEqual(4);
      expect(keys.length).toBeLessThanOrEqual(10);
      expect(keys.some((key) => key.boxSapNumber === productBy(notable.boxes.free[0])?.sapNumber)).toBe(true);
      for (const key of keys) expect(fleet.keyForms.has(key.keyFormId)).toBe(true);
    }
  });
});
