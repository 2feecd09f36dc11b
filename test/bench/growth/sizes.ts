import { statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';

/** The bytes of a database's pages, by table with its indexes. */
export function bytesByTable(file: string): ReadonlyMap<string, number> {
  const sqlite = new BetterSqlite3(file, { readonly: true });
  try {
    return new Map(
      sqlite
        .prepare<[], { readonly name: string; readonly bytes: number }>(
          `SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes
           FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name GROUP BY 1`,
        )
        .all()
        .map(({ name, bytes }) => [name, bytes]),
    );
  } finally {
    sqlite.close();
  }
}

export const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
