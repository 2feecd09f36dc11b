import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Instant } from '../../shared/time.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Car, Group, Product, Service, User } from '../../shared/operator/resources.ts';
import type { Sqlite } from '../db/open.ts';
import { brandNames, brandsRead } from '../db/tables/directory/keys.ts';
import {
  type CollectedPart,
  countRowsUpTo,
  isPartRead,
  readPartTime,
  readProgress,
} from '../db/tables/directory/passes.ts';
import { type PageProgress, START } from '../operator/paging.ts';
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
  const { pass } = run;
  const resume = placeToResume(run, part);
  // A person sees at once what is here already, also where nothing is left to be read.
  if (resume.position > 0) run.onRows(resume.position);
  const store = (found: readonly Resource[], { position, lastId }: PageProgress) =>
    rows(found, run.clock.now(), { pass, position, lastId });
  const outcome = await readPart(run, { of: part, read, resume, store, rows: totalling(run, resume) });
  if (!outcome.ok && outcome.error.kind === 'not-offered') run.notOffered.add(part);
  return outcome;
}

/**
 * The position after the last stored page of an interrupted reading. Only a first reading continues there: a later one
 * also looks for rows that the operator removed, so it begins at the first page. So does one whose stored rows are not
 * as many as its position: the operator removed some of them while it read.
 */
function placeToResume({ database: { sqlite }, pass }: SyncRun, part: CollectedPart): PageProgress {
  if (readPartTime(sqlite, part) !== null) return START;
  const reached = readProgress(sqlite, part, pass);
  if (reached === undefined) return START;
  return countRowsUpTo(sqlite, part, reached.lastId) === reached.position ? reached : START;
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
  const rows = totalling(run);
  const done = new Set(brandsRead(database.sqlite, pass));
  for (const brand of brandNames(database.sqlite)) {
    if (done.has(brand)) continue;
    const outcome = await readPart(run, {
      of: { brand },
      read: source.keys(brand),
      resume: START,
      store: (keys) => ({ write: 'keys', brand, rows: [...keys] }),
      rows,
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
  const rows = totalling(run);
  await pictures.fetchMissing({ signal, onFetched: () => rows.add(1) });
  if (signal.aborted) return { ok: false, error: { kind: 'aborted' } };
  await database.ask({ write: 'part-read', part: 'pictures', pass, at: clock.now() });
  return ok(null);
}

/** Reports the number of rows of a part so far. */
interface RowTotal {
  readonly add: (rows: number) => void;
  /** The reading begins again at its first row. */
  readonly restart: () => void;
}

function totalling({ onRows }: SyncRun, { position }: PageProgress = START): RowTotal {
  let total = position;
  return {
    add: (rows) => {
      total += rows;
      onRows(total);
    },
    restart: () => {
      total = 0;
    },
  };
}

/** The reading of a whole part that rows belong to, and its position after them; null = none. */
export type InReading = (DirectoryWrite & { readonly write: CollectedPart })['reading'];

/** One kind of fetched rows as a request to the thread. */
export interface Fetched<Resource> {
  readonly part: CollectedPart;
  readonly rows: (rows: readonly Resource[], at: Instant, reading: InReading) => DirectoryWrite;
}

/** @param request adds the name of the request, by which the compiler knows the type of its rows. */
const fetched = <Resource>(
  part: CollectedPart,
  request: (given: { rows: Resource[]; at: Instant; reading: InReading }) => DirectoryWrite,
): Fetched<Resource> => ({ part, rows: (rows, at, reading) => request({ rows: [...rows], at, reading }) });

const fetchedGroups = fetched<Group>('groups', (given) => ({ write: 'groups', ...given }));
export const fetchedUsers = fetched<User>('users', (given) => ({ write: 'users', ...given }));
export const fetchedProducts = fetched<Product>('products', (given) => ({ write: 'products', ...given }));
export const fetchedServices = fetched<Service>('services', (given) => ({ write: 'services', ...given }));
export const fetchedCars = fetched<Car>('cars', (given) => ({ write: 'cars', ...given }));

/** Most rows in one transaction: a request of another part of the app waits for one at most. */
const MOST_AT_ONCE = 1000;

/** Upper bound of rows that wait for a write while the next page is requested. */
const MOST_WAITING = 2000;

/** One collection to be read into the local copy. */
interface PartReading<Resource> {
  readonly of: (DirectoryWrite & { readonly write: 'begin-reading' })['of'];
  readonly read: ReadPages<Resource>;
  readonly resume: PageProgress;
  /** `progress`: the position in the operator's list that is reached with these rows. */
  readonly store: (resources: readonly Resource[], progress: PageProgress) => DirectoryWrite;
  readonly rows: RowTotal;
}

/**
 * Reads a collection page by page; the thread writes each page while the next one is requested. Rows that the operator
 * no longer has are removed after a complete read, and only if they existed before it began: rows recorded meanwhile stay.
 */
async function readPart<Resource>(
  { database, clock, pass, signal }: SyncRun,
  part: PartReading<Resource>,
): Promise<Outcome> {
  const begin = ({ lastId }: PageProgress) =>
    database.ask({ write: 'begin-reading', of: part.of, after: lastId });
  await begin(part.resume);
  const writing = createBackgroundWriter(part, database, signal);
  const outcome = await readTo(part, signal, writing, async () => {
    // No page has arrived, so no write is under way. The rows stored before are now looked for as well.
    await begin(START);
    writing.restart();
    part.rows.restart();
  });
  if (signal.aborted) return { ok: false, error: { kind: 'aborted' } };
  if (!outcome.ok) return outcome;
  while ((await database.ask({ write: 'end-reading', pass, at: clock.now() })) > 0);
  return outcome;
}

/** Resolves only when every received row is written. */
async function readTo<Resource>(
  { read, resume }: PartReading<Resource>,
  signal: AbortSignal,
  writing: ReturnType<typeof createBackgroundWriter<Resource>>,
  onRestart: () => Promise<void>,
): Promise<Outcome> {
  try {
    return await read({ signal, resume, onRestart, onPage: writing.add });
  } finally {
    await writing.end();
  }
}

/**
 * Writes added rows in the background; rows added during a write share the next one. Rows that still wait when it is
 * stopped are dropped.
 */
function createBackgroundWriter<Resource>(
  { store, rows: total, resume }: PartReading<Resource>,
  database: WritesDirectory,
  signal: AbortSignal,
) {
  const waiting: Resource[] = [];
  /** The ends of the pages that wait: how many waiting rows they are behind, and the position there. */
  let pageEnds: { readonly rows: number; readonly progress: PageProgress }[] = [];
  let reached = resume;
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
        const whole = pageEnds.filter((end) => end.rows <= rows.length);
        pageEnds = pageEnds
          .slice(whole.length)
          .map(({ rows: behind, progress }) => ({ rows: behind - rows.length, progress }));
        reached = whole.at(-1)?.progress ?? reached;
        if (waiting.length < MOST_WAITING) signalRoom();
        await database.ask(store(rows, reached));
        total.add(rows.length);
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
    add: async (page: readonly Resource[], progress: PageProgress): Promise<void> => {
      rejectWaiting();
      for (const row of page) waiting.push(row);
      pageEnds.push({ rows: waiting.length, progress });
      underWay ??= write();
      if (waiting.length < MOST_WAITING) return;
      room ??= Promise.withResolvers<void>();
      await room.promise;
      rejectWaiting();
    },
    /** The pages begin again at the first row. */
    restart: (): void => {
      reached = START;
    },
    end: async (): Promise<void> => {
      await underWay;
      rejectWaiting();
    },
  };
}
