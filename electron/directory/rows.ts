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
import { type Instant, instant } from '../../shared/time.ts';
import {
  type GroupRow,
  type UserRow,
  deleteGroup,
  groupIds,
  upsertGroups,
  deleteUser,
  upsertUsers,
  userIds,
} from '../db/tables/directory/groups-and-users.ts';
import {
  type ProductRow,
  type ServiceRow,
  deleteProduct,
  productIds,
  upsertProducts,
  deleteService,
  serviceIds,
  upsertServices,
} from '../db/tables/directory/products.ts';
import {
  type CarId,
  type GroupId,
  type ProductId,
  type ServiceId,
  type UserId,
  assignmentId,
  userId,
} from '../../shared/ids.ts';
import { type CarRow, carIds, deleteCar, upsertCars } from '../db/tables/directory/cars.ts';
import type { KeyRow } from '../db/tables/directory/keys.ts';
import type { Sqlite, WriteContext } from '../db/open.ts';

/*
 * The answers of the directory, the conversion between the operator's resources and the rows of directory.db, and the
 * folded fields of the search.
 */

/** A list with the time it was read from the operator completely; null = never. */
export interface AsOf<Row> {
  readonly rows: Row[];
  readonly asOf: Instant | null;
}

/** A product of the local directory. */
export interface DirectoryProduct {
  readonly id: ProductId;
  readonly serialNumber: string;
  readonly uniqueId: string;
  readonly sapNumber: string | null;
  readonly type: string;
  readonly family: 'box' | 'iq' | 'other';
  /**
   * The car that it is in (`id` null = none), and when that was read. In some environments, lists never name the car.
   */
  readonly car:
    { readonly known: false } | { readonly known: true; readonly id: CarId | null; readonly asOf: Instant };
  readonly asOf: Instant;
}

/** The known service of a product; `unknown` must never be shown as "has none". */
export type ProductService =
  | { readonly state: 'active'; readonly id: ServiceId; readonly name: string | null; readonly asOf: Instant }
  | { readonly state: 'none'; readonly asOf: Instant }
  | { readonly state: 'unknown' };

/**
 * An access of a car as it was read. `lifetime` and `renewableAfter` are in seconds; null = the operator did not
 * report them.
 */
export const keptAccess = z.object({
  id: assignmentId,
  userId: userId.nullish().transform((id) => id ?? null),
  start: instant,
  end: instant.nullable(),
  lifetime: z
    .number()
    .nullish()
    .transform((seconds) => seconds ?? null),
  renewableAfter: z
    .number()
    .nullish()
    .transform((seconds) => seconds ?? null),
});
export type KeptAccess = z.infer<typeof keptAccess>;

/** The row of a car; `at` is used only for a car that was never seen before. */
function carRow(car: Car, at: Instant): CarRow {
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

function groupRow(group: Group): GroupRow {
  return {
    id: group.id,
    name: group.name,
    folded: foldForSearch(group.name),
    resource: JSON.stringify(group),
  };
}

/** The row of a user; the name is first and last name, else the address, else "User 12". */
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

function serviceRow(service: Service, at: Instant): ServiceRow {
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

/** A key as it is stored, under the brand that was requested, because lookups use that name. */
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

/** Which field a prefix came from, in the order prefix hits are shown. */
export const prefixField = { licensePlate: 0, vin: 1, name: 2, brandOrModel: 3 } as const;
type PrefixField = (typeof prefixField)[keyof typeof prefixField];

/** One place in a car's texts where a typed beginning may match. */
interface CarPrefix {
  readonly field: PrefixField;
  readonly folded: string;
}

/** Upper bounds of indexed text: a name of 10,000 characters must not make an index row of that size. */
const LONGEST_PREFIX = 64;
const LONGEST_SEARCH_TEXT = 400;
const MOST_WORDS = 8;

/** The normalised column of the trigram index: every searchable field, folded, with a space between fields. */
function carSearchText(car: Car): string {
  return [car.licensePlate, car.vin, car.name, car.brand, car.model]
    .map((text) => foldForSearch(text ?? ''))
    .filter((folded) => folded !== '')
    .join(' ')
    .slice(0, LONGEST_SEARCH_TEXT);
}

/** Beginnings for one and two typed characters, which trigrams cannot answer; also exact VIN and plate lookups. */
function carPrefixes(car: Car): readonly CarPrefix[] {
  return [
    ...beginnings(prefixField.licensePlate, car.licensePlate),
    ...beginnings(prefixField.vin, car.vin),
    ...beginnings(prefixField.name, car.name),
    ...beginnings(prefixField.brandOrModel, car.brand),
    ...beginnings(prefixField.brandOrModel, car.model),
  ];
}

/** The folded text from its start and from each later word: "M-AB 12" begins with MAB12, AB12 and 12. */
function beginnings(field: PrefixField, text: string | null): readonly CarPrefix[] {
  const words = (text ?? '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldForSearch)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  return words.map((_, index) => ({
    field,
    folded: words.slice(index).join('').slice(0, LONGEST_PREFIX),
  }));
}

/** Folds a typed VIN or plate for a lookup in the prefix index. */
export function foldForPrefix(text: string): string {
  return foldForSearch(text).slice(0, LONGEST_PREFIX);
}

/** "CAN" in capitals as a word of its own; not the beginning of a name such as Canyon, nor the verb. */
const CAN = /(?<!\p{L})CAN(?!\p{L})/u;
const CAN_BUS = /(?<!\p{L})CAN[\s_-]?bus/iu;
const IOX = /(?<!\p{L})IOX/iu;
const KEYBOX = /key[\s_-]?box/iu;
/** Not descriptions: an opaque address, an article number, and makers such as Can-Am. */
const notDescribing = new Set(['brand', 'boxSapNumber', 'imageUrl']);

/**
 * Whether a catalogue entry is a CAN or IOX-Keybox variant, outside the standard Bluetooth scope (spec part 2, Key).
 * The spec names no field for it, so every describing text of the entry counts.
 */
export function isOutsideScope(key: Key): boolean {
  return [...describingTexts(key), ...describingTexts(key.keyForm)].some(
    (text) => CAN.test(text) || CAN_BUS.test(text) || IOX.test(text) || KEYBOX.test(text),
  );
}

function describingTexts(object: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'string' && !notDescribing.has(name) ? [value] : [],
  );
}

/** The numeric fields the spec does not name (it hides one of them), by name; those of the key form as `keyForm.NAME`. */
export function otherNumbers(key: Key): Readonly<Record<string, number>> {
  return Object.fromEntries([
    ...numbers(key, '').filter(([name]) => name !== 'id'),
    ...numbers(key.keyForm, 'keyForm.'),
  ]);
}

/** Fields that are shown elsewhere, or are meaningless to a person. */
const named = new Set(['id', 'brand', 'boxName', 'boxSapNumber', 'keyForm']);

/** The fields the spec does not name, as text, by name. Several entries of one key form differ by these (spec part 2, Key). */
export function otherFields(key: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(key).flatMap(([name, value]): [string, string][] =>
      !named.has(name) &&
      (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        ? [[name, String(value)]]
        : [],
    ),
  );
}

function numbers(object: Readonly<Record<string, unknown>>, prefix: string): readonly [string, number][] {
  return Object.entries(object).flatMap(([name, value]): [string, number][] =>
    typeof value === 'number' ? [[`${prefix}${name}`, value]] : [],
  );
}

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
