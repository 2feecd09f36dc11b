import { seededRandom } from '../random.ts';
import { emptyState, type OperatorState } from '../state.ts';
import { seedAccesses, seedGroups } from './activity.ts';
import { seedCars } from './cars.ts';
import { seedKeyCatalogue } from './key-catalogue.ts';
import { notable } from './notable.ts';
import { seedNotableProducts, seedOneBox, seedProducts } from './products.ts';
import { seedUsers } from './users.ts';

/**
 * A populated fleet: the first customer with `cars` cars and everything around them, a second one with a tenth of
 * that, and the key catalogue. The same seed gives the same fleet; only dates follow `today`.
 */
export function seedFleet({ seed, cars, today }: { seed: number; cars: number; today: Date }): OperatorState {
  const random = seededRandom(seed);
  const state = emptyState();
  seedKeyCatalogue(state, random);

  const north = { state, random, customerId: notable.customerId, today };
  state.customers.set(north.customerId, { id: north.customerId, name: 'Fleet North' });
  const northCars = seedCars(state, random, north.customerId, cars, true);
  const northUsers = seedUsers(state, random, north.customerId, 60, true);
  seedNotableProducts(north, northCars);
  seedProducts(north, northCars, 1_240_000);
  seedGroups(north, northCars, northUsers, 12);
  seedAccesses(north, northUsers, Math.round(cars / 5), today);

  const south = { state, random, customerId: notable.otherCustomerId, today };
  state.customers.set(south.customerId, { id: south.customerId, name: 'Fleet South' });
  const southCars = seedCars(state, random, south.customerId, Math.ceil(cars / 10), false);
  const southUsers = seedUsers(state, random, south.customerId, 8, false);
  seedOneBox(south, notable.boxes.ofOtherCustomer);
  seedProducts(south, southCars, 1_300_000);
  seedGroups(south, southCars, southUsers, 3);
  seedAccesses(south, southUsers, Math.ceil(cars / 50), today);
  return state;
}
