import { z } from 'zod';
import { Refusal } from '../../command-line.ts';
import type { Migration } from '../migration.ts';
import { MIGRATING, openDatabase, type Queries } from './database.ts';

/** Advisory lock of the migration; the number is arbitrary, but all versions of the relay must use the same. */
const MIGRATION_LOCK = 4_711_001;

const versionRow = z.tuple([z.object({ version: z.number() })]);
const markedRow = z.tuple([z.object({ marked: z.number() })]);

/** The versions of the database and of this code. */
export type SchemaVersions = { readonly found: number; readonly known: number };

/**
 * Migrates the database to the newest version of this code, in one transaction. Replicas that start together wait
 * for each other. A newer database stays unchanged.
 *
 * @throws Refusal when the database has a newer schema that does not allow older relays.
 */
export async function migrate(url: string, migrations: readonly Migration[]): Promise<SchemaVersions> {
  const database = openDatabase(url, 1, MIGRATING);
  try {
    return await database.transaction((queries) => migrateWithin(queries, migrations));
  } finally {
    await database.close();
  }
}

async function migrateWithin({ query }: Queries, migrations: readonly Migration[]): Promise<SchemaVersions> {
  const known = migrations.length;
  // Resets timeouts that the account or the database sets.
  for (const timeout of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await query({ text: 'SELECT set_config($1, $2, true)', values: [timeout, '0'] });
  }
  await query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] });
  await query({ text: 'CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)' });
  await query({ text: 'CREATE TABLE IF NOT EXISTS schema_older_relays (version integer NOT NULL)' });
  const [{ version: found }] = versionRow.parse(
    await query({ text: 'SELECT coalesce(max(version), 0) AS version FROM schema_version' }),
  );
  if (found > known) {
    // Every version in between must carry the mark; a version without it refuses this relay.
    const [{ marked }] = markedRow.parse(
      await query({
        text: 'SELECT count(DISTINCT version)::integer AS marked FROM schema_older_relays WHERE version > $1 AND version <= $2',
        values: [known, found],
      }),
    );
    if (marked < found - known) {
      throw new Refusal(
        `The database was written by a newer relay (schema ${found}; this one knows ${known}): start that newer version.`,
      );
    }
  }
  for (const { version, sql, olderRelaysWork } of migrations) {
    if (version <= found) continue;
    await query({ text: sql });
    await query({ text: 'INSERT INTO schema_version VALUES ($1)', values: [version] });
    if (olderRelaysWork) {
      await query({ text: 'INSERT INTO schema_older_relays VALUES ($1)', values: [version] });
    }
  }
  return { found, known };
}
