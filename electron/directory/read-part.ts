import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../../shared/result.ts';
import type { Database, Sqlite, WriteContext } from '../db/open.ts';
import type { ReadPages, SourceFailure } from './source.ts';

/** Rows between which everybody else has a turn: a server that ignores `$top` must not freeze the window with one page of 20,000. */
const ROWS_PER_TURN = 20;

/**
 * Rows per commit, where the operator answers faster than the disk writes. The index of beginnings is written all over the place: a
 * commit of a hundred cars writes as many pages as one of a thousand.
 */
const ROWS_PER_COMMIT = 2000;

/** Rows that may wait to be written while the next page is asked for. */
const MOST_WAITING = 2000;

/** One collection to be read into the local copy. */
export interface PartReading<Id extends number, Resource extends { readonly id: Id }> {
  readonly database: Database;
  readonly signal: AbortSignal;
  readonly read: ReadPages<Resource>;
  readonly ids: (sqlite: Sqlite) => readonly Id[];
  readonly store: (context: WriteContext, resources: readonly Resource[]) => number;
  readonly remove: (context: WriteContext, id: Id) => void;
  /** Notes the time; called in the transaction that ends a complete reading. */
  readonly complete: (context: WriteContext) => void;
  /** Takes a long -wal file over, between two commits. */
  readonly carryOver: (database: Database) => Promise<void>;
  /** How many rows were stored since the last call. */
  readonly onRows: (rows: number) => void;
}

/**
 * Reads a collection page by page; what has come is written while the next page is on its way. Rows that are gone at the operator are
 * removed only after everything was read, and only if they were here before it began: what is recorded meanwhile stays.
 */
export async function readPart<Id extends number, Resource extends { readonly id: Id }>(
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

/** Answers only when everything that came is written. */
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

/** Writes what is added in the background; what waits when nothing more is wanted is not written. */
function createWriting<Id extends number, Resource extends { readonly id: Id }>(
  { database, signal, store, onRows, carryOver }: PartReading<Id, Resource>,
  gone: Set<Id>,
) {
  const waiting: Resource[] = [];
  let underWay: Promise<void> | null = null;
  let failure: Error | null = null;
  let room: PromiseWithResolvers<void> | null = null;
  const tellRoom = () => {
    room?.resolve();
    room = null;
  };

  const write = async (): Promise<void> => {
    let gathered = 0;
    try {
      while (waiting.length > 0 && !signal.aborted) {
        const rows = waiting.splice(0, ROWS_PER_TURN);
        if (waiting.length < MOST_WAITING) tellRoom();
        database.gather((context) => {
          if (store(context, rows) > 0) context.changed('directory');
        });
        for (const { id } of rows) gone.delete(id);
        gathered += rows.length;
        onRows(rows.length);
        await nextTurn();
        // Nothing is kept open while the operator is waited for.
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
    tellRoom();
  };
  const tellFailure = () => {
    if (failure !== null) throw failure;
  };

  return {
    /** Resolves when there is room for another page; rejects where one before could not be written. */
    add: async (page: readonly Resource[]): Promise<void> => {
      tellFailure();
      for (const row of page) waiting.push(row);
      underWay ??= write();
      if (waiting.length < MOST_WAITING) return;
      room ??= Promise.withResolvers<void>();
      await room.promise;
      tellFailure();
    },
    end: async (): Promise<void> => {
      await underWay;
      tellFailure();
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
