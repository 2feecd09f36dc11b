import type { StoreSettings } from '../settings.ts';
import type { DiskSpace } from './disk-reserve.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { RelayStore } from './store.ts';

/**
 * The store the settings name, brought to this version's schema.
 *
 * @param diskSpace of the data folder's disk. A disk of PostgreSQL is its server's matter.
 * @throws Refusal with a plain sentence when it cannot be used.
 */
export async function openStore(
  { dataDir, databaseUrl }: StoreSettings,
  diskSpace?: () => DiskSpace,
): Promise<RelayStore> {
  return databaseUrl === null ? openSqliteStore(dataDir, diskSpace) : openPostgresStore(databaseUrl);
}
