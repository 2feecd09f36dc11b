import type { Car, Group, Product, Service, User } from '../../shared/operator/resources.ts';
import type { Instant } from '../../shared/time.ts';
import type { DirectoryWrite } from './writes.ts';

/** One kind of fetched rows as a request to the thread; `read`: they belong to the reading of the whole part. */
export interface Fetched<Resource> {
  readonly part: 'groups' | 'users' | 'products' | 'services' | 'cars';
  readonly rows: (rows: readonly Resource[], at: Instant, read: boolean) => DirectoryWrite;
}

/** @param request adds the name of the request, by which the compiler knows the type of its rows. */
const fetched = <Resource>(
  part: Fetched<Resource>['part'],
  request: (given: { rows: Resource[]; at: Instant; read: boolean }) => DirectoryWrite,
): Fetched<Resource> => ({ part, rows: (rows, at, read) => request({ rows: [...rows], at, read }) });

export const fetchedGroups = fetched<Group>('groups', (given) => ({ write: 'groups', ...given }));
export const fetchedUsers = fetched<User>('users', (given) => ({ write: 'users', ...given }));
export const fetchedProducts = fetched<Product>('products', (given) => ({ write: 'products', ...given }));
export const fetchedServices = fetched<Service>('services', (given) => ({ write: 'services', ...given }));
export const fetchedCars = fetched<Car>('cars', (given) => ({ write: 'cars', ...given }));
