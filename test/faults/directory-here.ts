import type { Database } from '../../electron/db/open.ts';
import type { DirectoryDatabase } from '../../electron/directory/directory.ts';
import { writtenHere } from '../integration/directory/written-here.ts';

/** A directory.db of a simulated laptop: a simulation has no threads. */
export function directoryHere(database: Database): DirectoryDatabase {
  const { sqlite, ask, rest } = writtenHere(database, () => Promise.resolve());
  return {
    sqlite,
    ask,
    rest,
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}
