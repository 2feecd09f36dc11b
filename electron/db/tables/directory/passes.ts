import { z } from 'zod';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** One pass over all parts of the directory. An interrupted pass is resumed while it is recent. */
interface Pass {
  readonly number: number;
  readonly startedAt: Instant;
  readonly unfinished: boolean;
  /** When a pass was last completed, this one or an earlier one; null = never. */
  readonly completedAt: Instant | null;
  /** Names of calls this environment did not offer in the last completed pass. */
  readonly notOffered: readonly string[];
}

interface PassRow {
  readonly number: number;
  readonly started_at: Instant;
  readonly unfinished: 0 | 1;
  readonly completed_at: Instant | null;
  readonly not_offered: string;
}

const names = z.array(z.string());

/** The newest pass, or undefined before the first sync. */
export function readPass(sqlite: Sqlite): Pass | undefined {
  const row = sqlite
    .prepare<[], PassRow>('SELECT number, started_at, unfinished, completed_at, not_offered FROM pass')
    .get();
  if (row === undefined) return undefined;
  return {
    number: row.number,
    startedAt: row.started_at,
    unfinished: row.unfinished === 1,
    completedAt: row.completed_at,
    notOffered: names.parse(JSON.parse(row.not_offered)),
  };
}

/** Starts a pass and returns its number; the completion time of the last pass stays. */
export function beginPass({ sqlite }: WriteContext, at: Instant): number {
  const number = sqlite
    .prepare<[Instant], number>(
      `INSERT INTO pass (id, number, started_at, unfinished, completed_at, not_offered) VALUES (1, 1, ?, 1, NULL, '[]')
       ON CONFLICT (id) DO UPDATE SET number = number + 1, started_at = excluded.started_at, unfinished = 1
       RETURNING number`,
    )
    .pluck()
    .get(at);
  if (number === undefined) throw new Error('the pass was not written');
  return number;
}

/** Ends the pass: every part was read, or is not offered. */
export function completePass({ sqlite }: WriteContext, at: Instant, notOffered: readonly string[]): void {
  sqlite
    .prepare<[Instant, string]>('UPDATE pass SET unfinished = 0, completed_at = ?, not_offered = ?')
    .run(at, JSON.stringify(notOffered));
}

/** The collections that are read completely from the operator; each has the time of its last complete reading. */
export type DirectoryPart =
  'brands' | 'keys' | 'groups' | 'users' | 'products' | 'services' | 'cars' | 'pictures';

/** When the part was last read completely; null = never. */
export function readPartTime(sqlite: Sqlite, part: DirectoryPart): Instant | null {
  return (
    sqlite.prepare<[DirectoryPart], Instant>('SELECT synced_at FROM part WHERE name = ?').pluck().get(part) ??
    null
  );
}

/** A part that is read as a collection, page by page. */
export type CollectedPart = Exclude<DirectoryPart, 'brands' | 'keys' | 'pictures'>;

/** The position in the operator's list up to which the rows of a part are stored. */
interface StoredProgress {
  readonly position: number;
  /** The highest id so far. */
  readonly lastId: number;
}

/** The progress of the part's reading in this pass; undefined = no page is stored, or all are. */
export function readProgress(sqlite: Sqlite, part: CollectedPart, pass: number): StoredProgress | undefined {
  return sqlite
    .prepare<[CollectedPart, number], StoredProgress>(
      'SELECT position, last_id AS lastId FROM part_progress WHERE name = ? AND pass = ?',
    )
    .get(part, pass);
}

/** Stores the progress of the part's reading, with the rows that it covers. */
export function setProgress(
  { sqlite }: WriteContext,
  part: CollectedPart,
  pass: number,
  { position, lastId }: StoredProgress,
): void {
  sqlite
    .prepare<[CollectedPart, number, number, number]>(
      `INSERT INTO part_progress (name, pass, position, last_id) VALUES (?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET pass = excluded.pass, position = excluded.position, last_id = excluded.last_id`,
    )
    .run(part, pass, position, lastId);
}

/** Notes that the part was read completely in this pass. */
export function setPartTime({ sqlite }: WriteContext, part: DirectoryPart, pass: number, at: Instant): void {
  sqlite.prepare<[DirectoryPart]>('DELETE FROM part_progress WHERE name = ?').run(part);
  sqlite
    .prepare<[DirectoryPart, Instant, number]>(
      `INSERT INTO part (name, synced_at, pass) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET synced_at = excluded.synced_at, pass = excluded.pass`,
    )
    .run(part, at, pass);
}

/** Whether the part was already read completely in this pass. */
export function isPartRead(sqlite: Sqlite, part: DirectoryPart, pass: number): boolean {
  return (
    sqlite
      .prepare<[DirectoryPart, number], number>('SELECT 1 FROM part WHERE name = ? AND pass = ?')
      .pluck()
      .get(part, pass) !== undefined
  );
}

/** Whether any row of a collection is stored. */
export function hasRows(sqlite: Sqlite, table: 'user' | 'product' | 'service' | 'car'): boolean {
  return sqlite.prepare<[], number>(`SELECT 1 FROM ${table} LIMIT 1`).pluck().get() !== undefined;
}

const tableOf = {
  groups: 'group',
  users: 'user',
  products: 'product',
  services: 'service',
  cars: 'car',
} as const satisfies Record<CollectedPart, string>;

/** Number of stored rows of a part with an id up to this one. */
export function countRowsUpTo(sqlite: Sqlite, part: CollectedPart, id: number): number {
  return (
    sqlite
      .prepare<[number], number>(`SELECT count(*) FROM "${tableOf[part]}" WHERE id <= ?`)
      .pluck()
      .get(id) ?? 0
  );
}

/** Those of the ids that are stored in a collection. */
export function knownIds(
  sqlite: Sqlite,
  table: 'user' | 'product' | 'service' | 'car',
  ids: readonly number[],
): ReadonlySet<number> {
  return new Set(
    sqlite
      .prepare<[string], number>(`SELECT id FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`)
      .pluck()
      .all(JSON.stringify(ids)),
  );
}
