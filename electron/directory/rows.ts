import { z } from 'zod';
import type { DirectoryKey } from '../../shared/domain/directory.ts';
import { foldForSearch, foldSerial } from '../../shared/domain/serial.ts';
import {
  productFamily,
  type Car,
  type Group,
  type Key,
  type Product,
  type Service,
  type User,
} from '../../shared/operator/resources.ts';
import type { Instant } from '../../shared/time.ts';
import type { CarRow } from '../db/tables/directory/cars.ts';
import type { GroupRow } from '../db/tables/directory/groups.ts';
import type { KeyRow } from '../db/tables/directory/keys.ts';
import type { ProductRow, ServiceRow } from '../db/tables/directory/products.ts';
import type { UserRow } from '../db/tables/directory/users.ts';
import { carSearchText } from './car-index.ts';
import { isOutsideScope, otherFields, otherNumbers } from './key-scope.ts';
import type { DirectoryProduct } from './answers.ts';

/** A car as it is kept; `at` counts only when it was never seen before. */
export function carRow(car: Car, at: Instant): CarRow {
  return {
    id: car.id,
    name: car.name,
    license_plate: car.licensePlate,
    vin: car.vin,
    brand: car.brand,
    model: car.model,
    search_text: carSearchText(car),
    first_seen_at: at,
    resource: JSON.stringify(car),
  };
}

export function groupRow(group: Group): GroupRow {
  return {
    id: group.id,
    name: group.name,
    folded: foldForSearch(group.name),
    resource: JSON.stringify(group),
  };
}

/** A user as it is kept; the name is first and last name, else the address, else "User 12". */
export function userRow(user: User): UserRow {
  const { firstName, lastName } = user.userData;
  const fullName = [firstName, lastName].filter((part) => part !== null).join(' ');
  const name = [fullName, user.emailAddress ?? ''].find((text) => text !== '') ?? `User ${user.id}`;
  return {
    id: user.id,
    name,
    email_address: user.emailAddress,
    folded: `${foldForSearch(name)} ${foldForSearch(user.emailAddress ?? '')}`,
    resource: JSON.stringify(user),
  };
}

export function productRow(product: Product, at: Instant): ProductRow {
  return {
    id: product.id,
    serial_number: product.serialNumber,
    serial_folded: foldSerial(product.serialNumber),
    unique_id: product.uniqueId,
    unique_id_folded: foldSerial(product.uniqueId),
    sap_number: product.sapNumber,
    type: product.type,
    car_id: product.carId ?? null,
    car_reported_at: product.carId === undefined ? null : at,
    read_at: at,
    resource: JSON.stringify(product),
  };
}

/** The data of a kept product; a car that was never read stays unknown. */
export function productFromRow(row: ProductRow): DirectoryProduct {
  return {
    id: row.id,
    serialNumber: row.serial_number,
    uniqueId: row.unique_id,
    sapNumber: row.sap_number,
    type: row.type,
    family: productFamily(row.type),
    car:
      row.car_reported_at === null
        ? { known: false }
        : { known: true, id: row.car_id, asOf: row.car_reported_at },
    asOf: row.read_at,
  };
}

export function serviceRow(service: Service, at: Instant): ServiceRow {
  // A terminated service belongs to no product, whether or not the list says so (spec part 2, Service).
  const reported = service.isTerminated || service.productId !== undefined;
  return {
    id: service.id,
    name: service.name,
    product_id: service.isTerminated ? null : (service.productId ?? null),
    product_reported_at: reported ? at : null,
    is_terminated: service.isTerminated ? 1 : 0,
    read_at: at,
    resource: JSON.stringify(service),
  };
}

/** A key as it is kept, under the brand it was asked for with: that is the name it is looked up by again. */
export function keyRow(brand: string, key: Key): KeyRow {
  return {
    brand,
    id: key.id,
    key_form_name: key.keyForm.name,
    picture_url: key.keyForm.imageUrl,
    box_name: key.boxName,
    box_sap_number: key.boxSapNumber,
    outside_scope: isOutsideScope(key) ? 1 : 0,
    other_numbers: JSON.stringify(otherNumbers(key)),
    resource: JSON.stringify(key),
  };
}

const fields = z.record(z.string(), z.unknown());
const numbersByName = z.record(z.string(), z.number());

export function keyFromRow(row: KeyRow): DirectoryKey {
  return {
    id: row.id,
    brand: row.brand,
    keyFormName: row.key_form_name,
    pictureUrl: row.picture_url,
    boxName: row.box_name,
    boxSapNumber: row.box_sap_number,
    outsideScope: row.outside_scope === 1,
    otherNumbers: numbersByName.parse(JSON.parse(row.other_numbers)),
    otherFields: otherFields(fields.parse(JSON.parse(row.resource))),
  };
}
