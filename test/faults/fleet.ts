import { emptyState, type OperatorState } from '../operator/state.ts';

/** The operator's data when a run begins. The same in every run; orders and faults differ. */
export const customer = 4711;
export const otherCustomer = 4712;
export const users = [9001, 9002, 9003, 9004] as const;
export const cars = [20_001, 20_002, 20_003, 20_004, 20_005, 20_006] as const;
export const groups = [301, 302, 303] as const;
/** Boxes on the shelf with a service. */
export const freeBoxes = [270_001, 270_002, 270_003, 270_004, 270_005, 270_006] as const;
export const boxWithoutService = 270_007;
/** In the last car, with two accesses to it. */
export const installedBox = 270_008;
export const freeIq = 270_009;
export const carWithBox = 20_006;
export const accesses = [500_001, 500_002] as const;
/** An access to a car without a Box. */
export const looseAccess = 500_003;

/** The accesses of the fleet, and whom each is for. */
export function holderOf(access: number): number | null {
  const index = [...accesses, looseAccess].findIndex((id) => id === access);
  return users[index] ?? null;
}
export const serviceInGroup = 140_001;

/** The first car has no plate: nothing but its looks tells it from a new one. */
export function plateOf(car: number): string {
  return car === cars[0] ? '' : `M BX ${car % 1000}`;
}

/** How a product's serial number is written. */
export function serialOf(product: number): string {
  return `001${product}`;
}

/** The operator's state at the beginning. */
export function foundFleet(): OperatorState {
  const state = emptyState();
  state.customers.set(customer, { id: customer, name: 'Fleet North' });
  state.customers.set(otherCustomer, { id: otherCustomer, name: 'Fleet South' });
  for (const id of users) {
    state.users.set(id, {
      id,
      customerIds: new Set([customer]),
      emailAddress: `user${id}@example.test`,
      userData: { firstName: 'User', lastName: String(id) },
    });
  }
  for (const id of cars) {
    state.cars.set(id, {
      id,
      customerId: customer,
      name: `Van ${id}`,
      description: '',
      vin: '',
      licensePlate: plateOf(id),
      brand: 'Ford',
      model: 'Transit',
    });
  }
  for (const id of [...freeBoxes, boxWithoutService, installedBox, freeIq]) {
    state.products.set(id, {
      id,
      customerId: customer,
      uniqueId: `U${id}`,
      serialNumber: serialOf(id),
      sapNumber: 'SAP-100',
      type: id === freeIq ? 'IQ' : 'Box',
      carId: id === installedBox ? carWithBox : null,
    });
    const service = id - 130_000;
    state.services.set(service, {
      id: service,
      customerId: customer,
      name: 'Fleet access',
      productId: id === boxWithoutService ? null : id,
      isTerminated: id === boxWithoutService,
      terminationDate: id === boxWithoutService ? '2025-01-01T00:00:00Z' : null,
      terminationCause: id === boxWithoutService ? 'ServiceIsNotNeededAnymore' : null,
    });
  }
  for (const [index, id] of groups.entries()) {
    state.groups.set(id, {
      id,
      customerId: customer,
      name: `Depot ${index + 1}`,
      carIds: new Set(index === 0 ? [carWithBox] : []),
      userIds: new Set(),
      productIds: new Set(),
      serviceIds: new Set([serviceInGroup]),
    });
  }
  for (const id of [...accesses, looseAccess]) {
    state.assignments.set(id, {
      id,
      customerId: customer,
      carId: id === looseAccess ? cars[4] : carWithBox,
      userId: holderOf(id) ?? users[0],
      start: '2026-01-01T00:00:00Z',
      end: '2027-01-01T00:00:00Z',
      lifetime: 604_800,
      renewableAfter: 345_600,
    });
  }
  // Numbers given out from now on are new in every collection.
  for (const collection of ['cars', 'users', 'groups', 'products', 'services', 'assignments'] as const) {
    state.nextId(collection);
  }
  return state;
}
