import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { archiveMigrations } from '../../../electron/db/migrations/archive.ts';
import { makeArchive } from '../../../electron/db/log-archive.ts';
import { openDatabase, type Sqlite } from '../../../electron/db/open.ts';
import { openDirectoryFile } from '../../../electron/directory/directory.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { openSupervisionFile } from '../../../electron/supervision/copies-file.ts';
import { customerId } from '../../../shared/ids.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { checkRows } from '../../statements/check-rows.ts';
import { prepareAll, type Schemas } from '../../statements/prepare-all.ts';
import { tempFolder } from './temp-folder.ts';

/** Calls whose text is made of names that the source does not have. Their rows have no type of named columns. */
const UNREAD = {
  // The tables of a damaged file, and the columns that its rows have.
  'electron/db/recovery/damage.ts': 2,
  // The columns of a change; `OperationChange` names them.
  'electron/db/tables/queue/operations.ts': 1,
  // Every table of a file, in which a person's words are looked for.
  'electron/removal/matcher.ts': 1,
};

const target = {
  environment: 'uat',
  baseUrl: 'http://127.0.0.1:1',
  customerId: customerId.parse(4711),
} as const;

/** Every database as the app opens it, with an archive attached to queue.db. */
function openAll(): Schemas {
  const folder = tempFolder();
  const file = (name: string) => ({
    file: join(folder, name),
    onCommitted: () => undefined,
    clock: { now: () => 1 },
  });
  const queue = openQueueDatabase(join(folder, 'queue.db'), target, () => undefined);
  makeArchive(queue);
  const databases = {
    queue,
    directory: openDirectoryFile(file('directory.db')).database,
    supervision: openSupervisionFile(file('supervision.db')).database,
    archive: openDatabase({ ...file('log-archive.db'), migrations: archiveMigrations, durability: 'full' }),
  };
  onTestFinished(() => {
    for (const database of Object.values(databases)) database.close();
  });
  return Object.fromEntries(Object.entries(databases).map(([name, { sqlite }]) => [name, sqlite]));
}

describe('every statement of the app', () => {
  it('is prepared in its database, and its rows have the columns that their type says', async () => {
    const { calls, texts, typed, unread, refused, named } = prepareAll(projectRoot, openAll());
    expect(refused).toEqual([]);
    expect(
      Object.fromEntries([...Map.groupBy(unread, (file) => file)].map(([file, all]) => [file, all.length])),
    ).toEqual(UNREAD);
    // The cache of statements is what `prepare` calls.
    expect(named).toEqual(['electron/db/open.ts']);
    expect(texts).toBeGreaterThanOrEqual(calls - unread.length);
    expect(typed.length).toBeGreaterThan(200);
    expect(await checkRows(projectRoot, tempFolder(), typed)).toEqual([]);
  });

  it('is of tables that check the type of each value', () => {
    const loose = (sqlite: Sqlite) =>
      sqlite
        .prepare<[], string>(
          `SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
        )
        .pluck()
        .all();
    expect(Object.values(openAll()).flatMap(loose)).toEqual([]);
  });
});

/** A checkout whose only source is this one, a file of queue.db's tables. */
function planted(source: string): string {
  const root = tempFolder();
  for (const beside of ['shared', 'resources', 'node_modules', 'package.json', 'tsconfig.base.json']) {
    symlinkSync(join(projectRoot, beside), join(root, beside));
  }
  const file = join(root, 'electron/db/tables/queue/planted.ts');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `declare const sqlite: import('better-sqlite3').Database;\n${source}\n`);
  return root;
}

const OPERATION = 'SELECT id, state, finished_at FROM operation';
const TRIES = `SELECT o.id, a.number, (SELECT message FROM incident) AS said FROM operation o
  LEFT JOIN attempt a ON a.operation_id = o.id`.replace(/\s+/g, ' ');

/** Statements with a type of their rows, and the faults of it. */
const PLANTED = [
  [OPERATION, `{ id: string; state: 'ready'; finished_at: number | null }`, []],
  [
    OPERATION,
    `{ id: string; state: string; ended_at: number | null }`,
    ['ended_at is no column', 'finished_at is not in the type'],
  ],
  [OPERATION, `{ id: string; state: string; finished_at: number }`, ['finished_at can be null']],
  [OPERATION, `{ id: string; state: string | null; finished_at: number | null }`, ['state is never null']],
  [OPERATION, `{ id: string; state: number; finished_at: number | null }`, ['state is text']],
  [OPERATION, `{ id: string; state: string; finished_at: Buffer | null }`, ['finished_at is number']],
  [`${OPERATION} WHERE finished_at IS NOT NULL`, `{ id: string; state: string; finished_at: number }`, []],
  [TRIES, `{ id: string; number: number | null; said: string | null }`, []],
  [TRIES, `{ id: string; said: string | null }`, ['number is not in the type']],
  ['SELECT count(*) AS count, max(seq) AS last FROM operation', `{ count: number; last: number | null }`, []],
  ['SELECT count(*) AS count FROM operation', `{ count: number | null }`, ['count is never null']],
  ['SELECT max(seq) AS last FROM operation', `{ last: number }`, ['last can be null']],
  [`SELECT number, job_id FROM log_entry`, `{ number: number; job_id: string }`, ['job_id can be null']],
  ['DELETE FROM notice', `{ code: string }`, ['the statement answers no rows']],
] as const;

describe('a type of rows', () => {
  it('is at fault where it is not as the columns are', async () => {
    const lines = PLANTED.map(([sql, row]) => `sqlite.prepare<[], ${row}>(${JSON.stringify(sql)}).all();`);
    const root = planted(lines.join('\n'));
    const { typed, refused } = prepareAll(root, openAll());
    expect(refused).toEqual([]);
    expect(faultsByLine(await checkRows(root, tempFolder(), typed))).toEqual(
      PLANTED.flatMap(([, , faults], index) => (faults.length === 0 ? [] : [[index + 2, faults]])),
    );
  });

  it('is compared with the first column alone where that is the row', async () => {
    const root = planted(`sqlite.prepare<[], number>('SELECT finished_at, id FROM operation').pluck().all();
sqlite.prepare<[], number | null>('SELECT finished_at, id FROM operation').pluck().all();
sqlite.prepare<[], number>('SELECT min(seq) FROM operation').pluck().get();`);
    const { typed } = prepareAll(root, openAll());
    expect(faultsByLine(await checkRows(root, tempFolder(), typed))).toEqual([
      [2, ['the value can be null']],
      [4, ['the value can be null']],
    ]);
  });
});

/** The faults that the compiler says, by their line. */
function faultsByLine(said: readonly string[]): readonly (readonly [number, readonly string[]])[] {
  let line = 0;
  const found = new Map<number, Set<string>>();
  for (const each of said) {
    line = Number(/\((\d+),\d+\)/.exec(each)?.[1] ?? line);
    const [, faults = ''] = /Type '("[^']*")'/.exec(each) ?? [];
    for (const [, fault = ''] of faults.matchAll(/"([^"]+)"/g))
      found.set(line, (found.get(line) ?? new Set()).add(fault));
  }
  return [...found].map(([at, faults]) => [at, [...faults].sort()]);
}

describe('the text of a statement', () => {
  it('is refused where the schema lacks a name of it, in any of the ways to make it', () => {
    const { refused, texts } = prepareAll(
      planted(`export const remove = (all: boolean, id: string) => {
  for (const table of ['notice', 'incident', 'no_table']) {
    sqlite.prepare<[string]>(\`DELETE FROM \${table} WHERE operation_id = ?\`).run(id);
  }
  const which = all ? '' : 'WHERE no_column IS NULL';
  sqlite.prepare(\`SELECT id FROM operation \${which}\`).all();
};
const read = (column: 'id' | 'other') => sqlite.prepare(\`SELECT \${column} FROM operation\`).all();
const ask = (sql: string) => sqlite.prepare(sql).all();
ask(\`SELECT \${['id', 'nowhere'].map((name) => \`o.\${name}\`).join(', ')} FROM operation o\`);
ask({ one: 'SELECT id FROM operation', two: 'SELECT id FROM car' }[read.name]);`),
      openAll(),
    );
    expect(texts).toBe(10);
    expect(refused.map((each) => each.replace(/^.*?: /, '').replace(/: .*/s, ''))).toEqual([
      'no such table',
      'no such column',
      'no such column',
      'no such column',
      'no such table',
    ]);
  });

  it('is reported as unread where it comes from elsewhere, and so is a method that is kept', () => {
    const { unread, named } = prepareAll(
      planted(`export const ask = (sql: string) => sqlite.prepare(sql).all();
export const { prepare } = sqlite;
export const kept = sqlite['prepare'].bind(sqlite);`),
      openAll(),
    );
    expect(unread).toEqual(['electron/db/tables/queue/planted.ts']);
    expect(named).toHaveLength(2);
  });
});
