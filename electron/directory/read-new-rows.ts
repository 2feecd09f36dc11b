import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../shared/time.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Database } from '../db/open.ts';
import { cars, type Collection, products, services, users } from './collections.ts';
import type { DirectorySource, ReadNewest, SourceFailure } from './source.ts';

/** Rows per transaction, as for a whole reading. */
const ROWS_PER_COMMIT = 100;

/** The dependencies of a look for new rows. */
export interface NewRowsReading {
  readonly database: Database;
  readonly source: DirectorySource;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Parts this environment does not offer; not asked for. */
  readonly notOffered: ReadonlySet<string>;
}

/**
 * Learns of rows made since they were last read, with a page or two per collection: the API tells no time of a change, but
 * ids rise, so the newest come first until a whole page is known. Changes and removals are found by a whole reading only.
 * A part that cannot be looked at so is left to the whole reading; only what would meet every part ends the look.
 */
export async function readNewRows(reading: NewRowsReading): Promise<Result<null, SourceFailure>> {
  const { newest } = reading.source;
  const readings = [
    ['users', () => readNew(reading, users, newest.users)],
    ['products', () => readNew(reading, products, newest.products)],
    ['services', () => readNew(reading, services, newest.services)],
    ['cars', () => readNew(reading, cars, newest.cars)],
  ] as const;
  for (const [part, run] of readings) {
    if (reading.notOffered.has(part)) continue;
    const outcome = await run();
    if (outcome.ok) continue;
    const failure = outcome.error;
    if (failure.kind === 'aborted' || (failure.kind === 'failed' && failure.everywhere)) return outcome;
  }
  return ok(null);
}

async function readNew<Id extends number, Resource extends { readonly id: Id }>(
  { database, clock, signal }: NewRowsReading,
  collection: Collection<Id, Resource>,
  read: ReadNewest<Resource>,
): Promise<Result<null, SourceFailure>> {
  const known = new Set(collection.ids(database.sqlite));
  // Nothing here yet: the first reading is a whole one.
  if (known.size === 0) return ok(null);
  return read({
    signal,
    onPage: async (page) => {
      const fresh = page.filter(({ id }) => !known.has(id));
      for (let from = 0; from < fresh.length; from += ROWS_PER_COMMIT) {
        const rows = fresh.slice(from, from + ROWS_PER_COMMIT);
        database.write((context) => {
          if (collection.store(context, rows, clock.now()) > 0) context.changed('directory');
        });
        await nextTurn();
      }
      // Not at the first known row: what was made here is known before what a colleague made earlier.
      return fresh.length === 0 ? 'enough' : 'more';
    },
  });
}
