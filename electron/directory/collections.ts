import type { CarId, GroupId, ProductId, ServiceId, UserId } from '../../shared/ids.ts';
import type { Car, Group, Product, Service, User } from '../../shared/operator/resources.ts';
import type { Instant } from '../../shared/time.ts';
import type { Sqlite, WriteContext } from '../db/open.ts';
import { carIds, deleteCar, upsertCars } from '../db/tables/directory/cars.ts';
import {
  deleteGroup,
  groupIds,
  upsertGroups,
  deleteUser,
  upsertUsers,
  userIds,
} from '../db/tables/directory/groups-and-users.ts';
import {
  deleteProduct,
  productIds,
  upsertProducts,
  deleteService,
  serviceIds,
  upsertServices,
} from '../db/tables/directory/products.ts';
import { carPrefixes, carRow, groupRow, productRow, serviceRow, userRow } from './rows.ts';

/** How one kind of resource is kept; what a sync and the `record…` calls share. */
export interface Collection<Id extends number, Resource extends { readonly id: Id }> {
  readonly ids: (sqlite: Sqlite) => readonly Id[];
  /** Returns the number of changed rows; 0 when no displayed value has changed. */
  readonly store: (context: WriteContext, resources: readonly Resource[], at: Instant) => number;
  readonly remove: (context: WriteContext, id: Id) => void;
}

export const cars: Collection<CarId, Car> = {
  ids: carIds,
  store: (context, resources, at) =>
    upsertCars(
      context,
      resources.map((car) => ({ row: carRow(car, at), prefixes: carPrefixes(car) })),
    ),
  remove: deleteCar,
};

export const groups: Collection<GroupId, Group> = {
  ids: groupIds,
  store: (context, resources) => upsertGroups(context, resources.map(groupRow)),
  remove: deleteGroup,
};

export const users: Collection<UserId, User> = {
  ids: userIds,
  store: (context, resources) => upsertUsers(context, resources.map(userRow)),
  remove: deleteUser,
};

export const products: Collection<ProductId, Product> = {
  ids: productIds,
  store: (context, resources, at) =>
    upsertProducts(
      context,
      resources.map((product) => productRow(product, at)),
    ),
  remove: deleteProduct,
};

export const services: Collection<ServiceId, Service> = {
  ids: serviceIds,
  store: (context, resources, at) =>
    upsertServices(
      context,
      resources.map((service) => serviceRow(service, at)),
    ),
  remove: deleteService,
};
