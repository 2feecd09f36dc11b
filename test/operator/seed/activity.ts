import { asUtc } from '../instants.ts';
import type { Car, User } from '../model.ts';
import type { Random } from '../random.ts';
import type { OperatorState } from '../state.ts';
import { activeServiceOf, productsIn } from '../state.ts';
import { notable } from './notable.ts';

const groupNames = [
  'Delivery vans north',
  'Delivery vans south',
  'Depot Cologne',
  'Depot Berlin',
  'Pool cars Munich',
  'Refrigerated vans',
  'Night shift',
  'Service technicians',
  'Außendienst West',
  'Workshop loaners',
  'Airport line',
  notable.emptyGroup,
];
const day = 86_400_000;

type Fleet = { readonly state: OperatorState; readonly random: Random; readonly customerId: number };

/** Groups with members of every kind; the last one is empty. */
export function seedGroups(
  { state, random, customerId }: Fleet,
  cars: readonly Car[],
  users: readonly User[],
  count: number,
): void {
  for (const name of groupNames.slice(-count)) {
    const id = state.nextId('groups');
    const group = {
      id,
      customerId,
      name,
      carIds: new Set<number>(),
      userIds: new Set<number>(),
      productIds: new Set<number>(),
      serviceIds: new Set<number>(),
    };
    state.groups.set(id, group);
    if (name === notable.emptyGroup) continue;
    for (const car of random.shuffled(cars).slice(0, random.integer(8, 45))) {
      group.carIds.add(car.id);
      for (const product of productsIn(state, car.id)) {
        group.productIds.add(product.id);
        const service = activeServiceOf(state, product.id);
        if (service !== undefined) group.serviceIds.add(service.id);
      }
    }
    for (const user of random.shuffled(users).slice(0, random.integer(2, 9))) group.userIds.add(user.id);
  }
}

/** Running and past accesses to cars that hold a Box, open-ended ones among them, and what drivers did with them. */
export function seedAccesses(
  { state, random, customerId }: Fleet,
  users: readonly User[],
  count: number,
  today: Date,
): void {
  const holders = [...state.products.values()].filter(
    (product) => product.customerId === customerId && product.type === 'Box' && product.carId !== null,
  );
  const midnight = Math.floor(today.getTime() / day) * day;
  for (const { carId } of random.shuffled(holders).slice(0, count)) {
    if (carId === null || users.length === 0) continue;
    const { id: userId } = random.pick(users);
    const start = midnight - random.integer(0, 40) * day + random.integer(5, 18) * 3_600_000;
    const end = random.chance(0.25) ? null : start + random.integer(1, 60) * day;
    const limited = random.chance(0.8);
    const id = state.nextId('assignments');
    state.assignments.set(id, {
      id,
      customerId,
      carId,
      userId,
      start: isoUtc(start),
      end: end === null ? null : isoUtc(end),
      lifetime: limited ? 604_800 : null,
      renewableAfter: limited ? 345_600 : null,
    });
    if (random.chance(0.5))
      seedOpening({ state, random, customerId }, carId, userId, Math.min(start + 7_200_000, today.getTime()));
  }
}

function seedOpening({ state, random, customerId }: Fleet, carId: number, userId: number, at: number): void {
  for (const type of ['CarOpened', 'CarClosed'] as const) {
    const id = state.nextId('events');
    const moment = type === 'CarOpened' ? at : at + random.integer(1, 30) * 60_000;
    const latitude = random.chance(0.5) ? 48 + random.integer(0, 4000) / 1000 : null;
    state.events.set(id, {
      id,
      customerId,
      carId,
      userId,
      type,
      dateTime: isoUtc(moment + 3_600_000),
      utcDateTime: isoUtc(moment),
      userAgent: 'Fleet app',
      latitude,
      longitude: latitude === null ? null : 8 + random.integer(0, 5000) / 1000,
    });
  }
}

function isoUtc(milliseconds: number): string {
  return asUtc(new Date(milliseconds).toISOString());
}
