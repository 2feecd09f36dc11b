import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createDirectory } from '../../../electron/directory/directory.ts';
import { createKeyPictures } from '../../../electron/directory/key-pictures.ts';
import { openDirectoryDatabase } from '../../../electron/directory/open-directory.ts';
import { createOperatorSource } from '../../../electron/directory/source.ts';
import { createPictureFetcher } from '../../../electron/directory/picture-fetch.ts';
import { connectDirectly } from '../../../electron/base/network/network.ts';
import { createDirectorySync } from '../../../electron/directory/sync.ts';
import { createOperatorClient } from '../../../electron/operator/client.ts';
import { problemOf } from '../../../electron/operator/operator-error.ts';
import type { SyncState } from '../../../shared/domain/status.ts';
import { customerId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { settingsFrom } from '../../operator/settings.ts';
import { standingClock, tempFolder } from '../directory/fixture.ts';
import { systemClock } from '../operator/fixture.ts';

/** A directory of its own with a sync from the operator at this address. */
export function connected(baseUrl: string) {
  const clock = standingClock();
  const file = join(tempFolder(), 'directory.db');
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
  const progress: SyncState[] = [];
  const listeners = new Set<(state: SyncState) => void>();
  const sync = createDirectorySync({
    database,
    source: createOperatorSource(client, problemOf),
    pictures: createKeyPictures({ database, clock, fetchPicture: fetcher.fetchPicture }),
    clock,
    onProgress: (state) => {
      progress.push(state);
      for (const listener of listeners) listener(state);
    },
  });
  onTestFinished(async () => {
    await sync.stop();
    await Promise.all([client.close(), fetcher.close(), database.close()]);
  });
  return {
    database,
    directory,
    clock,
    sync,
    progress,
    onProgress: (listener: (state: SyncState) => void) => listeners.add(listener),
  };
}
