import type { Sqlite } from '../db/open.ts';
import { REDACTION, REMOVAL } from '../../shared/relay/removals.ts';
import { type Matches, matcherWithin } from './matcher.ts';

/**
 * The first table of which any value still says the words, whatever the table and its columns are for; null where none does. Reasons of
 * earlier removals are left out: they are never removed, and the preview says how many there are.
 */
export function tableSaying(sqlite: Sqlite, says: Matches): string | null {
  const saysWithin = matcherWithin(says);
  for (const table of tablesOf(sqlite)) {
    for (const row of rowsOf(sqlite, table)) {
      if (row.some((value) => isSaid(value, saysWithin))) return table;
    }
  }
  return null;
}

function tablesOf(sqlite: Sqlite): readonly string[] {
  return sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
}

function rowsOf(sqlite: Sqlite, table: string): Iterable<readonly unknown[]> {
  const kept = table === 'log_entry' ? `WHERE type NOT IN ('${REDACTION}', '${REMOVAL}')` : '';
  return sqlite
    .prepare<[], readonly unknown[]>(`SELECT * FROM "${table.replaceAll('"', '""')}" ${kept}`)
    .raw()
    .iterate();
}

function isSaid(value: unknown, saysWithin: Matches): boolean {
  if (Buffer.isBuffer(value)) return saysWithin(value.toString('utf8'));
  return typeof value === 'string' && saysWithin(value);
}
