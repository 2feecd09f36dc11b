import type { Car, Product } from '../model.ts';
import type { Random } from '../random.ts';
import type { OperatorState } from '../state.ts';
import { namedCarsWithoutBox } from './cars.ts';
import { boxVariants } from './key-catalogue.ts';
import { notable } from './notable.ts';

const labelAlphabet = '0123456789ABCDEF';
const serviceNames = ['Fleet access', 'Fleet access', 'Fleet access plus', null];
const { small, medium, large, can } = boxVariants;

type Stock = {
  readonly state: OperatorState;
  readonly random: Random;
  readonly customerId: number;
  readonly today: Date;
};
type ServiceState = 'active' | 'terminated' | 'none';

/** The Boxes and IQs of `notable`, the installed one in the car it names when the fleet has that car. */
export function seedNotableProducts(stock: Stock, cars: readonly Car[]): void {
  const { free, freeSmall, freeLarge, withoutService, terminatedService, installed } = notable.boxes;
  for (const serial of free) {
    const label = serial === free[0] ? notable.uniqueIdOfFirstFreeBox : undefined;
    add(stock, 'Box', serial, medium.boxSapNumber, 'active', null, label);
  }
  for (const serial of freeSmall) add(stock, 'Box', serial, small.boxSapNumber, 'active', null);
  for (const serial of freeLarge) add(stock, 'Box', serial, large.boxSapNumber, 'active', null);
  add(stock, 'Box', withoutService, medium.boxSapNumber, 'none', null);
  add(stock, 'Box', terminatedService, medium.boxSapNumber, 'terminated', null);
  const holder = cars.find((car) => car.licensePlate === notable.plates.inAnotherCar);
  add(stock, 'Box', installed, medium.boxSapNumber, 'active', holder?.id ?? null);
  for (const serial of notable.iq.free) add(stock, 'IQ', serial, 'SAP-400', 'active', null);
}

/** Boxes for about half of the cars and as many on the shelf, and an IQ here and there. */
export function seedProducts(stock: Stock, cars: readonly Car[], firstSerial: number): void {
  const { random, state } = stock;
  const variants = [medium, medium, medium, small, small, large, large, can];
  const occupied = new Set([...state.products.values()].map((product) => product.carId));
  let serial = firstSerial;
  const nextSerial = (): string => {
    serial += random.integer(1, 9);
    return String(serial).padStart(9, '0');
  };
  for (const [index, car] of cars.entries()) {
    const kept = isNamed(car) && index < namedCarsWithoutBox;
    if (!kept && !occupied.has(car.id) && (isNamed(car) || random.chance(0.55))) {
      add(stock, 'Box', nextSerial(), random.pick(variants).boxSapNumber, 'active', car.id);
    }
  }
  const onShelf = Math.round(cars.length * 0.65);
  for (let count = 0; count < onShelf; count += 1) {
    const service = random.chance(0.9) ? 'active' : random.pick<ServiceState>(['none', 'terminated']);
    add(stock, 'Box', nextSerial(), random.pick(variants).boxSapNumber, service, null);
  }
  let iqSerial = firstSerial + 6_480_000;
  for (const car of cars) {
    if (isNamed(car) || !random.chance(0.1)) continue;
    iqSerial += random.integer(1, 9);
    add(
      stock,
      'IQ',
      String(iqSerial).padStart(9, '0'),
      'SAP-400',
      'active',
      random.chance(0.6) ? car.id : null,
    );
  }
}

/** One product by its serial number, for products without an owner. */
export function seedOneBox(stock: Stock, serialNumber: string): void {
  add(stock, 'Box', serialNumber, medium.boxSapNumber, 'active', null);
}

function isNamed(car: Car): boolean {
  return /^(M BX 10\d\d|K HO 77|B AL 2\d\d)$/.test(car.licensePlate ?? '');
}

function add(
  { state, random, customerId, today }: Stock,
  type: 'Box' | 'IQ',
  serialNumber: string,
  sapNumber: string,
  service: ServiceState,
  carId: number | null,
  uniqueId: string = label(random),
): Product {
  const id = state.nextId('products');
  const product: Product = { id, customerId, uniqueId, serialNumber, sapNumber, type, carId };
  state.products.set(id, product);
  if (service === 'none') return product;
  const serviceId = state.nextId('services');
  const terminated = service === 'terminated';
  const endedAt = new Date(today.getTime() - random.integer(5, 300) * 86_400_000).toISOString();
  state.services.set(serviceId, {
    id: serviceId,
    customerId,
    name: random.pick(serviceNames),
    productId: terminated ? null : id,
    isTerminated: terminated,
    terminationDate: terminated ? endedAt : null,
    terminationCause: terminated ? 'ServiceIsNotNeededAnymore' : null,
  });
  return product;
}

function label(random: Random): string {
  return Array.from({ length: 4 }, () => random.text(labelAlphabet, 2)).join('-');
}
