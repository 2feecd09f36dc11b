import { z } from 'zod';
import { notable } from '../seed/notable.ts';
import type { OperatorState } from '../state.ts';
import type { ControlledParts } from './controlled-parts.ts';

/** The collections that can be looked at in full. */
export const collections = z.enum([
  'customers',
  'cars',
  'users',
  'assignments',
  'groups',
  'products',
  'services',
  'events',
  'keys',
  'keyForms',
]);

/** Every row of a collection as the simulator stores it, of all customers; sets become arrays. */
export function collectionRows(state: OperatorState, collection: z.output<typeof collections>): object[] {
  return [...state[collection].values()].map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value instanceof Set ? [...value] : value]),
    ),
  );
}

/** Counts, and what is worth knowing of the seeded fleet. */
export function stateSummary({ environment, state, settings, violations, journal }: ControlledParts): object {
  return {
    environment,
    customers: [...state.customers.values()],
    counts: Object.fromEntries(collections.options.map((name) => [name, state[name].size])),
    webhookUrl: settings.webhookUrl,
    requests: journal.entries.length,
    violations: violations.all.length,
    notable,
  };
}

/** Puts a product into a car (or takes it out) behind everybody's back. Returns what was not found, or null. */
export function placeProduct(
  state: OperatorState,
  serialNumber: string,
  carId: number | null,
): string | null {
  const product = [...state.products.values()].find((known) => known.serialNumber === serialNumber);
  if (product === undefined) return `No product has the serial number ${serialNumber}.`;
  if (carId !== null && !state.cars.has(carId)) return `No car has the id ${carId}.`;
  product.carId = carId;
  return null;
}
