import type { Sqlite } from '../../electron/db/open.ts';
import { readSourceTree } from '../coverage/source-tree.ts';
import type { TypedCall } from './check-rows.ts';
import { type Column, columnsOf } from './columns.ts';
import { findPrepareCalls } from './prepare-calls.ts';
import { Unreadable } from './sql-texts.ts';

/** The databases by the folder of their tables in electron/db/tables; more by any name. */
export type Schemas = Readonly<Record<string, Sqlite>>;

/** The outcome of preparing every statement of the sources. */
export interface Prepared {
  /** How many calls there are, and how many texts they can have together. */
  readonly calls: number;
  readonly texts: number;
  readonly typed: readonly TypedCall[];
  /** Files with a call whose text cannot be read, once for each. */
  readonly unread: readonly string[];
  /** Texts that no database of theirs takes. */
  readonly refused: readonly string[];
  /** Files that name `prepare` and do not call it. */
  readonly named: readonly string[];
}

const OF_ONE_DATABASE = /^electron\/db\/tables\/(\w+)\//;

/** Prepares every statement below `root`/electron: that of a table file in its database, any other in the first that takes it. */
export function prepareAll(root: string, schemas: Schemas): Prepared {
  const { calls, named } = findPrepareCalls(readSourceTree(root, ['electron', 'shared']));
  const typed: TypedCall[] = [];
  const unread: string[] = [];
  const refused: string[] = [];
  let texts = 0;
  for (const { row, ...call } of calls) {
    if (call.texts instanceof Unreadable) {
      unread.push(call.file);
      continue;
    }
    texts += call.texts.length;
    const own = OF_ONE_DATABASE.exec(call.file)?.[1];
    const tried = Object.entries(schemas).flatMap(([name, sqlite]) =>
      own === undefined || own === name ? [sqlite] : [],
    );
    const columns = call.texts.map((sql) => {
      const found = firstColumns(tried, sql);
      if (typeof found === 'string') refused.push(`${call.file}: ${found}: ${sql}`);
      return typeof found === 'string' ? [] : found;
    });
    if (row !== null) typed.push({ call: { ...call, row }, columns });
  }
  return { calls: calls.length, texts, typed, unread, refused, named };
}

/** The columns in the first database that takes the text; the reason where none does. */
function firstColumns(databases: readonly Sqlite[], sql: string): readonly Column[] | string {
  const reasons: string[] = [];
  for (const sqlite of databases) {
    try {
      return columnsOf(sqlite, sql);
    } catch (cause) {
      reasons.push(cause instanceof Error ? cause.message : String(cause));
    }
  }
  return reasons.join(', ');
}
