import { z } from 'zod';
import {
  directoryCar,
  type DirectoryCarDetails,
  type DirectoryProductView,
  type DirectoryService,
} from '../../shared/domain/directory.ts';
import type { CarId, ServiceId } from '../../shared/ids.ts';
import type { Service } from '../../shared/operator/resources.ts';
import type { Sqlite } from '../db/open.ts';
import { readCar, readCarResource, readFirstSeen } from '../db/tables/directory/cars.ts';
import { readPartTime } from '../db/tables/directory/passes.ts';
import { readProduct, type ServiceRow } from '../db/tables/directory/products.ts';
import type { DirectoryProduct } from './answers.ts';
import { knownServiceOf } from './service-of-product.ts';

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
  // One that we made ourselves after the last sync is as young as its first sight.
  const asOf = Math.max(readPartTime(sqlite, 'cars') ?? 0, readFirstSeen(sqlite, id) ?? 0);
  return { ...car, ...reported.parse(kept), otherFields: Object.fromEntries(others), asOf };
}

/** A field the spec does not name, as it can be shown; null = it says nothing. */
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
