import type { StoreSettings } from '../settings.ts';
import type { DiskSpace } from './write-queues.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { RelayStore } from './store.ts';

/**
 * Opens the store that the settings name, and migrates it to this version's schema.
 *
 * @param diskSpace of the disk with the data folder or the database; read by the store itself when left out.
 * @throws Refusal with a plain sentence when it cannot be used.
 */
export async function openStore(
  { dataDir, databaseUrl, databaseLimit }: StoreSettings,
  diskSpace?: () => DiskSpace,
): Promise<RelayStore> {
  return databaseUrl === null
    ? openSqliteStore(dataDir, diskSpace)
    : openPostgresStore(databaseUrl, databaseLimit, diskSpace);
}
