import type { Random } from '../operator/random.ts';
import {
  accesses,
  boxWithoutService,
  cars,
  carWithBox,
  freeBoxes,
  freeIq,
  groups,
  installedBox,
  looseAccess,
  plateOf,
  serviceInGroup,
  users,
} from './fleet.ts';
import { type LeavingOrder, leavingOrders } from './leaving.ts';
import { type ReviewingOrder, reviewingOrders } from './reviewing.ts';

/** A car as a person types it. */
export interface TypedCar {
  readonly name: string;
  readonly licensePlate: string;
  readonly vin: string;
  readonly brand: string;
  readonly model: string;
}

/** One thing a person asks for. Jobs are named by their number in the plan. */
export type Order =
  | { readonly ask: 'start-job'; readonly job: number }
  | { readonly ask: 'job-car'; readonly job: number; readonly car: number | TypedCar }
  | { readonly ask: 'job-box'; readonly job: number; readonly product: number }
  | { readonly ask: 'job-group'; readonly job: number; readonly group: number | string }
  | { readonly ask: 'job-verify'; readonly job: number; readonly user: number; readonly minutes: number }
  | { readonly ask: 'job-saw'; readonly job: number; readonly what: 'opened' | 'closed' }
  | { readonly ask: 'job-remove'; readonly job: number }
  | { readonly ask: 'job-finish'; readonly job: number }
  | LeavingOrder
  | ReviewingOrder
  | { readonly ask: 'create-car'; readonly car: TypedCar }
  | { readonly ask: 'update-car'; readonly car: number; readonly patch: Readonly<Record<string, string>> }
  | { readonly ask: 'install'; readonly car: number; readonly product: number }
  | { readonly ask: 'uninstall'; readonly product: number }
  | {
      readonly ask: 'create-access';
      readonly car: number;
      readonly user: number;
      readonly startDay: number;
      readonly days: number | null;
    }
  | { readonly ask: 'change-access'; readonly access: number | 'own'; readonly endDay: number | null }
  | { readonly ask: 'end-access'; readonly access: number | 'own' }
  | { readonly ask: 'create-group'; readonly name: string }
  | { readonly ask: 'rename-group'; readonly group: number; readonly name: string }
  | { readonly ask: 'delete-group'; readonly group: number }
  | { readonly ask: 'add-car'; readonly group: number; readonly car: number }
  | { readonly ask: 'add-user'; readonly group: number; readonly user: number }
  | { readonly ask: 'add-product'; readonly group: number; readonly product: number }
  | { readonly ask: 'remove-service'; readonly group: number; readonly service: number }
  | { readonly ask: 'remove-user'; readonly user: number }
  | {
      readonly ask: 'event';
      readonly car: number;
      readonly user: number;
      readonly type: 'CarOpened' | 'CarClosed';
      readonly minutesAgo: number;
    }
  | { readonly ask: 'cancel-one' }
  | { readonly ask: 'try-now' };

/** When, in seconds from the beginning, and what. */
export interface Item {
  readonly at: number;
  readonly order: Order;
  /** The laptop it is asked for at, counted from 0; the first when left out. */
  readonly laptop?: number;
}

/** The counters of the plan of one laptop. */
interface Taken {
  readonly laptop: number;
  cars: number;
}

/** So many plates, times and names each laptop has for itself: no two laptops ask for the very same new thing. */
const OWN = 50;

/** The work of one run: jobs step by step, edits of every kind, second thoughts, at each laptop; photos and reviews of the jobs. */
export function drawPlan(random: Random, laptops = 1): readonly Item[] {
  const plans = Array.from({ length: laptops }, (_, laptop) =>
    drawWork(random, laptop).map((item) => ({ ...item, laptop })),
  );
  const work = plans.flat();
  return [...work, ...reviewingOrders(random, work, laptops)].sort((left, right) => left.at - right.at);
}

function drawWork(random: Random, laptop: number): readonly Item[] {
  const items: Item[] = [];
  const spanSeconds = random.pick([30, 120, 400]);
  const moment = () => random.integer(0, spanSeconds);
  const taken: Taken = { laptop, cars: 0 };
  const jobs = random.integer(0, 2);
  for (let job = 0; job < jobs; job += 1) items.push(...jobOrders(random, job, moment(), taken));
  const edits = random.integer(jobs === 0 ? 2 : 0, 9);
  for (let index = 0; index < edits; index += 1) {
    items.push({ at: moment(), order: editOrder(random, index, taken) });
  }
  if (random.chance(0.2)) items.push(...twins(random, moment(), taken));
  if (random.chance(0.3)) items.push({ at: moment(), order: { ask: 'cancel-one' } });
  if (random.chance(0.3)) items.push({ at: moment(), order: { ask: 'try-now' } });
  if (random.chance(0.15)) items.push(...leavingOrders(random, jobs, moment()));
  return items;
}

function newCar(random: Random, taken: Taken): TypedCar {
  taken.cars += 1;
  const plate = `K HO ${100 + taken.cars + OWN * taken.laptop}`;
  // One in five looks just like a car that is there: that one is not ours to adopt.
  if (random.chance(0.2))
    return looksLike(random.pick(cars.filter((_, index) => index % 3 === taken.laptop)));
  return { name: plate, licensePlate: plate, vin: '', brand: 'Ford', model: 'Transit' };
}

/** As a car of the fleet is kept. */
export function looksLike(car: number): TypedCar {
  return {
    name: `Van ${car}`,
    licensePlate: plateOf(car),
    vin: '',
    brand: 'Ford',
    model: 'Transit',
  };
}

/** The same new car asked for twice: two cars are wanted, and each order must get its own. */
function twins(random: Random, at: number, taken: Taken): readonly Item[] {
  const car = newCar(random, taken);
  const order: Order = { ask: 'create-car', car };
  return [
    { at, order },
    { at: at + random.integer(0, 60), order },
  ];
}

function jobOrders(random: Random, job: number, from: number, taken: Taken): readonly Item[] {
  const orders: Order[] = [{ ask: 'start-job', job }];
  orders.push({
    ask: 'job-car',
    job,
    car: random.chance(0.5) ? newCar(random, taken) : random.pick(cars),
  });
  if (random.chance(0.8)) orders.push({ ask: 'job-box', job, product: box(random) });
  if (random.chance(0.2)) orders.push({ ask: 'job-box', job, product: box(random) });
  if (random.chance(0.6)) {
    const group = random.chance(0.5) ? random.pick(groups) : `Bay ${random.integer(1, 3)}`;
    orders.push({ ask: 'job-group', job, group });
  }
  if (random.chance(0.8)) {
    orders.push({ ask: 'job-verify', job, user: random.pick(users), minutes: 10 + job + 10 * taken.laptop });
    if (random.chance(0.6)) orders.push({ ask: 'job-saw', job, what: 'opened' });
    if (random.chance(0.6)) orders.push({ ask: 'job-saw', job, what: 'closed' });
    if (random.chance(0.8)) orders.push({ ask: 'job-remove', job });
  }
  orders.push({ ask: 'job-finish', job });
  const pace = random.pick([1, 10, 60]);
  let at = from;
  return orders.map((order) => {
    at += random.integer(0, pace);
    return { at, order };
  });
}

function box(random: Random): number {
  return random.pick([...freeBoxes, ...freeBoxes, boxWithoutService, installedBox]);
}

function editOrder(random: Random, place: number, taken: Taken): Order {
  const index = place + OWN * taken.laptop;
  const car = random.pick(cars);
  const user = random.pick(users);
  const group = random.pick(groups);
  const access = random.pick([...accesses, looseAccess, 'own', 'own'] as const);
  const draw: readonly (() => Order)[] = [
    () => ({ ask: 'create-car', car: newCar(random, taken) }),
    () => ({ ask: 'update-car', car, patch: patch(random, index) }),
    () => ({ ask: 'update-car', car, patch: patch(random, index) }),
    () => ({ ask: 'install', car, product: random.chance(0.2) ? freeIq : box(random) }),
    () => ({ ask: 'uninstall', product: installedBox }),
    () => ({
      ask: 'create-access',
      car: random.chance(0.3) ? carWithBox : car,
      user,
      startDay: index,
      days: random.chance(0.2) ? null : random.integer(1, 30),
    }),
    () => ({ ask: 'change-access', access, endDay: random.chance(0.2) ? null : 400 + index }),
    () => ({ ask: 'change-access', access, endDay: 400 + index }),
    () => ({ ask: 'end-access', access }),
    () => ({ ask: 'create-group', name: `Bay ${random.integer(1, 3)}` }),
    () => ({ ask: 'rename-group', group, name: `Renamed ${index}` }),
    () => ({ ask: 'delete-group', group }),
    () => ({ ask: 'add-car', group, car }),
    () => ({ ask: 'add-user', group, user }),
    () => ({ ask: 'add-product', group, product: random.pick(freeBoxes) }),
    () => ({ ask: 'remove-service', group, service: serviceInGroup }),
    () => ({ ask: 'remove-user', user: users[3] }),
    () => ({
      ask: 'event',
      car,
      user,
      type: random.chance(0.5) ? 'CarOpened' : 'CarClosed',
      minutesAgo: index,
    }),
  ];
  return random.pick(draw)();
}

function patch(random: Random, index: number): Readonly<Record<string, string>> {
  const fields = ['name', 'description', 'brand', 'model'].filter(() => random.chance(0.5));
  const chosen = fields.length > 0 ? fields : ['name'];
  return Object.fromEntries(chosen.map((field) => [field, `${field} ${index}`]));
}
