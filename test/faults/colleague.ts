import type { Assignment } from '../operator/model.ts';
import type { Random } from '../operator/random.ts';
import type { OperatorState } from '../operator/state.ts';
import { DAY } from '../../shared/time.ts';
import { cars, customer, freeBoxes, groups, serviceInGroup, users } from './fleet.ts';

/** One change by a colleague, as a line of the trace and as it is done. */
export interface Deed {
  readonly words: string;
  readonly change: (state: OperatorState) => void;
}

/** The plates of the cars that the plans create: a colleague may have created the same car, spelt otherwise. */
const firstPlate = 101;
const spring = Date.UTC(2026, 2, 1);

/** The changes of a colleague in the operator's portal: the same things that the laptops change. */
export function drawDeed(random: Random, state: OperatorState): Deed {
  const car = random.pick(cars);
  const group = random.pick(groups);
  const user = random.pick(users);
  const product = random.pick(freeBoxes);
  const given: readonly Assignment[] = [...state.assignments.values()];
  const deeds: readonly (() => Deed)[] = [
    () => {
      const field = random.pick(['name', 'description', 'brand', 'model'] as const);
      const value = `${field} by a colleague ${random.integer(1, 9)}`;
      return {
        words: `car ${car}: ${field} = ${value}`,
        change: ({ cars: all }) => {
          const found = all.get(car);
          if (found !== undefined) found[field] = value;
        },
      };
    },
    () => {
      const end = new Date(spring + (800 + random.integer(0, 90)) * DAY).toISOString();
      const access = given.length === 0 ? undefined : random.pick(given);
      return {
        words: `access ${access?.id ?? '-'}: end = ${end}`,
        change: () => {
          if (access !== undefined && access.start < end) access.end = end;
        },
      };
    },
    () => {
      const access = given.length === 0 ? undefined : random.pick(given);
      return {
        words: `access ${access?.id ?? '-'} is ended`,
        change: ({ assignments }) => {
          if (access !== undefined) assignments.delete(access.id);
        },
      };
    },
    () => {
      const name = `Group of a colleague ${random.integer(1, 9)}`;
      return {
        words: `group ${group}: name = ${name}`,
        change: (all) => {
          const found = all.groups.get(group);
          if (found !== undefined) found.name = name;
        },
      };
    },
    () => ({ words: `group ${group} is deleted`, change: (all) => void all.groups.delete(group) }),
    () => ({
      words: `group ${group}: members ${car}, ${user}, ${product}`,
      change: (all) => {
        all.groups.get(group)?.carIds.add(car);
        all.groups.get(group)?.userIds.add(user);
        all.groups.get(group)?.productIds.add(product);
      },
    }),
    () => ({
      words: `group ${group}: without ${car}, ${user}, ${product}, ${serviceInGroup}`,
      change: (all) => {
        all.groups.get(group)?.carIds.delete(car);
        all.groups.get(group)?.userIds.delete(user);
        all.groups.get(group)?.productIds.delete(product);
        all.groups.get(group)?.serviceIds.delete(serviceInGroup);
      },
    }),
    () => {
      const into = random.chance(0.5) ? car : null;
      return {
        words: `product ${product} is in ${into ?? 'no car'}`,
        change: (all) => {
          const found = all.products.get(product);
          if (found !== undefined) found.carId = into;
        },
      };
    },
    () => {
      const licensePlate = `K HO ${firstPlate + random.integer(0, 2)}`;
      return {
        words: `a new car ${licensePlate}`,
        change: (all) => {
          const id = all.nextId('cars');
          const about = { name: licensePlate, description: null, vin: '', licensePlate };
          all.cars.set(id, { id, customerId: customer, ...about, brand: 'FORD AG', model: 'Transit' });
        },
      };
    },
    () => {
      const start = spring + random.integer(0, 9) * DAY + 1000;
      return {
        words: `a new access to ${car} for ${user}`,
        change: (all) => {
          const id = all.nextId('assignments');
          const times = { start: new Date(start).toISOString(), end: new Date(start + DAY).toISOString() };
          const about = {
            customerId: customer,
            carId: car,
            userId: user,
            lifetime: null,
            renewableAfter: null,
          };
          all.assignments.set(id, { id, ...about, ...times });
        },
      };
    },
  ];
  return random.pick(deeds)();
}
