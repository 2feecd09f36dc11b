import { createKeyPictures, createPictureFetcher } from '../../../electron/directory/key-pictures.ts';
import { openDirectoryDatabase } from '../../../electron/directory/directory.ts';
import { createOperatorSource } from '../../../electron/directory/source.ts';
import { connectDirectly } from '../../../electron/base/network/network.ts';
import { createDirectorySync } from '../../../electron/directory/sync.ts';
import { problemOf } from '../../../electron/operator/operator-error.ts';
import { nothingOutside } from '../../integration/profiles/nothing-outside.ts';
import { clientOf } from '../drain/laptop.ts';
import type { Watch } from '../frame/watched.ts';

export const CARS = 100_000;
/** As many as the client asks for at once. */
const LARGEST_PAGE = 200;

/** Lets the simulated operator answer with pages as large as the client asks for. */
export async function giveWholePages(url: string): Promise<void> {
  const answer = await fetch(`${new URL(url).origin}/_simulator/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ maxTop: LARGEST_PAGE }),
  });
  if (!answer.ok) throw new Error(`the operator did not take its setting: ${answer.status}`);
}

/** The number of cars at the operator, and where the sync is ended: behind them, or when it has everything. */
interface Part {
  readonly cars: number;
  readonly until: 'cars' | 'end';
}

/** The part of a whole sync that reads so many cars, into a new directory.db with its search index. Milliseconds. */
export async function syncing(
  url: string,
  file: string,
  watch: Watch = (sync) => sync(),
  { cars, until }: Part = { cars: CARS, until: 'end' },
): Promise<number> {
  const { clock } = nothingOutside;
  const client = clientOf(url);
  const fetcher = createPictureFetcher({ baseUrl: url, connect: connectDirectly });
  const { database } = openDirectoryDatabase({ file, clock, onCommitted: () => undefined });
  let from = 0;
  let to = 0;
  const sync = createDirectorySync({
    database,
    source: createOperatorSource(client, problemOf),
    pictures: createKeyPictures({ database, clock, fetchPicture: fetcher.fetchPicture }),
    clock,
    onProgress: (state) => {
      // The newest cars come first of all, before any part is done.
      const isCars = state.state === 'running' && state.part === 'cars' && state.partsDone > 0;
      if (isCars && from === 0) from = performance.now();
      if (isCars || from === 0 || to > 0) return;
      to = performance.now();
      if (until === 'cars') void sync.stop();
    },
  });
  let state = sync.state();
  const took = await watch(async () => {
    state = await sync.start();
    return to - from;
  });
  const kept = database.sqlite.prepare<[], number>('SELECT count(*) FROM car').pluck().get();
  await database.close();
  await Promise.all([client.close(), fetcher.close()]);
  if ((until === 'end' && state.state !== 'complete') || to === 0 || kept !== cars)
    throw new Error(`the sync ended as ${state.state} with ${kept ?? 0} cars`);
  return took;
}
