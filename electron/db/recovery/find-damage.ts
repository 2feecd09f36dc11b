import BetterSqlite3 from 'better-sqlite3';
import { tablesOf } from './table-shapes.ts';

/**
 * Checks a database file that is not open, table by table, and makes it one file without side files. `thorough` compares
 * the indexes too. Answers what is damaged, null where nothing is. Takes a second for some hundred MB: see `FileWorker.findDamage`.
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
