import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../../shared/result.ts';
import type { Database, Sqlite, WriteContext } from '../db/open.ts';
import type { ReadPages, SourceFailure } from './source.ts';

/** Rows per transaction: a server that ignores `$top` must not freeze the window with one page of 20,000. */
const ROWS_PER_COMMIT = 100;

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
  /** How many rows were stored since the last call. */
  readonly onRows: (rows: number) => void;
}

/**
 * Reads a collection page by page, each committed as it comes. Rows that are gone at the operator are removed only after
 * everything was read, and only if they were here before it began: what is recorded meanwhile stays.
 */
export async function readPart<Id extends number, Resource extends { readonly id: Id }>(
  part: PartReading<Id, Resource>,
): Promise<Result<null, SourceFailure>> {
  const { database, signal } = part;
  const gone = new Set(part.ids(database.sqlite));
  const onPage = async (page: readonly Resource[]): Promise<void> => {
    for (let from = 0; from < page.length; from += ROWS_PER_COMMIT) {
      if (signal.aborted) return;
      const rows = page.slice(from, from + ROWS_PER_COMMIT);
      database.write((context) => {
        if (part.store(context, rows) > 0) context.changed('directory');
      });
      for (const { id } of rows) gone.delete(id);
      part.onRows(rows.length);
      await nextTurn();
    }
  };
  const outcome = await part.read({ signal, onPage });
  if (signal.aborted) return { ok: false, error: { kind: 'aborted' } };
  if (!outcome.ok) return outcome;
  await removeRows(part, [...gone]);
  database.write((context) => {
    part.complete(context);
    context.changed('directory');
  });
  return outcome;
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
