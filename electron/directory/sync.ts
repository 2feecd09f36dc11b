import { type Clock, HOUR, MINUTE, SECOND } from '../../shared/time.ts';
import type { SyncState } from '../../shared/domain/status.ts';
import { makeProblem, ProblemError, type Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Sqlite } from '../db/open.ts';
import { hasRows, isPartRead, knownIds, readPass } from '../db/tables/directory/passes.ts';
import {
  type Fetched,
  fetchedCars,
  fetchedProducts,
  fetchedServices,
  fetchedUsers,
  readSyncPart,
  syncParts,
} from './sync-parts.ts';
import type { KeyPictures } from './key-pictures.ts';
import type { DirectorySource, ReadNewest, SourceFailure } from './source.ts';
import type { WritesDirectory } from './writes.ts';

/** Age limit for resuming a stopped pass; an older one starts from the beginning. */
const RESUME_WITHIN = 30 * MINUTE;

const RESYNC_AFTER = 30 * SECOND;

/** Cars that a first sync reads before everything else: the next installation is most likely at one of them. */
const NEWEST_CARS_FIRST = 200;

/**
 * Interval of complete reads. Changes and removals at the operator are found only by a complete read; one per shift is
 * enough.
 */
const WHOLE_READING_AFTER = 12 * HOUR;

/** Reads everything the operator knows into the local copies, one pass at a time. */
export interface DirectorySync {
  /** Runs a pass, or joins the one under way; resolves with how it ended. Never rejects. */
  readonly start: () => Promise<SyncState>;
  /**
   * Keeps the copies fresh in the background: queries new rows, and reads everything when the last complete read is too
   * old or missing. A probe that cannot reach the operator changes no state. Never rejects.
   */
  readonly refresh: () => Promise<SyncState>;
  /** A search found nothing, or the operator is reachable again: queries new rows, at most twice a minute. */
  readonly syncSoon: () => void;
  /** Stops the pass under way and resolves once nothing runs any more. What was read stays. */
  readonly stop: () => Promise<void>;
  readonly state: () => SyncState;
}

/** directory.db: main reads it, and its thread writes it until it rests. */
type SyncedDatabase = WritesDirectory & { readonly sqlite: Sqlite; readonly rest: () => Promise<void> };

/** The dependencies of a sync. */
interface DirectorySyncParts {
  readonly database: SyncedDatabase;
  readonly source: DirectorySource;
  readonly pictures: KeyPictures;
  readonly clock: Clock;
  /** Called at every change of state. */
  readonly onProgress: (state: SyncState) => void;
}

/** The sync over an open directory.db. */
export function createDirectorySync(parts: DirectorySyncParts): DirectorySync {
  const { database, clock } = parts;
  /** Calls that this environment does not offer; probed once per session, not once per sync. */
  let notOffered: readonly string[] = [];
  let running: { readonly done: Promise<SyncState>; readonly abort: AbortController } | null = null;
  /** The background read of new rows, while it runs. */
  let inProgress: Promise<SyncState> | null = null;
  let syncedSoonAt = Number.NEGATIVE_INFINITY;
  /** Counts the stops, so that a waiting start can detect one. */
  let stops = 0;
  let state = stateOnDisk(database);
  const enter = (next: SyncState): SyncState => {
    state = next;
    parts.onProgress(next);
    return next;
  };
  const stopped = (problem: Problem): SyncState =>
    enter({ state: 'stopped', asOf: readPass(database.sqlite)?.completedAt ?? null, problem });

  const syncOnce = (signal: AbortSignal) =>
    readNewRows({ database, source: parts.source, clock, signal, notOffered: new Set(notOffered) });

  const newestCarsOnce = (signal: AbortSignal) => {
    const reading = { database, clock, signal };
    return readNew(reading, fetchedCars, 'car', parts.source.newest.cars, NEWEST_CARS_FIRST);
  };

  /** Ends the writing thread after a pass: it is seldom needed between two passes. */
  const run = async (signal: AbortSignal): Promise<SyncState> => {
    try {
      return await readAll(signal);
    } finally {
      await database.rest();
    }
  };
  const readAll = async (signal: AbortSignal): Promise<SyncState> => {
    const known = readPass(database.sqlite);
    const pass = await resumeOrBegin(database, clock);
    const missing = new Set(notOffered);
    const isFirst = known === undefined || known.completedAt === null;
    if (isFirst || pass !== known.number) {
      // The newest rows are read first, because a complete read may take minutes.
      enter({ state: 'running', part: 'cars', rows: 0, partsDone: 0, partsTotal: syncParts.length });
      const synced = isFirst ? await newestCarsOnce(signal) : await syncOnce(signal);
      if (signal.aborted) return stopped(makeProblem('cancelled'));
      if (!synced.ok && synced.error.kind === 'failed' && synced.error.everywhere)
        return stopped(synced.error.problem);
    }
    let firstProblem: Problem | null = null;
    for (const [partsDone, part] of syncParts.entries()) {
      const onRows = (rows: number) =>
        enter({ state: 'running', part, rows, partsDone, partsTotal: syncParts.length });
      onRows(0);
      if (isPartRead(database.sqlite, part, pass)) continue;
      const outcome = await readSyncPart(part, {
        ...parts,
        pass,
        signal,
        notOffered: missing,
        onRows,
      });
      if (outcome.ok) continue;
      const failure = outcome.error;
      if (signal.aborted || failure.kind === 'aborted') return stopped(makeProblem('cancelled'));
      if (failure.kind === 'not-offered') continue;
      firstProblem ??= failure.problem;
      if (failure.everywhere) break;
    }
    // A refused part does not stop the other parts, but the pass is then not complete.
    if (firstProblem !== null) return stopped(firstProblem);
    // Stored only after success: behind a captive portal every call looks not offered.
    notOffered = [...missing];
    const asOf = clock.now();
    await database.ask({ write: 'complete-pass', at: asOf, notOffered: [...notOffered] });
    return enter({ state: 'complete', asOf, notOffered: [...notOffered] });
  };

  const begin = (work: (signal: AbortSignal) => Promise<SyncState>): Promise<SyncState> => {
    if (running !== null) return running.done;
    const abort = new AbortController();
    const done = work(abort.signal)
      .catch((cause: unknown) => stopped(problemFrom(cause)))
      .finally(() => {
        running = null;
      });
    running = { done, abort };
    return done;
  };
  const isFresh = () => {
    if (state.state !== 'complete') return false;
    const age = clock.now() - state.asOf;
    return age >= 0 && age < WHOLE_READING_AFTER;
  };

  const syncQuietly = (): Promise<SyncState> => {
    if (running !== null) return running.done;
    inProgress = begin(async (signal) => {
      await syncOnce(signal);
      return state;
    }).finally(() => {
      inProgress = null;
    });
    return inProgress;
  };
  const refresh = (): Promise<SyncState> => (isFresh() ? syncQuietly() : begin(run));

  return {
    state: () => state,
    start: async () => {
      const before = stops;
      // A background read of new rows is not the complete read that was requested.
      if (inProgress !== null) await inProgress;
      // Stopped while it waited: the caller may close the copies next.
      return before === stops ? begin(run) : state;
    },
    refresh,
    syncSoon: () => {
      const now = clock.now();
      // Before the first complete read, a person decides when to start it. A read that stopped without a connection
      // does not block the query for new rows.
      const wasRead = state.state === 'complete' || (state.state === 'stopped' && state.asOf !== null);
      if (!wasRead || Math.abs(now - syncedSoonAt) < RESYNC_AFTER) return;
      syncedSoonAt = now;
      void (state.state === 'complete' ? refresh() : syncQuietly());
    },
    stop: async () => {
      stops += 1;
      running?.abort.abort();
      await running?.done;
    },
  };
}

async function resumeOrBegin(database: SyncedDatabase, clock: Clock): Promise<number> {
  const last = readPass(database.sqlite);
  const age = clock.now() - (last?.startedAt ?? 0);
  if (last?.unfinished === true && age >= 0 && age < RESUME_WITHIN) return last.number;
  return database.ask({ write: 'begin-pass', at: clock.now() });
}

/** The state after a start: the last complete pass counts, and an interrupted one does not. */
function stateOnDisk({ sqlite }: { readonly sqlite: Sqlite }): SyncState {
  const pass = readPass(sqlite);
  if (pass === undefined || pass.completedAt === null) return { state: 'never' };
  return { state: 'complete', asOf: pass.completedAt, notOffered: [...pass.notOffered] };
}

function problemFrom(cause: unknown): Problem {
  if (cause instanceof ProblemError) return cause.problem;
  return makeProblem('unexpected', {}, cause instanceof Error ? cause.message : String(cause));
}

/** The dependencies of a read of new rows. */
interface NewRowsReading {
  readonly database: SyncedDatabase;
  readonly source: DirectorySource;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Parts this environment does not offer; not asked for. */
  readonly notOffered: ReadonlySet<string>;
}

/**
 * Reads rows created since the last read, with a page or two per collection. The API reports no change times, but ids
 * rise: pages are read newest first until one is fully known. Changes and removals are found only by a complete read. A
 * part that cannot be read this way is left to the complete read; only a failure that affects every part ends this one.
 */
async function readNewRows(reading: NewRowsReading): Promise<Result<null, SourceFailure>> {
  const { newest } = reading.source;
  const readings = [
    ['users', 'user', () => readNew(reading, fetchedUsers, 'user', newest.users)],
    ['products', 'product', () => readNew(reading, fetchedProducts, 'product', newest.products)],
    ['services', 'service', () => readNew(reading, fetchedServices, 'service', newest.services)],
    ['cars', 'car', () => readNew(reading, fetchedCars, 'car', newest.cars)],
  ] as const;
  for (const [part, table, run] of readings) {
    // Where no row is stored yet, the first read is a complete one.
    if (reading.notOffered.has(part) || !hasRows(reading.database.sqlite, table)) continue;
    const outcome = await run();
    if (outcome.ok) continue;
    const failure = outcome.error;
    if (failure.kind === 'aborted' || (failure.kind === 'failed' && failure.everywhere)) return outcome;
  }
  return ok(null);
}

/** Reads newest first until a page is fully known, or until so many rows were read. */
async function readNew<Resource extends { readonly id: number }>(
  { database, clock, signal }: Pick<NewRowsReading, 'database' | 'clock' | 'signal'>,
  { rows }: Fetched<Resource>,
  table: Parameters<typeof knownIds>[1],
  read: ReadNewest<Resource>,
  most = Number.POSITIVE_INFINITY,
): Promise<Result<null, SourceFailure>> {
  let count = 0;
  return read({
    signal,
    onPage: async (page) => {
      const ids = page.map(({ id }) => id);
      const known = knownIds(database.sqlite, table, ids);
      const fresh = page.filter(({ id }) => !known.has(id));
      if (fresh.length > 0) await database.ask(rows(fresh, clock.now(), null));
      count += page.length;
      // Does not stop at the first known row: a row created on this laptop is known before a colleague's older row.
      return fresh.length === 0 || count >= most ? 'enough' : 'more';
    },
  });
}
