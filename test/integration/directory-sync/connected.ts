import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SyncState } from '../../../shared/domain/status.ts';
import type { Clock } from '../../../shared/time.ts';
import { standingClock, tempFolder } from '../directory/fixture.ts';
import { openSyncedDirectory } from './synced-directory.ts';

/** A directory of its own with a sync from the operator at this address; `file` opens an existing one. */
export function connected(
  baseUrl: string,
  { file, clock }: { readonly file: string; readonly clock: Clock } = {
    file: join(tempFolder(), 'directory.db'),
    clock: standingClock(),
  },
) {
  const progress: SyncState[] = [];
  const listeners = new Set<(state: SyncState) => void>();
  const { close, ...open } = openSyncedDirectory({
    baseUrl,
    file,
    clock,
    onProgress: (state) => {
      progress.push(state);
      for (const listener of listeners) listener(state);
    },
  });
  onTestFinished(close);
  return {
    ...open,
    progress,
    onProgress: (listener: (state: SyncState) => void) => listeners.add(listener),
  };
}
