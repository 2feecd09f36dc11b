import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../shared/time.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Sqlite } from '../db/open.ts';
import { brandNames, brandsRead } from '../db/tables/directory/keys.ts';
import { isPartRead } from '../db/tables/directory/passes.ts';
import {
  type Fetched,
  fetchedCars,
  fetchedGroups,
  fetchedProducts,
  fetchedServices,
  fetchedUsers,
} from './fetched.ts';
import type { KeyPictures } from './key-pictures.ts';
import type { DirectorySource, ReadPages, SourceFailure } from './source.ts';
import type { DirectoryWrite, WritesDirectory } from './writes.ts';

/** Sync order: small parts that are needed offline first, then the fleet, then optional parts. */
export const syncParts = ['keys', 'groups', 'users', 'products', 'services', 'cars', 'pictures'] as const;
type SyncPart = (typeof syncParts)[number];

/** One sync's tools for one part. */
interface SyncRun {
  readonly database: WritesDirectory & { readonly sqlite: Sqlite };
  readonly source: DirectorySource;
  readonly pictures: KeyPictures;
  readonly clock: Clock;
  readonly pass: number;
  readonly signal: AbortSignal;
  /** Names of calls that are not offered. The run adds to them, and does not repeat such a call. */
  readonly notOffered: Set<string>;
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
      return readCollection(run, fetchedGroups, run.source.groups);
    case 'users':
      return readCollection(run, fetchedUsers, run.source.users);
    case 'products':
      return readCollection(run, fetchedProducts, run.source.products);
    case 'services':
      return readCollection(run, fetchedServices, run.source.services);
    case 'cars':
      return readCollection(run, fetchedCars, run.source.cars);
    case 'pictures':
      return readPictures(run);
  }
}

async function readCollection<Resource>(
  run: SyncRun,
  { part, rows }: Fetched<Resource>,
  read: ReadPages<Resource>,
): Promise<Outcome> {
  if (run.notOffered.has(part)) return { ok: false, error: { kind: 'not-offered' } };
  const store = (found: readonly Resource[]) => rows(found, run.clock.now(), true);
  const outcome = await readPart(run, { of: part, read, store, onRows: totalling(run) });
  if (!outcome.ok && outcome.error.kind === 'not-offered') run.notOffered.add(part);
  return outcome;
}

/** The brands, then each brand's keys. Where brands are not offered, those known from before are read again. */
async function readCatalogue(run: SyncRun): Promise<Outcome> {
  const { database, source, clock, pass, signal } = run;
  if (!run.notOffered.has('brands') && !isPartRead(database.sqlite, 'brands', pass)) {
    const brands = await source.brands(signal);
    if (brands.ok) {
      await database.ask({ write: 'brands', names: [...brands.value], pass, at: clock.now() });
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
    const outcome = await readPart(run, {
      of: { brand },
      read: source.keys(brand),
      store: (rows) => ({ write: 'keys', brand, rows: [...rows], at: clock.now(), read: true }),
      onRows,
    });
    if (!outcome.ok) return outcome;
  }
  // Without the list of brands the catalogue is incomplete, whether or not the known brands could be read.
  if (run.notOffered.has('brands')) return { ok: false, error: { kind: 'not-offered' } };
  await database.ask({ write: 'part-read', part: 'keys', pass, at: clock.now() });
  return ok(null);
}

async function readPictures(run: SyncRun): Promise<Outcome> {
  const { database, pictures, clock, pass, signal } = run;
  const onRows = totalling(run);
  await pictures.fetchMissing({ signal, onFetched: () => onRows(1) });
  if (signal.aborted) return { ok: false, error: { kind: 'aborted' } };
  await database.ask({ write: 'part-read', part: 'pictures', pass, at: clock.now() });
  return ok(null);
}

function totalling({ onRows }: SyncRun): (rows: number) => void {
  let total = 0;
  return (rows) => {
    total += rows;
    onRows(total);
  };
}

/** Most rows in one transaction: a request of another part of the app waits for one at most. */
const MOST_AT_ONCE = 1000;

/** Upper bound of rows that wait for a write while the next page is requested. */
const MOST_WAITING = 2000;

/** One collection to be read into the local copy. */
interface PartReading<Resource> {
  readonly of: (DirectoryWrite & { readonly write: 'begin-reading' })['of'];
  readonly read: ReadPages<Resource>;
  readonly store: (resources: readonly Resource[]) => DirectoryWrite;
  /** How many rows were stored since the last call. */
  readonly onRows: (rows: number) => void;
}

/**
 * Reads a collection page by page; the thread writes each page while the next one is requested. Rows that the operator
 * no longer has are removed after a complete read, and only if they existed before it began: rows recorded meanwhile stay.
 */
async function readPart<Resource>(
  { database, clock, pass, signal }: SyncRun,
  part: PartReading<Resource>,
): Promise<Outcome> {
  await database.ask({ write: 'begin-reading', of: part.of });
  const writing = createBackgroundWriter(part, database, signal);
  const outcome = await readTo(part, signal, writing);
  if (signal.aborted) return { ok: false, error: { kind: 'aborted' } };
  if (!outcome.ok) return outcome;
  while ((await database.ask({ write: 'end-reading', pass, at: clock.now() })) > 0);
  return outcome;
}

/** Resolves only when every received row is written. */
async function readTo<Resource>(
  { read }: PartReading<Resource>,
  signal: AbortSignal,
  writing: ReturnType<typeof createBackgroundWriter<Resource>>,
): Promise<Outcome> {
  try {
    return await read({ signal, onPage: writing.add });
  } finally {
    await writing.end();
  }
}

/**
 * Writes added rows in the background; rows added during a write share the next one. Rows that still wait when it is
 * stopped are dropped.
 */
function createBackgroundWriter<Resource>(
  { store, onRows }: PartReading<Resource>,
  database: WritesDirectory,
  signal: AbortSignal,
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
    try {
      while (waiting.length > 0 && !signal.aborted) {
        const rows = waiting.splice(0, MOST_AT_ONCE);
        if (waiting.length < MOST_WAITING) signalRoom();
        await database.ask(store(rows));
        onRows(rows.length);
        // Two answers may come in one turn of the event loop; other work has one between them.
        await nextTurn();
      }
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
    /** Resolves when there is room for another page. Rejects if an earlier page could not be written. */
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
