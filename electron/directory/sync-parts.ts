import type { Clock } from '../../shared/time.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Database } from '../db/open.ts';
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
import { readPart } from './read-part.ts';
import { keyRow } from './rows.ts';
import type { DirectorySource, ReadPages, SourceFailure } from './source.ts';

/** In this order: small and needed offline first, the fleet later, what is only a comfort last. */
export const syncParts = ['keys', 'groups', 'users', 'products', 'services', 'cars', 'pictures'] as const;
export type SyncPart = (typeof syncParts)[number];

/** One sync's tools for one part. */
export interface SyncRun {
  readonly database: Database;
  readonly source: DirectorySource;
  readonly pictures: KeyPictures;
  readonly clock: Clock;
  readonly pass: number;
  readonly signal: AbortSignal;
  /** Names of calls that turned out not to be offered; added to, and not called again. */
  readonly notOffered: Set<string>;
  /** Takes a long -wal file over, between two commits. */
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
  // Without the list of brands the catalogue was not read completely, whatever became of the brands known before.
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
