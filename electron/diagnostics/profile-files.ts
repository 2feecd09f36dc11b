import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Sqlite } from '../db/open.ts';

/** The folder of an environment and customer on this laptop. */
export interface ProfileOnDisk {
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
export async function readCopy<Value>(
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
  sqlite
    .prepare<[], number>("SELECT count(*) FROM operation WHERE state NOT IN ('done', 'failed', 'cancelled')")
    .pluck()
    .get() ?? 0;
