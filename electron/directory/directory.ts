import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Clock, Instant } from '../../shared/time.ts';
import type {
  CarHint,
  DirectoryCar,
  DirectoryCarDetails,
  DirectoryGroup,
  DirectoryKey,
  DirectoryProductView,
  DirectoryService,
  DirectoryUser,
} from '../../shared/domain/directory.ts';
import { foldForSearch, foldSerial, serialsOneSlipAway } from '../../shared/domain/serial.ts';
import type { CarId, GroupId, KeyId, ProductId, ServiceId, UserId } from '../../shared/ids.ts';
import type { Assignment, Car, Group, Key, Product, Service, User } from '../../shared/operator/resources.ts';
import type { Sqlite, Database, OpenOptions } from '../db/open.ts';
import { readCarAccesses, readCar, readFirstSeen } from '../db/tables/directory/cars.ts';
import { type BoxConditionRow, conditionsElsewhere } from '../db/tables/directory/mountings.ts';
import {
  groupsByFolded,
  readGroup,
  searchGroupRows,
  readUser,
  searchUserRows,
} from '../db/tables/directory/groups-and-users.ts';
import { brandNames, keysOfBrand, readBrandTime, readKey } from '../db/tables/directory/keys.ts';
import { readPartTime, type DirectoryPart, readPass } from '../db/tables/directory/passes.ts';
import {
  productsByCar,
  productsBySerialFolded,
  productsBySerialsFolded,
  productsByUniqueIdFolded,
  readProduct,
  readService,
} from '../db/tables/directory/products.ts';
import type { CarPatch } from '../operator/endpoints/cars.ts';
import { directoryMigrations } from '../db/migrations/directory.ts';
import { openRebuildable, type Rebuilt, type ThreadDatabase, writtenByThread } from '../db/rebuildable.ts';
import type { Connect } from '../base/network/network.ts';
import {
  carsWithName,
  carsWithPlate,
  carsWithVin,
  duplicateAndVinHints,
  searchCarRows,
} from './car-search.ts';
import {
  createLists,
  type DirectoryLists,
  knownServiceOf,
  carDetails,
  productView,
  serviceFromRow,
  serviceView,
} from './views.ts';
import { storedPicture, createKeyPictures, type KeyPictures, createPictureFetcher } from './key-pictures.ts';
import {
  keyFromRow,
  productFromRow,
  type AsOf,
  type DirectoryProduct,
  type KeptAccess,
  keptAccess,
  type ProductService,
} from './rows.ts';
import type { DirectoryWrite, WritesDirectory } from './writes.ts';

/** Local copies of the operator's records. Every read answers at once, also offline, with the age of the copy. */
export interface Directory extends DirectoryLists {
  /** When the part was last read completely; null = never. */
  readonly asOf: (part: DirectoryPart) => Instant | null;
  /** False when the last complete sync found that this environment does not offer the part. */
  readonly offers: (part: DirectoryPart) => boolean;

  /**
   * Searches the typed text; tolerates spaces, dashes, O/0, I/1 and one typo. Best first; an empty text lists by name.
   */
  readonly searchCars: (text: string, limit: number) => AsOf<DirectoryCar>;
  readonly car: (id: CarId) => DirectoryCar | undefined;
  readonly carDetails: (id: CarId) => DirectoryCarDetails | undefined;
  /** Cars whose whole VIN is this one after folding. */
  readonly findByVin: (vin: string) => readonly DirectoryCar[];
  /** Cars whose whole licence plate is this one after folding. */
  readonly findByPlate: (licensePlate: string) => readonly DirectoryCar[];
  /** Cars whose whole name is this one after folding. */
  readonly findByName: (name: string) => readonly DirectoryCar[];
  /** The unusual properties of a car to be created. Warns, never blocks. */
  readonly carHints: (typed: { readonly vin: string; readonly licensePlate: string }) => readonly CarHint[];
  /**
   * When this laptop first saw the car. A car seen before a create was sent is not the one it created. Null = never.
   */
  readonly carKnownSince: (id: CarId) => Instant | null;

  /**
   * The reports of other laptops about the Box of this folded serial, newest first. The reader verifies the signatures.
   */
  readonly conditionsElsewhere: (serialKey: string) => readonly BoxConditionRow[];

  readonly searchGroups: (text: string, limit: number) => AsOf<DirectoryGroup>;
  readonly group: (id: GroupId) => DirectoryGroup | undefined;
  /** The group with exactly this name, else the only one whose name differs only in case. */
  readonly groupByName: (name: string) => DirectoryGroup | undefined;

  readonly searchUsers: (text: string, limit: number) => AsOf<DirectoryUser>;
  readonly user: (id: UserId) => DirectoryUser | undefined;

  readonly brands: () => AsOf<string>;
  /** The keys of a brand of the brands list, grouped by key form. `asOf` is this brand's own. */
  readonly keys: (brand: string) => AsOf<DirectoryKey>;
  readonly key: (brand: string, id: KeyId) => DirectoryKey | undefined;
  /**
   * A stored key picture as a data URL; null when it is not stored. It may be an SVG with scripts: show it in an
   * <img> only.
   */
  readonly picture: (url: string) => string | null;

  /** Products that a scanned or typed serial may mean: by serial number, then by unique id, both folded. */
  readonly productsBySerial: (text: string) => AsOf<DirectoryProduct>;
  /** Products whose serial is one wrong or two swapped characters away from this one. */
  readonly productsNearSerial: (text: string) => readonly DirectoryProduct[];
  readonly product: (id: ProductId) => DirectoryProduct | undefined;
  /** Products last reported in the car; an empty list proves nothing where lists do not name the car. */
  readonly productsInCar: (car: CarId) => AsOf<DirectoryProduct>;
  readonly serviceOfProduct: (product: ProductId) => ProductService;
  /** A product with the names of its car and its service. */
  readonly viewProduct: (product: DirectoryProduct) => DirectoryProductView;
  readonly service: (id: ServiceId) => DirectoryService | undefined;
  /** A service, read or kept, with the serial number of its product. */
  readonly viewService: (service: Service) => DirectoryService;

  /**
   * Stores rows of a read or of our own write, in the order of the calls. A read sees them only once `written`
   * resolves.
   */
  readonly recordCar: (car: Car) => void;
  readonly recordGroup: (group: Group) => void;
  readonly recordUser: (user: User) => void;
  readonly recordProduct: (product: Product) => void;
  readonly recordService: (service: Service) => void;
  /** All keys of a brand, which is added to the brands. */
  readonly recordKeys: (brand: string, keys: readonly Key[]) => void;
  /** All accesses of a car, as they were just read. */
  readonly recordCarAccesses: (car: CarId, accesses: readonly Assignment[]) => void;
  /** The accesses of a car as they were last read here; `asOf` null = never. */
  readonly carAccesses: (car: CarId) => AsOf<KeptAccess>;
  /** Applies a confirmed change of a car; null empties a field. A car without a local copy stays unknown. */
  readonly changeCar: (id: CarId, fields: CarPatch) => void;
  /** Applies our own confirmed deletion of a group. */
  readonly evictGroup: (id: GroupId) => void;
  readonly evictUser: (id: UserId) => void;
  /** Applies our own confirmed installation or removal: the product is in this car (null = in none) from now on. */
  readonly recordProductCar: (product: ProductId, car: CarId | null) => void;
  /** Resolves when all of that is stored. Rejects once with the first failure; the copies then lack a row. */
  readonly written: () => Promise<void>;
}

/** The directory over an open directory.db. */
export function createDirectory({
  database,
  clock,
}: {
  readonly database: WritesDirectory & { readonly sqlite: Sqlite };
  readonly clock: Clock;
}): Directory {
  const { sqlite } = database;
  const asOf = (part: DirectoryPart): Instant | null => readPartTime(sqlite, part);
  let writing: Promise<unknown> = Promise.resolve();
  let lost: { readonly cause: unknown } | null = null;
  const write = (request: DirectoryWrite): void => {
    const done = database.ask(request).catch((cause: unknown) => {
      lost ??= { cause };
    });
    // The thread answers in order, so the last answer covers all earlier requests.
    writing = done;
  };
  return {
    asOf,
    offers: (part) => !(readPass(sqlite)?.notOffered ?? []).includes(part),
    ...createLists(sqlite),
    searchCars: (text, limit) => ({ rows: [...searchCarRows(sqlite, text, limit)], asOf: asOf('cars') }),
    car: (id) => readCar(sqlite, id),
    carDetails: (id) => carDetails(sqlite, id),
    findByVin: (vin) => carsWithVin(sqlite, vin),
    findByPlate: (licensePlate) => carsWithPlate(sqlite, licensePlate),
    findByName: (name) => carsWithName(sqlite, name),
    carHints: (typed) => duplicateAndVinHints(sqlite, typed),
    carKnownSince: (id) => readFirstSeen(sqlite, id),
    conditionsElsewhere: (serialKey) => conditionsElsewhere(sqlite, serialKey),

    searchGroups: (text, limit) => ({
      rows: [...searchGroupRows(sqlite, foldForSearch(text), limit)],
      asOf: asOf('groups'),
    }),
    group: (id) => readGroup(sqlite, id),
    groupByName: (name) => {
      const wanted = name.trim();
      const alike = groupsByFolded(sqlite, foldForSearch(wanted));
      const sameButCase = alike.filter((group) => group.name.toLowerCase() === wanted.toLowerCase());
      const exact = alike.find((group) => group.name === wanted);
      return exact ?? (sameButCase.length === 1 ? sameButCase[0] : undefined);
    },

    searchUsers: (text, limit) => ({
      rows: [...searchUserRows(sqlite, foldForSearch(text), limit)],
      asOf: asOf('users'),
    }),
    user: (id) => readUser(sqlite, id),

    brands: () => ({ rows: [...brandNames(sqlite)], asOf: asOf('brands') }),
    keys: (brand) => ({
      rows: keysOfBrand(sqlite, brand).map(keyFromRow),
      asOf: readBrandTime(sqlite, brand),
    }),
    key: (brand, id) => {
      const row = readKey(sqlite, brand, id);
      return row === undefined ? undefined : keyFromRow(row);
    },
    picture: (url) => storedPicture(sqlite, url),

    productsBySerial: (text) => {
      const folded = foldSerial(text);
      if (folded === '') return { rows: [], asOf: asOf('products') };
      const bySerial = productsBySerialFolded(sqlite, folded);
      const known = new Set(bySerial.map(({ id }) => id));
      const byUniqueId = productsByUniqueIdFolded(sqlite, folded).filter(({ id }) => !known.has(id));
      return { rows: [...bySerial, ...byUniqueId].map(productFromRow), asOf: asOf('products') };
    },
    productsNearSerial: (text) =>
      productsBySerialsFolded(sqlite, serialsOneSlipAway(text).map(foldSerial)).map(productFromRow),
    product: (id) => {
      const row = readProduct(sqlite, id);
      return row === undefined ? undefined : productFromRow(row);
    },
    productsInCar: (car) => ({
      rows: productsByCar(sqlite, car).map(productFromRow),
      asOf: asOf('products'),
    }),
    serviceOfProduct: (product) => knownServiceOf(sqlite, product),
    viewProduct: (product) => productView(sqlite, product),
    service: (id) => {
      const row = readService(sqlite, id);
      return row === undefined ? undefined : serviceFromRow(sqlite, row);
    },
    viewService: (service) => serviceView(sqlite, service),

    recordCar: (car) => write({ write: 'cars', rows: [car], at: clock.now(), reading: null }),
    recordGroup: (group) => write({ write: 'groups', rows: [group], at: clock.now(), reading: null }),
    recordUser: (user) => write({ write: 'users', rows: [user], at: clock.now(), reading: null }),
    recordProduct: (product) => write({ write: 'products', rows: [product], at: clock.now(), reading: null }),
    recordService: (service) => write({ write: 'services', rows: [service], at: clock.now(), reading: null }),
    recordKeys: (brand, keys) => write({ write: 'brand-keys', brand, rows: [...keys], at: clock.now() }),
    recordCarAccesses: (car, accesses) => {
      const kept: readonly KeptAccess[] = accesses.map((access) => keptAccess.parse(access));
      write({
        write: 'car-accesses',
        row: { car_id: car, accesses: JSON.stringify(kept), read_at: clock.now() },
      });
    },
    carAccesses: (car) => {
      const row = readCarAccesses(sqlite, car);
      if (row === undefined) return { rows: [], asOf: null };
      return { rows: keptAccess.array().parse(JSON.parse(row.accesses)), asOf: row.read_at };
    },
    changeCar: (id, fields) => write({ write: 'change-car', id, fields, at: clock.now() }),
    evictGroup: (id) => write({ write: 'group-gone', id }),
    evictUser: (id) => write({ write: 'user-gone', id }),
    recordProductCar: (product, car) => write({ write: 'product-car', product, car, at: clock.now() }),
    written: async () => {
      await writing;
      const failure = lost;
      lost = null;
      if (failure !== null) throw failure.cause;
    },
  };
}

/* The opening of directory.db and of the copies in it. */

/** Page cache in KiB: half of SQLite's default; searches are no slower with it. */
const CACHE_KIB = 8192;

/** directory.db: main reads it, and its thread writes it. */
export type DirectoryDatabase = ThreadDatabase<DirectoryWrite, number>;

/** The thread's file has the same extension as this one: `.ts` in development, `.js` in the build. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'directory-thread.ts' : 'directory-thread.js';

const startDirectoryThread = (file: string): Worker =>
  new Worker(new URL(fileOfThread, import.meta.url), { workerData: { file } });

type DirectoryFile = Pick<OpenOptions, 'file' | 'onCommitted'> & { readonly clock: Pick<Clock, 'now'> };

/**
 * Opens the file, checked and migrated: everything in it can be read from the operator again. Throws ProblemError
 * `database-busy` or `not-saved-disk-full`.
 */
export function openDirectoryFile(options: DirectoryFile): {
  readonly database: Database;
  readonly rebuilt: Rebuilt;
} {
  const opened = openRebuildable({
    ...options,
    migrations: directoryMigrations,
    table: 'car',
    integrityCheck: 'unless-closed-in-order',
  });
  opened.database.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  return opened;
}

/** Opens directory.db for reading, with the thread that writes it. Throws as `openDirectoryFile`. */
export function openDirectoryDatabase(
  options: DirectoryFile,
  start = startDirectoryThread,
): {
  readonly database: DirectoryDatabase;
  readonly rebuilt: Rebuilt;
} {
  const { database, rebuilt } = openDirectoryFile(options);
  const written = writtenByThread<DirectoryWrite, number>(database, {
    start: () => start(options.file),
    answer: z.number(),
    onCommitted: options.onCommitted,
  });
  return { database: written, rebuilt };
}

/** The local copies of a profile. Nothing is fetched before it is asked for. */
export function openCopies({
  database,
  baseUrl,
  clock,
  connect,
}: {
  readonly database: DirectoryDatabase;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly connect: Connect;
}): {
  readonly directory: Directory;
  readonly pictures: KeyPictures;
  readonly pictureFetcher: ReturnType<typeof createPictureFetcher>;
} {
  const pictureFetcher = createPictureFetcher({ baseUrl, connect });
  const { fetchPicture } = pictureFetcher;
  const pictures = createKeyPictures({ database, clock, fetchPicture });
  return { directory: createDirectory({ database, clock }), pictures, pictureFetcher };
}
