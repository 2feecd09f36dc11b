import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../shared/time.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Database, Sqlite, WriteContext } from '../db/open.ts';
import {
  brandNames,
  brandsRead,
  deleteKey,
  keyIds,
  replaceBrands,
  setBrandTime,
  upsertKeys,
} from '../db/tables/directory/keys.ts';
import { isPartRead, setPartTime } from '../db/tables/directory/passes.ts';
import { cars, groups, products, services, users, type Collection } from './collections.ts';
import type { KeyPictures } from './key-pictures.ts';
import { keyRow } from './rows.ts';
import type { DirectorySource, ReadPages, SourceFailure } from './source.ts';

/** Sync order: small parts that are needed offline first, then the fleet, then optional parts. */
export const syncParts = ['keys', 'groups', 'users', 'products', 'services', 'cars', 'pictures'] as const;
type SyncPart = (typeof syncParts)[number];

/** One sync's tools for one part. */
interface SyncRun {
  readonly database: Database;
  readonly source: DirectorySource;
  readonly pictures: KeyPictures;
  readonly clock: Clock;
  readonly pass: number;
  readonly signal: AbortSignal;
  /** Names of calls that turned out not to be offered; added to, and not called again. */
  readonly notOffered: Set<string>;
  /** Runs a checkpoint of a long -wal file between two commits. */
  readonly carryOver: (database: Database) => Promise<void>;
  /** Called with the number of rows of the part so far. */
  readonly onRows: (rows: number) => void;
}

type Outcome = Result<null, SourceFailure>;

/** Reads one part completely, unless it is already known not to be offered. */
export async function readSyncPart(part: SyncPart, run: SyncRun): Promise<Outcome> {
  switch (part) {
    case 'keys':
      return readCatalogue(run);
    case 'groups':
      return readCollection(run, part, groups, run.source.groups);
    case 'users':
      return readCollection(run, part, users, run.source.users);
    case 'products':
      return readCollection(run, part, products, run.source.products);
    case 'services':
      return readCollection(run, part, services, run.source.services);
    case 'cars':
      return readCollection(run, part, cars, run.source.cars);
    case 'pictures':
      return readPictures(run);
  }
}

async function readCollection<Id extends number, Resource extends { readonly id: Id }>(
  run: SyncRun,
  part: Exclude<SyncPart, 'keys' | 'pictures'>,
  collection: Collection<Id, Resource>,
  read: ReadPages<Resource>,
): Promise<Outcome> {
  if (run.notOffered.has(part)) return { ok: false, error: { kind: 'not-offered' } };
  const { database, clock, pass, signal, carryOver } = run;
  const outcome = await readPart({
    database,
    signal,
    read,
    ids: collection.ids,
    store: (context, resources) => collection.store(context, resources, clock.now()),
    remove: collection.remove,
    complete: (context) => setPartTime(context, part, pass, clock.now()),
    carryOver,
    onRows: totalling(run),
  });
  if (!outcome.ok && outcome.error.kind === 'not-offered') run.notOffered.add(part);
  return outcome;
}

/** The brands, then each brand's keys. Where brands are not offered, those known from before are read again. */
async function readCatalogue(run: SyncRun): Promise<Outcome> {
  const { database, source, clock, pass, signal, carryOver } = run;
  if (!run.notOffered.has('brands') && !isPartRead(database.sqlite, 'brands', pass)) {
    const brands = await source.brands(signal);
    if (brands.ok) {
      database.write((context) => {
        replaceBrands(context, brands.value);
        setPartTime(context, 'brands', pass, clock.now());
        context.changed('directory');
      });
    } else if (brands.error.kind === 'not-offered') {
      run.notOffered.add('brands');
    } else {
      return brands;
    }
  }
  const onRows = totalling(run);
  const done = new Set(brandsRead(database.sqlite, pass));
  for (const brand of brandNames(database.sqlite)) {
    if (done.has(brand)) continue;
    const outcome = await readPart({
      database,
      signal,
      read: source.keys(brand),
      ids: (sqlite) => keyIds(sqlite, brand),
      store: (context, keys) =>
        upsertKeys(
          context,
          keys.map((key) => keyRow(brand, key)),
        ),
      remove: (context, id) => deleteKey(context, brand, id),
      complete: (context) => setBrandTime(context, brand, pass, clock.now()),
      carryOver,
      onRows,
    });
    if (!outcome.ok) return outcome;
  }
  // Without the list of brands the catalogue is incomplete, whether or not the known brands could be read.
  if (run.notOffered.has('brands')) return { ok: false, error: { kind: 'not-offered' } };
  database.write((context) => setPartTime(context, 'keys', pass, clock.now()));
  return ok(null);
}

async function readPictures(run: SyncRun): Promise<Outcome> {
  const { database, pictures, clock, pass, signal } = run;
  const onRows = totalling(run);
  await pictures.fetchMissing({ signal, onFetched: () => onRows(1) });
  if (signal.aborted) return { ok: false, error: { kind: 'aborted' } };
  database.write((context) => setPartTime(context, 'pictures', pass, clock.now()));
  return ok(null);
}

function totalling({ onRows }: SyncRun): (rows: number) => void {
  let total = 0;
  return (rows) => {
    total += rows;
    onRows(total);
  };
}

/** Rows per turn of the event loop: a server that ignores `$top` must not freeze the window with one page of 20,000. */
const ROWS_PER_CHUNK = 20;

/**
 * Batch size of a commit where the operator answers faster than the disk writes. The prefix index is written at random
 * positions: a commit of a hundred cars writes as many pages as one of a thousand.
 */
const ROWS_PER_COMMIT = 2000;

/** Upper bound of rows that wait for a write while the next page is requested. */
const MOST_WAITING = 2000;

/** One collection to be read into the local copy. */
interface PartReading<Id extends number, Resource extends { readonly id: Id }> {
  readonly database: Database;
  readonly signal: AbortSignal;
  readonly read: ReadPages<Resource>;
  readonly ids: (sqlite: Sqlite) => readonly Id[];
  readonly store: (context: WriteContext, resources: readonly Resource[]) => number;
  readonly remove: (context: WriteContext, id: Id) => void;
  /** Notes the time; called in the transaction that ends a complete reading. */
  readonly complete: (context: WriteContext) => void;
  /** Runs a checkpoint of a long -wal file between two commits. */
  readonly carryOver: (database: Database) => Promise<void>;
  /** How many rows were stored since the last call. */
  readonly onRows: (rows: number) => void;
}

/**
 * Reads a collection page by page and writes each page while the next one is requested. Rows that the operator no
 * longer has are removed after a complete read, and only if they existed before it began: rows recorded meanwhile stay.
 */
async function readPart<Id extends number, Resource extends { readonly id: Id }>(
  part: PartReading<Id, Resource>,
): Promise<Result<null, SourceFailure>> {
  const { database, signal } = part;
  const gone = new Set(part.ids(database.sqlite));
  const writing = createWriting(part, gone);
  const outcome = await readTo(part, writing);
  if (signal.aborted) return { ok: false, error: { kind: 'aborted' } };
  if (!outcome.ok) return outcome;
  await removeRows(part, [...gone]);
  database.write((context) => {
    part.complete(context);
    context.changed('directory');
  });
  return outcome;
}

/** Resolves only when every received row is written. */
async function readTo<Id extends number, Resource extends { readonly id: Id }>(
  { read, signal }: PartReading<Id, Resource>,
  writing: ReturnType<typeof createWriting<Id, Resource>>,
): Promise<Result<null, SourceFailure>> {
  try {
    return await read({ signal, onPage: writing.add });
  } finally {
    await writing.end();
  }
}

/** Writes added rows in the background; rows still waiting when it is stopped are dropped. */
function createWriting<Id extends number, Resource extends { readonly id: Id }>(
  { database, signal, store, onRows, carryOver }: PartReading<Id, Resource>,
  gone: Set<Id>,
) {
  const waiting: Resource[] = [];
  let underWay: Promise<void> | null = null;
  let failure: Error | null = null;
  let room: PromiseWithResolvers<void> | null = null;
  const signalRoom = () => {
    room?.resolve();
    room = null;
  };

  const write = async (): Promise<void> => {
    let gathered = 0;
    try {
      while (waiting.length > 0 && !signal.aborted) {
        const rows = waiting.splice(0, ROWS_PER_CHUNK);
        if (waiting.length < MOST_WAITING) signalRoom();
        database.gather((context) => {
          if (store(context, rows) > 0) context.changed('directory');
        });
        for (const { id } of rows) gone.delete(id);
        gathered += rows.length;
        onRows(rows.length);
        await nextTurn();
        // No transaction is open while the operator is awaited.
        if (gathered < ROWS_PER_COMMIT && waiting.length > 0) continue;
        gathered = 0;
        database.settle();
        await carryOver(database);
      }
      database.settle();
    } catch (cause) {
      failure = cause instanceof Error ? cause : new Error(String(cause));
    }
    underWay = null;
    signalRoom();
  };
  const rejectWaiting = () => {
    if (failure !== null) throw failure;
  };

  return {
    /** Resolves when there is room for another page; rejects where one before could not be written. */
    add: async (page: readonly Resource[]): Promise<void> => {
      rejectWaiting();
      for (const row of page) waiting.push(row);
      underWay ??= write();
      if (waiting.length < MOST_WAITING) return;
      room ??= Promise.withResolvers<void>();
      await room.promise;
      rejectWaiting();
    },
    end: async (): Promise<void> => {
      await underWay;
      rejectWaiting();
    },
  };
}

async function removeRows<Id extends number, Resource extends { readonly id: Id }>(
  { database, remove }: PartReading<Id, Resource>,
  gone: readonly Id[],
): Promise<void> {
  for (let from = 0; from < gone.length; from += ROWS_PER_COMMIT) {
    database.write((context) => {
      for (const id of gone.slice(from, from + ROWS_PER_COMMIT)) remove(context, id);
    });
    await nextTurn();
  }
}
