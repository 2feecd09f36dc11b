import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import type { Sqlite } from '../open.ts';
import { type TableShape, tablesOf } from './find-damage.ts';

/** A row as it stands in a file, by column. */
const storedRow = z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array)]));
export type StoredRow = z.infer<typeof storedRow>;

/** The readable rows of a damaged database, by table. */
export interface Salvaged {
  /** The newest migration it had; 0 where that cannot be read. */
  readonly version: number;
  readonly rows: (table: string) => readonly StoredRow[];
}

const PAGE_ONE_VERSION_AT = 18;
const PAGE_ONE_SIZE_AT = 28;
const WAL_VERSION = 2;
const MAGIC = 'SQLite format 3\0';
/** Beyond this no gap between two readable rows is asked for row by row. */
const LONGEST_GAP = 20_000;

/**
 * Reads what SQLite can still read of a damaged database: each table from its beginning, from its end, and row by row between.
 * Works on copies in `workFolder`; the files themselves stay as they are. `like`: a sound copy of the same database, whose
 * first page stands in where the damaged one's is gone.
 */
export function salvage(
  file: string,
  {
    workFolder,
    tables,
    like,
  }: { readonly workFolder: string; readonly tables: readonly TableShape[]; readonly like: string | null },
): Salvaged {
  const read = new Map<string, Map<string, StoredRow>>();
  let version = 0;
  for (const pageOneOf of like === null ? [null] : [null, like]) {
    if ([...read.values()].some(({ size }) => size > 0)) break;
    const copy = copyAside(file, workFolder, pageOneOf);
    if (copy === null) break;
    try {
      version = Math.max(version, readCopy(copy, tables, read));
    } finally {
      rmSync(workFolder, { recursive: true, force: true });
    }
  }
  return { version, rows: (table) => [...(read.get(table)?.values() ?? [])] };
}

/** The file and its -wal in the work folder; null where there is nothing that could be read. */
function copyAside(file: string, workFolder: string, pageOneOf: string | null): string | null {
  const has = (path: string) => existsSync(path) && statSync(path).isFile();
  if (!has(file) && !has(`${file}-wal`)) return null;
  rmSync(workFolder, { recursive: true, force: true });
  mkdirSync(workFolder, { recursive: true, mode: 0o700 });
  const copy = join(workFolder, 'salvage.db');
  if (has(file)) copyFileSync(file, copy);
  else closeSync(openSync(copy, 'w'));
  if (has(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  if (pageOneOf !== null) replacePageOne(copy, pageOneOf);
  // Where a file is empty SQLite throws its -wal away, however much is in it.
  else if (statSync(copy).size === 0) writeAt(copy, Buffer.alloc(pageSizeOfWal(`${copy}-wal`)), 0);
  return copy;
}

function replacePageOne(copy: string, like: string): void {
  const head = Buffer.alloc(100);
  const source = openSync(like, 'r');
  try {
    readSync(source, head, 0, 100, 0);
    if (head.toString('latin1', 0, 16) !== MAGIC) return;
    const reported = head.readUInt16BE(16);
    const pageSize = reported === 1 ? 65_536 : reported;
    const page = Buffer.alloc(pageSize);
    readSync(source, page, 0, pageSize, 0);
    page.writeUInt8(WAL_VERSION, PAGE_ONE_VERSION_AT);
    page.writeUInt8(WAL_VERSION, PAGE_ONE_VERSION_AT + 1);
    page.writeUInt32BE(Math.max(1, Math.ceil(statSync(copy).size / pageSize)), PAGE_ONE_SIZE_AT);
    writeAt(copy, page, 0);
  } finally {
    closeSync(source);
  }
}

function pageSizeOfWal(wal: string): number {
  const reported = existsSync(wal) && statSync(wal).size >= 12 ? readFileSync(wal).readUInt32BE(8) : 0;
  return reported >= 512 && reported <= 65_536 ? reported : 4096;
}

function writeAt(file: string, bytes: Buffer, position: number): void {
  const descriptor = openSync(file, 'r+');
  try {
    let written = 0;
    while (written < bytes.length)
      written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  } finally {
    closeSync(descriptor);
  }
}

/** Adds the rows that it reads to `into`; answers the version of the schema, 0 where even that is unreadable or another program's. */
function readCopy(
  copy: string,
  tables: readonly TableShape[],
  into: Map<string, Map<string, StoredRow>>,
): number {
  let sqlite: Sqlite | null = null;
  try {
    const opened = new BetterSqlite3(copy);
    sqlite = opened;
    for (const table of tables) {
      const rows = into.get(table.name) ?? new Map<string, StoredRow>();
      into.set(table.name, rows);
      readTable(opened, table, rows);
    }
    const found = tolerant(() => tablesOf(opened));
    if (found !== undefined && !tables.some(({ name }) => found.includes(name))) return 0;
    return Number(tolerant(() => opened.pragma('user_version', { simple: true })) ?? 0);
  } catch (cause) {
    if (cause instanceof BetterSqlite3.SqliteError) return 0;
    throw cause;
  } finally {
    sqlite?.close();
  }
}

function readTable(sqlite: Sqlite, { name, key, counted }: TableShape, rows: Map<string, StoredRow>): void {
  const keyOf = (row: StoredRow) => JSON.stringify(key.map((column) => row[column] ?? null));
  const reading = (sql: string) => {
    // Compiled once: where the schema is damaged, each attempt reads all of it again.
    const statement = tolerant(() => sqlite.prepare<number[]>(sql));
    return (...values: readonly number[]): boolean =>
      tolerant(() => {
        if (statement === undefined) return false;
        for (const candidate of statement.iterate(...values)) {
          const row = storedRow.safeParse(candidate);
          if (row.success && !rows.has(keyOf(row.data))) rows.set(keyOf(row.data), row.data);
        }
        return true;
      }) === true;
  };
  const order = (direction: string) => key.map((column) => `"${column}" ${direction}`).join(', ');
  if (reading(`SELECT * FROM "${name}" NOT INDEXED`)()) return;
  reading(`SELECT * FROM "${name}" ORDER BY ${order('ASC')}`)();
  const fromTheFront = rows.size;
  reading(`SELECT * FROM "${name}" ORDER BY ${order('DESC')}`)();
  const [column] = key;
  if (!counted || column === undefined) return;
  const numbers = [...rows.values()].map((row) => Number(row[column]));
  // A row beyond the damage on either side may stand on a sound page of its own.
  const first = numbers[fromTheFront - 1] ?? 0;
  const last = Math.max(first + LONGEST_GAP / 10, numbers.at(-1) ?? 0);
  const readOne = reading(`SELECT * FROM "${name}" WHERE "${column}" = ?`);
  for (let number = first + 1; number < Math.min(last, first + LONGEST_GAP); number += 1) readOne(number);
}

/** Undefined where SQLite refuses; what was read before stays. */
function tolerant<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof BetterSqlite3.SqliteError || cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** The conflict rule where a row of the same key, or of another unique value, exists. */
type Meeting = 'replace' | 'keep';

/** Puts a row that was read elsewhere into a table; false = it was not: the table does not take it, or keeps its own. */
export function putRow(sqlite: Sqlite, table: string, row: StoredRow, meeting: Meeting): boolean {
  const columns = columnsOf(sqlite, table).filter((column) => Object.hasOwn(row, column));
  const names = columns.map((column) => `"${column}"`).join(', ');
  const places = columns.map(() => '?').join(', ');
  const verb = meeting === 'replace' ? 'INSERT OR REPLACE' : 'INSERT OR IGNORE';
  try {
    const put = sqlite.prepare(`${verb} INTO main."${table}" (${names}) VALUES (${places})`);
    return put.run(...columns.map((column) => row[column] ?? null)).changes > 0;
  } catch (cause) {
    if (cause instanceof BetterSqlite3.SqliteError && cause.code.startsWith('SQLITE_CONSTRAINT'))
      return false;
    // A value of another type than its column: damage too.
    if (cause instanceof TypeError || cause instanceof RangeError) return false;
    throw cause;
  }
}

function columnsOf(sqlite: Sqlite, table: string): readonly string[] {
  return sqlite.prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')").pluck().all(table);
}

/** Takes out, or sets free, what names something that is not there. Foreign keys were off while rows were put in. */
export function repairReferences(sqlite: Sqlite): void {
  for (;;) {
    const violations = sqlite
      .prepare<[], { readonly table: string; readonly fkid: number; readonly parent: string }>(
        'SELECT DISTINCT "table", fkid, parent FROM pragma_foreign_key_check',
      )
      .all();
    if (violations.length === 0) return;
    for (const { table, fkid, parent } of violations) {
      const key = sqlite
        .prepare<[string, number], { readonly from: string; readonly to: string | null }>(
          'SELECT "from", "to" FROM pragma_foreign_key_list(?) WHERE id = ?',
        )
        .get(table, fkid);
      if (key === undefined) continue;
      const orphans = `"${key.from}" IS NOT NULL AND "${key.from}" NOT IN (SELECT "${key.to ?? 'id'}" FROM "${parent}")`;
      const isOptional =
        sqlite
          .prepare<[string, string], number>('SELECT "notnull" FROM pragma_table_info(?) WHERE name = ?')
          .pluck()
          .get(table, key.from) === 0;
      sqlite.exec(
        isOptional
          ? `UPDATE "${table}" SET "${key.from}" = NULL WHERE ${orphans}`
          : `DELETE FROM "${table}" WHERE ${orphans}`,
      );
    }
  }
}
