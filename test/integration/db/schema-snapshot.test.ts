import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { schemaText, snapshots } from '../../schema/schema-text.ts';

const committed = (name: string) => readFileSync(join(import.meta.dirname, '../../schema', name), 'utf8');

describe('the committed schema snapshot', () => {
  it.each(Object.entries(snapshots))('of %s is what the migrations make', (name, migrations) => {
    expect(committed(name), 'stale: run npm run schema:snapshot and commit the difference').toBe(
      schemaText(migrations),
    );
  });
});

it('the archive has the columns of a log entry of queue.db, in the same order and of the same types', () => {
  const columnsOf = (name: string) => {
    const sqlite = new BetterSqlite3(':memory:');
    try {
      sqlite.exec(committed(name).replaceAll('CREATE TABLE sqlite_sequence(name,seq);', ''));
      return sqlite
        .prepare<[], { name: string; type: string; notnull: number }>(
          `SELECT name, type, "notnull" FROM pragma_table_info('log_entry')`,
        )
        .all();
    } finally {
      sqlite.close();
    }
  };
  const live = columnsOf('queue.sql');
  expect(live).toContainEqual({ name: 'previous_hash', type: 'TEXT', notnull: 1 });
  expect(columnsOf('archive.sql')).toEqual(live);
});
