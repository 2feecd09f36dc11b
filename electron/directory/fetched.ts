import type { Car, Group, Product, Service, User } from '../../shared/operator/resources.ts';
import type { Instant } from '../../shared/time.ts';
import type { CollectedPart } from '../db/tables/directory/passes.ts';
import type { DirectoryWrite } from './writes.ts';

/** The reading of a whole part that rows belong to, and its position after them; null = none. */
export type InReading = (DirectoryWrite & { readonly write: CollectedPart })['reading'];

/** One kind of fetched rows as a request to the thread. */
export interface Fetched<Resource> {
  readonly part: CollectedPart;
  readonly rows: (rows: readonly Resource[], at: Instant, reading: InReading) => DirectoryWrite;
}

/** @param request adds the name of the request, by which the compiler knows the type of its rows. */
const fetched = <Resource>(
  part: CollectedPart,
  request: (given: { rows: Resource[]; at: Instant; reading: InReading }) => DirectoryWrite,
): Fetched<Resource> => ({ part, rows: (rows, at, reading) => request({ rows: [...rows], at, reading }) });

export const fetchedGroups = fetched<Group>('groups', (given) => ({ write: 'groups', ...given }));
export const fetchedUsers = fetched<User>('users', (given) => ({ write: 'users', ...given }));
export const fetchedProducts = fetched<Product>('products', (given) => ({ write: 'products', ...given }));
export const fetchedServices = fetched<Service>('services', (given) => ({ write: 'services', ...given }));
export const fetchedCars = fetched<Car>('cars', (given) => ({ write: 'cars', ...given }));
