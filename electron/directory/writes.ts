import type { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { carId, groupId, keyId, productId, userId } from '../../shared/ids.ts';
import {
  car as keptCar,
  type Car,
  type Group,
  type Key,
  type Product,
  type Service,
  type User,
} from '../../shared/operator/resources.ts';
import { attachmentDigest } from '../../shared/relay/attachments.ts';
import { instant } from '../../shared/time.ts';
import { overwriteFreed } from '../db/file-worker.ts';
import type { Database, WriteContext } from '../db/open.ts';
import { given, rowsOf } from '../db/thread.ts';
import { type CarAccessesRow, readCarResource, writeCarAccesses } from '../db/tables/directory/cars.ts';
import {
  addBrand,
  deleteKey,
  deleteUnusedPictures,
  keyIds,
  replaceBrands,
  setBrandTime,
  upsertKeys,
  upsertPicture,
} from '../db/tables/directory/keys.ts';
import {
  type BoxConditionRow,
  feedType,
  insertMountingPhoto,
  type LogFeedRow,
  type MountingPhotoRow,
  type MountingRow,
  removeAllMountings,
  removeMountings,
  upsertBoxCondition,
  upsertMounting,
  writeLogFeed,
} from '../db/tables/directory/mountings.ts';
import {
  beginPass,
  completePass,
  readPass,
  setPartTime,
  setProgress,
} from '../db/tables/directory/passes.ts';
import { setProductCar } from '../db/tables/directory/products.ts';
import { directoryMigrations } from '../db/migrations/directory.ts';
import { serveDatabase } from '../db/rebuildable.ts';
import { type Collection, cars, groups, products, services, users, keyRow } from './rows.ts';

/*
 * All writes of directory.db, as requests to its thread. Each is one transaction; they are carried out in their order.
 */

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/**
 * The rows of a collection. `reading`: they belong to the reading that `begin-reading` began, and every row of the
 * operator's list up to this position is stored with them. Null = rows outside of a reading.
 */
const stored = {
  at: instant,
  reading: z.object({ pass: z.number(), position: z.number(), lastId: z.number() }).nullable(),
};

/** Parts that are read as a collection. */
const collected = z.enum(['groups', 'users', 'products', 'services', 'cars']);
const brandKeys = z.object({ brand: z.string() });

const directoryWrite = z.discriminatedUnion('write', [
  z.object({ write: z.literal('begin-pass'), at: instant }),
  z.object({ write: z.literal('complete-pass'), at: instant, notOffered: z.array(z.string()) }),
  z.object({
    write: z.literal('part-read'),
    part: z.enum(['keys', 'pictures']),
    pass: z.number(),
    at: instant,
  }),
  z.object({ write: z.literal('brands'), names: z.array(z.string()), pass: z.number(), at: instant }),
  /** `after`: rows up to this id were stored by the part of the reading before an interruption. */
  z.object({ write: z.literal('begin-reading'), of: z.union([collected, brandKeys]), after: z.number() }),
  z.object({ write: z.literal('end-reading'), pass: z.number(), at: instant }),
  z.object({ write: z.literal('groups'), rows: rowsOf<Group>(), ...stored }),
  z.object({ write: z.literal('users'), rows: rowsOf<User>(), ...stored }),
  z.object({ write: z.literal('products'), rows: rowsOf<Product>(), ...stored }),
  z.object({ write: z.literal('services'), rows: rowsOf<Service>(), ...stored }),
  z.object({ write: z.literal('cars'), rows: rowsOf<Car>(), ...stored }),
  z.object({ write: z.literal('keys'), brand: z.string(), rows: rowsOf<Key>() }),
  z.object({ write: z.literal('brand-keys'), brand: z.string(), rows: rowsOf<Key>(), at: instant }),
  z.object({ write: z.literal('group-gone'), id: groupId }),
  z.object({ write: z.literal('user-gone'), id: userId }),
  z.object({ write: z.literal('change-car'), id: carId, fields: given<object>(), at: instant }),
  z.object({ write: z.literal('product-car'), product: productId, car: carId.nullable(), at: instant }),
  z.object({ write: z.literal('car-accesses'), row: given<CarAccessesRow>() }),
  z.object({
    write: z.literal('picture'),
    url: z.string(),
    contentType: z.string(),
    bytes,
    at: instant,
  }),
  z.object({ write: z.literal('drop-unused-pictures') }),
  z.object({
    write: z.literal('notes'),
    mountings: rowsOf<MountingRow>(),
    conditions: rowsOf<BoxConditionRow>(),
    type: feedType,
    place: given<LogFeedRow>().nullable(),
  }),
  z.object({
    write: z.literal('mounting-photo'),
    row: given<Omit<MountingPhotoRow, 'bytes'>>(),
    bytes,
  }),
  z.object({
    write: z.literal('remove-mountings'),
    jobs: z.array(z.string()),
    photos: z.array(attachmentDigest),
  }),
  /** Removes all mountings and their photos; the next read begins at the first note. */
  z.object({ write: z.literal('drop-mountings') }),
]);
export type DirectoryWrite = z.infer<typeof directoryWrite>;

/** Where the requests go. */
export interface WritesDirectory {
  /** Resolves after the commit, with the number that the request asks for: rows changed, or rows left. */
  readonly ask: (request: DirectoryWrite) => Promise<number>;
}

/** Rows removed per transaction at the end of a reading. */
const REMOVED_AT_ONCE = 500;

/** The reading of a part in progress: the rows that existed before it and that no page has contained so far. */
interface Reading {
  readonly seen: (rows: readonly { readonly id: number }[]) => void;
  /** Removes some rows and returns how many are left. */
  readonly removeSome: (context: WriteContext) => number;
  readonly complete: (context: WriteContext, pass: number, at: number) => void;
}

function readingOf<Id extends number>(
  ids: readonly Id[],
  remove: (context: WriteContext, id: Id) => void,
  complete: Reading['complete'],
): Reading {
  const left = new Map<number, Id>(ids.map((id) => [id, id]));
  return {
    seen: (rows) => {
      for (const { id } of rows) left.delete(id);
    },
    removeSome: (context) => {
      for (const id of [...left.values()].slice(0, REMOVED_AT_ONCE)) {
        remove(context, id);
        left.delete(id);
      }
      return left.size;
    },
    complete,
  };
}

/** Carries out the requests, on the thread of the caller. */
export function createDirectoryWrites(database: Database): (request: DirectoryWrite) => number {
  const { sqlite } = database;
  let reading: Reading | null = null;
  const begun = (): Reading => {
    // The thread that began the reading has ended.
    if (reading === null) throw new Error('no reading was begun');
    return reading;
  };
  const collection = <Id extends number, Resource extends { readonly id: Id }>(
    of: z.infer<typeof collected>,
    after: number,
    { ids, remove }: Collection<Id, Resource>,
  ): Reading =>
    readingOf(
      ids(sqlite).filter((id) => id > after),
      remove,
      (context, pass, at) => setPartTime(context, of, pass, at),
    );
  const begin = (of: z.infer<typeof collected> | z.infer<typeof brandKeys>, after: number): Reading => {
    if (typeof of === 'object') {
      const { brand } = of;
      return readingOf(
        keyIds(sqlite, brand),
        (context, id) => deleteKey(context, brand, keyId.parse(id)),
        (context, pass, at) => setBrandTime(context, brand, pass, at),
      );
    }
    switch (of) {
      case 'groups':
        return collection(of, after, groups);
      case 'users':
        return collection(of, after, users);
      case 'products':
        return collection(of, after, products);
      case 'services':
        return collection(of, after, services);
      case 'cars':
        return collection(of, after, cars);
    }
  };
  /** Runs a write that answers how many displayed rows it changed. */
  const counted = (work: (context: WriteContext) => number): number =>
    database.write((context) => {
      const count = work(context);
      if (count > 0) context.changed('directory');
      return count;
    });
  /** The same for rows of the reading in progress. */
  const inReading = (
    rows: readonly { readonly id: number }[],
    work: (context: WriteContext) => number,
  ): number => {
    const into = begun();
    const changed = counted(work);
    into.seen(rows);
    return changed;
  };
  const store = (
    { write: part, rows, reading: place }: DirectoryWrite & { readonly write: z.infer<typeof collected> },
    work: (context: WriteContext) => number,
  ): number => {
    if (place === null) return counted(work);
    return inReading(rows, (context) => {
      setProgress(context, part, place.pass, place);
      return work(context);
    });
  };
  /** Runs a write whose change is displayed, so the window is notified. */
  const shown = (work: (context: WriteContext) => void): number => {
    database.write((context) => {
      work(context);
      context.changed('directory');
    });
    return 1;
  };
  const kept = (work: (context: WriteContext) => void): number => {
    database.write(work);
    return 1;
  };

  return (request) => {
    switch (request.write) {
      case 'begin-pass':
        return database.write((context) => beginPass(context, request.at));
      case 'complete-pass':
        return kept((context) => completePass(context, request.at, request.notOffered));
      case 'part-read':
        return kept((context) => setPartTime(context, request.part, request.pass, request.at));
      case 'brands':
        return shown((context) => {
          replaceBrands(context, request.names);
          setPartTime(context, 'brands', request.pass, request.at);
        });
      case 'begin-reading':
        reading = begin(request.of, request.after);
        return 0;
      case 'end-reading': {
        const { removeSome, complete } = begun();
        const left = database.write((context) => {
          const count = removeSome(context);
          if (count === 0) complete(context, request.pass, request.at);
          context.changed('directory');
          return count;
        });
        if (left === 0) reading = null;
        return left;
      }
      case 'groups':
        return store(request, (context) => groups.store(context, request.rows, request.at));
      case 'users':
        return store(request, (context) => users.store(context, request.rows, request.at));
      case 'products':
        return store(request, (context) => products.store(context, request.rows, request.at));
      case 'services':
        return store(request, (context) => services.store(context, request.rows, request.at));
      case 'cars':
        return store(request, (context) => cars.store(context, request.rows, request.at));
      case 'keys':
        return inReading(request.rows, (context) =>
          upsertKeys(
            context,
            request.rows.map((key) => keyRow(request.brand, key)),
          ),
        );
      case 'brand-keys':
        return shown((context) => {
          addBrand(context, request.brand);
          upsertKeys(
            context,
            request.rows.map((key) => keyRow(request.brand, key)),
          );
          setBrandTime(context, request.brand, readPass(sqlite)?.number ?? 0, request.at);
        });
      case 'group-gone':
        return shown((context) => groups.remove(context, request.id));
      case 'user-gone':
        return shown((context) => users.remove(context, request.id));
      case 'change-car': {
        const known = readCarResource(sqlite, request.id);
        if (known === undefined) return 0;
        const before = keptCar.parse(JSON.parse(known));
        const changed = keptCar.parse({ ...before, ...request.fields });
        return counted((context) => cars.store(context, [changed], request.at));
      }
      case 'product-car':
        return shown((context) => setProductCar(context, request.product, request.car, request.at));
      case 'car-accesses':
        return kept((context) => writeCarAccesses(context, request.row));
      case 'picture':
        return shown((context) => {
          const { url, contentType: content_type, at: fetched_at } = request;
          upsertPicture(context, { url, content_type, bytes: Buffer.from(request.bytes), fetched_at });
        });
      case 'drop-unused-pictures':
        return kept(deleteUnusedPictures);
      case 'notes':
        return shown((context) => {
          for (const row of request.mountings) upsertMounting(context, row);
          for (const row of request.conditions) upsertBoxCondition(context, row);
          writeLogFeed(context, request.type, request.place);
        });
      case 'mounting-photo':
        return kept((context) =>
          insertMountingPhoto(context, { ...request.row, bytes: Buffer.from(request.bytes) }),
        );
      case 'remove-mountings':
        kept((context) => removeMountings(context, request));
        overwriteFreed(database);
        return request.jobs.length;
      case 'drop-mountings':
        shown((context) => {
          removeAllMountings(context);
          writeLogFeed(context, 'box-mounted', null);
        });
        overwriteFreed(database);
        return 1;
    }
  };
}

/** Page cache of the writing connection in KiB: the index is written at random positions. */
const CACHE_KIB = 16_384;

/**
 * Pages in the -wal file after which a commit runs a checkpoint: 64 MB. A first sync writes the same pages of the index
 * again and again, and each checkpoint writes all of them to their places.
 */
const CHECKPOINT_AT_PAGES = 16_000;

/** Serves the writes of one directory.db. */
export function serveDirectory(port: MessagePort, data: unknown): void {
  serveDatabase(port, data, {
    migrations: directoryMigrations,
    request: directoryWrite,
    writes: (database) => {
      database.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
      database.sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_AT_PAGES}`);
      return createDirectoryWrites(database);
    },
  });
}
