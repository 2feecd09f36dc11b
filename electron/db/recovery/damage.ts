import {
  existsSync,
  mkdirSync,
  renameSync,
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import type { Instant } from '../../../shared/time.ts';
import type { Sqlite } from '../open.ts';

/* Damaged database files: how damage is found, where the files are put, and how their rows are saved. */

/**
 * Checks a database file that is not open, table by table, and merges its side files into it. `thorough` also compares
 * the indexes. Returns the damage, null = none. Takes about a second per few hundred MB: see `FileWorker.findDamage`.
 */
export function findDamage(file: string, thorough: boolean): string | null {
  const copy = new BetterSqlite3(file);
  try {
    copy.pragma('journal_mode = DELETE');
    for (const table of tablesOf(copy)) {
      const found = copy.pragma(`${thorough ? 'integrity_check' : 'quick_check'}("${table}")`, {
        simple: true,
      });
      if (found !== 'ok') return `${table}: ${String(found)}`;
    }
    return null;
  } catch (cause) {
    if (cause instanceof BetterSqlite3.SqliteError) return cause.message;
    throw cause;
  } finally {
    copy.close();
  }
}

/** A table to salvage: its key columns, and whether the key is a counting integer. */
export interface TableShape {
  readonly name: string;
  readonly key: readonly string[];
  readonly counted: boolean;
}

/** Every table of an undamaged database with its key. */
export function tableShapes(sqlite: Sqlite): readonly TableShape[] {
  return tablesOf(sqlite).map((name) => {
    const columns = sqlite
      .prepare<[string], { readonly name: string; readonly type: string; readonly pk: number }>(
        'SELECT name, type, pk FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk',
      )
      .all(name);
    return {
      name,
      key: columns.map((column) => column.name),
      counted: columns.length === 1 && columns[0]?.type === 'INTEGER',
    };
  });
}

/** The tables of a database without SQLite's own. */
export function tablesOf(sqlite: Sqlite): readonly string[] {
  return sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
}

const OWNER_ONLY = 0o700;

/** The files of a database in the order in which they are moved: the main file last. */
const DATABASE_SUFFIXES = ['-wal', '-shm', ''] as const;

/**
 * The folder for damaged files of the databases beside `file`. They stay until a person deletes them, or a removal of
 * personal data does.
 */
export function damagedFolderOf(file: string): string {
  return join(dirname(file), 'damaged');
}

/**
 * Moves a database with its side files, or any obstacle in its place, into a folder of its own; returns that folder.
 */
export function setAside(file: string, at: Instant): string {
  const folder = freeFolder(join(damagedFolderOf(file), String(at)));
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  for (const suffix of DATABASE_SUFFIXES) {
    const source = file + suffix;
    if (existsSync(source)) renameSync(source, join(folder, basename(source)));
  }
  return folder;
}

function freeFolder(wanted: string, turn = 1): string {
  const folder = turn === 1 ? wanted : `${wanted}-${turn}`;
  return existsSync(folder) ? freeFolder(wanted, turn + 1) : folder;
}

/** A row as stored in the file, by column name. */
const storedRow = z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array)]));
export type StoredRow = z.infer<typeof storedRow>;

/** The readable rows of a damaged database, by table. */
export interface Salvaged {
  /** The newest migration of the damaged file; 0 = unreadable. */
  readonly version: number;
  readonly rows: (table: string) => readonly StoredRow[];
}

const PAGE_ONE_VERSION_AT = 18;
const PAGE_ONE_SIZE_AT = 28;
const WAL_VERSION = 2;
const MAGIC = 'SQLite format 3\0';
/** Upper bound of keys that are read one by one in a gap between readable rows. */
const LONGEST_GAP = 20_000;

/**
 * Reads the rows that are still readable in a damaged database: each table from its start, from its end, and row by row
 * in between. Works on copies in `workFolder`; the files themselves are not changed. `like`: an undamaged copy of the
 * same database, whose first page replaces an unreadable first page.
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

/** The copy of the file and its -wal in the work folder; null = there is nothing to read. */
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
  // SQLite discards the -wal of an empty file, whatever it contains. So the file is filled first.
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

/** Adds the rows it reads to `into`. Returns the schema version; 0 = unreadable, or another program's file. */
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
    // Prepared once: with a damaged schema each attempt to prepare reads the whole schema again.
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
  // Between the damaged pages on either side, single rows may be on undamaged pages.
  const first = numbers[fromTheFront - 1] ?? 0;
  const last = Math.max(first + LONGEST_GAP / 10, numbers.at(-1) ?? 0);
  const readOne = reading(`SELECT * FROM "${name}" WHERE "${column}" = ?`);
  for (let number = first + 1; number < Math.min(last, first + LONGEST_GAP); number += 1) readOne(number);
}

/** Undefined when SQLite fails; rows read before the error are kept. */
function tolerant<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof BetterSqlite3.SqliteError || cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** Conflict rule for a row with the same key or another equal unique value. */
type Meeting = 'replace' | 'keep';

/** Inserts a salvaged row into a table. False = the row violates a constraint, or the existing row was kept. */
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
    // A value of the wrong type for its column counts as damage too.
    if (cause instanceof TypeError || cause instanceof RangeError) return false;
    throw cause;
  }
}

function columnsOf(sqlite: Sqlite, table: string): readonly string[] {
  return sqlite.prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')").pluck().all(table);
}

/** Deletes or clears references to missing rows. Foreign keys were disabled while rows were inserted. */
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
