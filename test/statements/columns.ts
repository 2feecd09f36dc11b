import type { ColumnDefinition } from 'better-sqlite3';
import type { Sqlite } from '../../electron/db/open.ts';

type Nulls = 'never' | 'maybe' | 'either';

/** How a result column reads: its name, the kind of its values, and how often they are null. */
export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'bytes' | 'any';
  /** `either`: the schema does not say it. */
  readonly nulls: Nulls;
}

/** The columns that a statement answers with; none for one that only writes. Throws where SQLite refuses the text. */
export function columnsOf(sqlite: Sqlite, sql: string): readonly Column[] {
  const statement = sqlite.prepare(sql);
  if (!statement.reader) return [];
  return statement.columns().map((column) => {
    const computed = column.column === null ? computedColumn(sql, column.name) : null;
    return computed ?? { name: column.name, kind: kindOf(column.type), nulls: nullsOf(sqlite, sql, column) };
  });
}

function kindOf(declared: string | null): Column['kind'] {
  switch (declared) {
    case 'TEXT':
      return 'text';
    case 'INTEGER':
    case 'REAL':
      return 'number';
    case 'BLOB':
      return 'bytes';
    default:
      return 'any';
  }
}

/** A number that is written out, or one call of an aggregate; null for any other expression. */
function computedColumn(sql: string, name: string): Column | null {
  if (/^\d+$/.test(name)) return { name, kind: 'number', nulls: 'never' };
  const call =
    /^(\w+)\([^(),]*\)$/.exec(name) ??
    new RegExp(`(?:SELECT|,)\\s+(\\w+)\\([^(),]*\\) AS "?${name}\\b`, 'i').exec(sql);
  switch (call?.[1]?.toLowerCase()) {
    case 'count':
      return { name, kind: 'number', nulls: 'never' };
    case 'min':
    case 'max':
    case 'sum':
      // Of no rows there is none.
      return { name, kind: 'any', nulls: /\bGROUP BY\b/i.test(outermostOf(sql)) ? 'either' : 'maybe' };
    default:
      return null;
  }
}

/**
 * SQLite names the stored column that a result column comes from. Its constraint is that of the result where the statement reads the table
 * itself: an outer join, a subquery or another arm of a compound can make null of it, and a condition can leave the null ones out.
 */
function nullsOf(sqlite: Sqlite, sql: string, { column, table, database }: ColumnDefinition): Nulls {
  if (column === null || table === null || database === null) return 'either';
  const neverNull = isNeverNull(sqlite, { database, table, column });
  if (neverNull === null) return 'either';
  const outermost = outermostOf(sql);
  if (!neverNull) return new RegExp(`\\b${column} IS NOT NULL`, 'i').test(outermost) ? 'either' : 'maybe';
  if (new RegExp(`\\bLEFT JOIN ${table}\\b`, 'i').test(outermost)) return 'maybe';
  const isRead = new RegExp(`\\b(FROM|JOIN)\\s+("?\\w+"?\\.)?"?${table}\\b`, 'i').test(outermost);
  return isRead && !/\b(LEFT JOIN|UNION|EXCEPT|INTERSECT)\b/i.test(outermost) ? 'never' : 'either';
}

/** A statement without what stands in parentheses. */
function outermostOf(sql: string): string {
  const inner = /\([^()]*\)/g;
  let text = sql.replace(/'[^']*'/g, `''`).replace(/\s+/g, ' ');
  while (inner.test(text)) text = text.replace(inner, ' ');
  return text;
}

/** Null for a table that is not strict: SQLite's own, and virtual ones. */
function isNeverNull(
  sqlite: Sqlite,
  { database, table, column }: { readonly database: string; readonly table: string; readonly column: string },
): boolean | null {
  const facts = sqlite
    .prepare<[string, string, string, string, string], { readonly notnull: 0 | 1; readonly pk: number }>(
      `SELECT c."notnull", c.pk FROM pragma_table_xinfo(?, ?) c
       JOIN pragma_table_list t ON t.name = ? AND t.schema = ? AND t.strict = 1 WHERE c.name = ?`,
    )
    .get(table, database, table, database, column);
  // A key is never null in a strict table.
  return facts === undefined ? null : facts.notnull === 1 || facts.pk > 0;
}

/** The columns of a statement that has several texts, where all of them answer with the same names. Null: they do not. */
export function sharedColumns(texts: readonly (readonly Column[])[]): readonly Column[] | null {
  const [first = [], ...others] = texts;
  if (others.some((other) => other.length !== first.length)) return null;
  const shared = first.map((column, index) => {
    const all = [column, ...others.flatMap((other) => other[index] ?? [])];
    const kind = all.every((each) => each.kind === column.kind) ? column.kind : 'any';
    const has = (nulls: Nulls) => all.some((each) => each.nulls === nulls);
    const nulls: Nulls = has('maybe') ? 'maybe' : has('either') ? 'either' : 'never';
    return all.every(({ name }) => name === column.name) ? { name: column.name, kind, nulls } : null;
  });
  return shared.every((column) => column !== null) ? shared : null;
}
