import { z } from 'zod';
import {
  type DirectoryCar,
  type DirectoryGroup,
  type DirectoryProductView,
  type DirectoryService,
  type DirectoryUser,
  directoryCar,
  type DirectoryCarDetails,
} from '../../shared/domain/directory.ts';
import { foldForSearch, foldSerial } from '../../shared/domain/serial.ts';
import type { CarId, ServiceId, ProductId } from '../../shared/ids.ts';
import type { Service } from '../../shared/operator/resources.ts';
import type { Sqlite } from '../db/open.ts';
import { searchGroupRows, searchUserRows } from '../db/tables/directory/groups-and-users.ts';
import { readPartTime } from '../db/tables/directory/passes.ts';
import {
  searchProductRows,
  searchServiceRows,
  readProduct,
  type ServiceRow,
  activeServiceRow,
  someServiceHidesItsProduct,
} from '../db/tables/directory/products.ts';
import { readCar, readCarResource, readFirstSeen } from '../db/tables/directory/cars.ts';
import { searchCarRows } from './car-search.ts';
import { productFromRow, type AsOf, type DirectoryProduct, type ProductService } from './rows.ts';

/* The local directory as screens show it, from the rows of directory.db. */

/** A page of a search. */
interface SearchPage {
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
}

/** All local rows in pages, filtered by the search text of the page. */
export interface DirectoryLists {
  readonly listCars: (page: SearchPage) => AsOf<DirectoryCar>;
  readonly listUsers: (page: SearchPage) => AsOf<DirectoryUser>;
  readonly listGroups: (page: SearchPage) => AsOf<DirectoryGroup>;
  readonly listProducts: (page: SearchPage) => AsOf<DirectoryProductView>;
  readonly listServices: (page: SearchPage) => AsOf<DirectoryService>;
}

/** The lists over an open directory.db. */
export function createLists(sqlite: Sqlite): DirectoryLists {
  const words = (text: string) => ({ folded: foldSerial(text), typed: text.trim().toLowerCase() });
  return {
    listCars: ({ text, limit, offset }) => ({
      rows: [...searchCarRows(sqlite, text, limit, offset)],
      asOf: readPartTime(sqlite, 'cars'),
    }),
    listUsers: ({ text, limit, offset }) => ({
      rows: [...searchUserRows(sqlite, foldForSearch(text), limit, offset)],
      asOf: readPartTime(sqlite, 'users'),
    }),
    listGroups: ({ text, limit, offset }) => ({
      rows: [...searchGroupRows(sqlite, foldForSearch(text), limit, offset)],
      asOf: readPartTime(sqlite, 'groups'),
    }),
    listProducts: ({ text, limit, offset }) => ({
      rows: searchProductRows(sqlite, words(text), limit, offset).map((row) =>
        productView(sqlite, productFromRow(row)),
      ),
      asOf: readPartTime(sqlite, 'products'),
    }),
    listServices: ({ text, limit, offset }) => ({
      rows: searchServiceRows(sqlite, words(text), limit, offset).map((row) => serviceFromRow(sqlite, row)),
      asOf: readPartTime(sqlite, 'services'),
    }),
  };
}

/** The fields that a car's page names, besides those of the list. */
const reported = z.object({ description: z.string().nullable().catch(null) });
const named = new Set([...Object.keys(directoryCar.shape), ...Object.keys(reported.shape)]);
const resource = z.record(z.string(), z.unknown());

/** A car with all that the operator reports of it; undefined = not kept here. */
export function carDetails(sqlite: Sqlite, id: CarId): DirectoryCarDetails | undefined {
  const car = readCar(sqlite, id);
  if (car === undefined) return undefined;
  const kept = resource.parse(JSON.parse(readCarResource(sqlite, id) ?? '{}'));
  const others = Object.entries(kept).flatMap(([field, value]) => {
    const text = asText(value);
    return named.has(field) || text === null ? [] : [[field, text] as const];
  });
  // A row created by this laptop after the last sync dates from when it was first seen.
  const asOf = Math.max(readPartTime(sqlite, 'cars') ?? 0, readFirstSeen(sqlite, id) ?? 0);
  return { ...car, ...reported.parse(kept), otherFields: Object.fromEntries(others), asOf };
}

/** The value of a field that the spec does not name, as text; null = it is empty. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A product with its car and its service, as far as known. */
export function productView(sqlite: Sqlite, product: DirectoryProduct): DirectoryProductView {
  const { id, serialNumber, uniqueId, sapNumber, type, family, car } = product;
  const service = knownServiceOf(sqlite, id);
  return {
    id,
    serialNumber,
    uniqueId,
    sapNumber,
    type,
    family,
    car: car.known
      ? { known: true, carId: car.id, car: (car.id === null ? null : readCar(sqlite, car.id)) ?? null }
      : { known: false },
    service: service.state,
    serviceName: service.state === 'active' ? service.name : null,
  };
}

const ending = z.looseObject({
  terminationDate: z.number().int().nullable().catch(null),
  terminationCause: z.string().nullable().catch(null),
});

/** A kept service. */
export function serviceFromRow(sqlite: Sqlite, row: ServiceRow): DirectoryService {
  const { terminationDate, terminationCause } = ending.parse(JSON.parse(row.resource));
  return serviceView(sqlite, {
    id: row.id,
    name: row.name,
    productId: row.product_id,
    isTerminated: row.is_terminated === 1,
    terminationDate,
    terminationCause,
  });
}

/** A service with the serial number of its product, where that is known here. */
export function serviceView(
  sqlite: Sqlite,
  service: Pick<Service, 'name' | 'productId' | 'isTerminated' | 'terminationDate' | 'terminationCause'> & {
    readonly id: ServiceId;
  },
): DirectoryService {
  const { id, name, productId, isTerminated, terminationDate, terminationCause } = service;
  const product = typeof productId === 'number' ? readProduct(sqlite, productId) : undefined;
  return {
    id,
    name,
    isTerminated,
    terminationDate,
    terminationCause,
    product: product === undefined ? null : { id: product.id, serialNumber: product.serial_number },
  };
}

/**
 * The known service of a product. "None" only when all services were read and every active one named its product. Some
 * environments omit the product in the list, so absence proves nothing there.
 */
export function knownServiceOf(sqlite: Sqlite, product: ProductId): ProductService {
  const active = activeServiceRow(sqlite, product);
  if (active !== undefined) {
    return {
      state: 'active',
      id: active.id,
      name: active.name,
      asOf: active.product_reported_at ?? active.read_at,
    };
  }
  const asOf = readPartTime(sqlite, 'services');
  if (asOf === null || someServiceHidesItsProduct(sqlite)) return { state: 'unknown' };
  return { state: 'none', asOf };
}
