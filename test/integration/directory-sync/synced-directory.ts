import { createDirectory, openDirectoryDatabase } from '../../../electron/directory/directory.ts';
import { createKeyPictures, createPictureFetcher } from '../../../electron/directory/key-pictures.ts';
import { createOperatorSource } from '../../../electron/directory/source.ts';
import { connectDirectly } from '../../../electron/base/network/network.ts';
import { createDirectorySync } from '../../../electron/directory/sync.ts';
import { createOperatorClient } from '../../../electron/operator/client.ts';
import { problemOf } from '../../../electron/operator/operator-error.ts';
import type { SyncState } from '../../../shared/domain/status.ts';
import { customerId } from '../../../shared/ids.ts';
import type { Clock } from '../../../shared/time.ts';
import { notable } from '../../operator/seed/notable.ts';
import { settingsFrom } from '../../operator/settings.ts';
import { systemClock } from '../operator/fixture.ts';

/** Where a synced directory is, and the operator that it is read from. */
interface SyncedPlace {
  readonly baseUrl: string;
  readonly file: string;
  readonly clock: Clock;
  readonly onProgress: (state: SyncState) => void;
}

/** A directory in a file with its sync, in this process or in one that is to be killed. */
export function openSyncedDirectory({ baseUrl, file, clock, onProgress }: SyncedPlace) {
  const { database } = openDirectoryDatabase({ file, clock, onCommitted: () => undefined });
  const directory = createDirectory({ database, clock });
  const credentials = settingsFrom({});
  const client = createOperatorClient({
    baseUrl,
    apiKeyHeader: credentials.apiKeyHeader,
    credentials,
    customerId: customerId.parse(notable.customerId),
    clock: systemClock,
    random: () => 0.5,
  });
  const fetcher = createPictureFetcher({ baseUrl, connect: connectDirectly });
  const sync = createDirectorySync({
    database,
    source: createOperatorSource(client, problemOf),
    pictures: createKeyPictures({ database, clock, fetchPicture: fetcher.fetchPicture }),
    clock,
    onProgress,
  });
  return {
    database,
    directory,
    sync,
    close: async () => {
      await sync.stop();
      await Promise.all([client.close(), fetcher.close(), database.close()]);
    },
  };
}
