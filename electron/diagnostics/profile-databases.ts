import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { Sqlite } from '../db/open.ts';
import { maskDetails, wordsOf } from './mask-details.ts';

/* The databases of all profiles of a laptop, as the health check and the support bundle read them. */

/** The folder of an environment and customer on this laptop. */
interface ProfileOnDisk {
  /** `uat-3f2a…/4711`: no address, no name. */
  readonly name: string;
  readonly folder: string;
}

/** The amount of unsent work of another environment or customer; null = its file cannot be read. */
export interface OtherWork {
  readonly name: string;
  readonly unfinished: number | null;
}

/** Every profile that has been opened on this laptop. */
export function listProfiles(dataDir: string): readonly ProfileOnDisk[] {
  const profiles = join(dataDir, 'profiles');
  return foldersIn(profiles).flatMap((environment) =>
    foldersIn(join(profiles, environment)).map((customer) => ({
      name: `${environment}/${customer}`,
      folder: join(profiles, environment, customer),
    })),
  );
}

function foldersIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/**
 * Reads a copy of a database that this process does not have open. Reading the file itself would create side files,
 * which mark an interrupted run. Rejects with the error of SQLite or the file system. The file must not be open here.
 */
async function readCopy<Value>(
  dataDir: string,
  file: string,
  read: (sqlite: Sqlite) => Promise<Value> | Value,
): Promise<Value> {
  const place = await mkdtemp(join(dataDir, 'reading-'));
  try {
    const copy = join(place, 'copy.db');
    await copyFile(file, copy);
    if (existsSync(`${file}-wal`)) await copyFile(`${file}-wal`, `${copy}-wal`);
    const sqlite = new BetterSqlite3(copy);
    try {
      return await read(sqlite);
    } finally {
      sqlite.close();
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** The unsent work of every profile except the open one, whose folder is `open`. */
export async function readOtherWork(dataDir: string, open: string | null): Promise<readonly OtherWork[]> {
  const others = listProfiles(dataDir).filter(({ folder }) => folder !== open);
  const work: OtherWork[] = [];
  for (const { name, folder } of others) {
    const file = join(folder, 'queue.db');
    if (!existsSync(file)) continue;
    const unfinished = await readCopy(dataDir, file, countUnfinished).catch(() => null);
    work.push({ name, unfinished });
  }
  return work;
}

const countUnfinished = (sqlite: Sqlite): number =>
  sqlite.prepare<[], number>(`SELECT count(*) FROM operation WHERE state NOT IN ${ENDED}`).pluck().get() ?? 0;

/* The parts of a support bundle that come from databases: shapes, counts and masked texts. */

/**
 * The databases that are open in this process. Only those may get a second connection; others are read from a copy.
 */
export interface Reading {
  readonly dataDir: string;
  /** The folder of the open profile. */
  readonly openFolder: string | null;
}

/**
 * Reads a database of a profile's folder, even while another process has it open. `unreadable` has the error code
 * of SQLite or the file system.
 */
export async function readDatabase<Value>(
  { dataDir, openFolder }: Reading,
  { folder, file }: { readonly folder: string; readonly file: string },
  read: (sqlite: Sqlite) => Promise<Value> | Value,
): Promise<Value | { readonly unreadable: string }> {
  try {
    if (folder !== openFolder) return await readCopy(dataDir, file, read);
    const sqlite = new BetterSqlite3(file, { readonly: true });
    try {
      return await read(sqlite);
    } finally {
      sqlite.close();
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    return { unreadable: code };
  }
}

type Row = Readonly<Record<string, string | number | null>>;

/** Row limits: the newest open operations, and the newest finished ones. */
const MOST_OPEN = 500;
const MOST_ENDED = 200;
/** Upper bound of characters of the operator's text. */
const LONGEST_SENTENCE = 2000;
const ENDED = "('done', 'failed', 'cancelled')";

/**
 * The shape of a queue: its operations, their states, and the operator's answer to each attempt, with every word masked
 * that is not technical. Payloads and lanes are not read.
 *
 * @param known words of this laptop's own data, in lower case; they are always masked.
 */
export function queueShape(sqlite: Sqlite, known: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const rows = (sql: string, ...given: readonly number[]): readonly Row[] => {
    try {
      return sqlite.prepare<number[], Row>(sql).all(...given);
    } catch (cause) {
      // An older file lacks a table and a damaged one a page: the readable rest is still reported.
      return [{ unreadable: cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown' }];
    }
  };
  /** Runs a query and masks the operator's text in the column `says`. */
  const spoken = (sql: string, ...given: readonly number[]): readonly Row[] =>
    rows(sql, ...given).map((row) =>
      typeof row['says'] === 'string'
        ? { ...row, says: maskDetails(row['says'].slice(0, LONGEST_SENTENCE), known) }
        : row,
    );
  const operations = (which: string, most: number) =>
    rows(
      `SELECT id, kind, state, environment, customer_id AS customer, job_id AS job, attempt, crashes, delays, negative_reads,
         json_extract(problem, '$.code') AS problem, confirmed_by, revision, created_at, claimed_at, not_before,
         maybe_sent_at, accepted_at, updated_at, finished_at
       FROM operation WHERE state ${which} ${ENDED} ORDER BY seq DESC LIMIT ?`,
      most,
    );
  return {
    states: rows('SELECT kind, state, count(*) AS count FROM operation GROUP BY kind, state'),
    unfinished: operations('NOT IN', MOST_OPEN),
    ended: operations('IN', MOST_ENDED),
    attempts: spoken(
      `SELECT operation_id AS operation, number, started_at, finished_at, sent, status, code, message AS says FROM attempt
       WHERE operation_id IN (SELECT id FROM operation WHERE state NOT IN ${ENDED} ORDER BY seq DESC LIMIT ?)
         OR operation_id IN (SELECT id FROM operation WHERE state IN ${ENDED} ORDER BY seq DESC LIMIT ?)
       ORDER BY operation_id, number`,
      MOST_OPEN,
      MOST_ENDED,
    ),
    failedResults: spoken(
      `SELECT kind, state, operation_id AS operation, fetched_at, fault,
         json_extract(payload, '$.payload.errorMessage') AS says
       FROM result WHERE fault IS NOT NULL OR json_extract(payload, '$.payload.operationSucceeded') = 0
       ORDER BY fetched_at DESC LIMIT ?`,
      MOST_ENDED,
    ),
    incidents: spoken('SELECT operation_id AS operation, code, at, seen_at, message AS says FROM incident'),
    jobs: rows('SELECT kind, count(*) AS count, count(finished_at) AS finished FROM job GROUP BY kind'),
    log: rows('SELECT count(*) AS entries, max(number) AS newest, max(at) AS newest_at FROM log_entry'),
    notes: rows('SELECT matter, count, at, seen_at FROM relay_note'),
    lease: rows('SELECT fence, renewed_at, released FROM lease'),
  };
}

/** The version of a database's schema, and the row count of each table. */
export function schemaOf(sqlite: Sqlite): Readonly<Record<string, unknown>> {
  return {
    version: sqlite.pragma('user_version', { simple: true }),
    pages: sqlite.pragma('page_count', { simple: true }),
    freePages: sqlite.pragma('freelist_count', { simple: true }),
    quickCheck: sqlite.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'ok' : 'damaged',
  };
}

/** The queries for names, plates and serials of the fleet. */
const FLEET = [
  'SELECT name FROM car',
  'SELECT license_plate FROM car',
  'SELECT vin FROM car',
  'SELECT name FROM user',
  'SELECT email_address FROM user',
  'SELECT name FROM "group"',
  'SELECT serial_number FROM product',
  'SELECT unique_id FROM product',
] as const;
const WORK = [
  'SELECT search_text FROM job_search',
  'SELECT DISTINCT worker FROM log_entry',
  "SELECT json_extract(data, '$.car.name') FROM job",
] as const;

/** Rows per turn of the event loop: about one millisecond of work. */
const ROWS_PER_CHUNK = 1000;

/** Adds the words of the local copy of the fleet. */
export const wordsOfFleet = (sqlite: Sqlite, known: Set<string>): Promise<void> =>
  addWords(sqlite, FLEET, known);
/** Adds the words of jobs and reviews. */
export const wordsOfWork = (sqlite: Sqlite, known: Set<string>): Promise<void> =>
  addWords(sqlite, WORK, known);

async function addWords(sqlite: Sqlite, questions: readonly string[], known: Set<string>): Promise<void> {
  for (const question of questions) {
    try {
      let rows = 0;
      for (const value of sqlite.prepare<[], string | number | null>(question).pluck().iterate()) {
        for (const word of wordsOf(String(value ?? ''))) known.add(word);
        rows += 1;
        if (rows % ROWS_PER_CHUNK === 0) await nextTurn();
      }
    } catch {
      // A missing table or damaged page is skipped: text that is not clearly technical is masked anyway.
    }
  }
}
