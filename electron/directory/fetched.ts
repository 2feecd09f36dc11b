import type { Car, Group, Product, Service, User } from '../../shared/operator/resources.ts';
import type { Instant } from '../../shared/time.ts';
import type { DirectoryWrite } from './writes.ts';

/** One kind of fetched rows as a request to the thread; `read`: they belong to the reading of the whole part. */
export interface Fetched<Resource> {
  readonly part: 'groups' | 'users' | 'products' | 'services' | 'cars';
  readonly rows: (rows: readonly Resource[], at: Instant, read: boolean) => DirectoryWrite;
}

export const fetchedGroups: Fetched<Group> = {
  part: 'groups',
  rows: (rows, at, read) => ({ write: 'groups', rows: [...rows], at, read }),
};

export const fetchedUsers: Fetched<User> = {
  part: 'users',
  rows: (rows, at, read) => ({ write: 'users', rows: [...rows], at, read }),
};

export const fetchedProducts: Fetched<Product> = {
  part: 'products',
  rows: (rows, at, read) => ({ write: 'products', rows: [...rows], at, read }),
};

export const fetchedServices: Fetched<Service> = {
  part: 'services',
  rows: (rows, at, read) => ({ write: 'services', rows: [...rows], at, read }),
};

export const fetchedCars: Fetched<Car> = {
  part: 'cars',
  rows: (rows, at, read) => ({ write: 'cars', rows: [...rows], at, read }),
};
