import type { StoreSettings } from '../settings.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { RelayStore } from './store.ts';

/**
 * The store the settings name, brought to this version's schema.
 *
 * @throws Refusal with a plain sentence when it cannot be used.
 */
export async function openStore({ dataDir, databaseUrl }: StoreSettings): Promise<RelayStore> {
  return databaseUrl === null ? openSqliteStore(dataDir) : openPostgresStore(databaseUrl);
}
