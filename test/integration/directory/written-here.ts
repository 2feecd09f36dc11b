import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../electron/db/open.ts';
import type { DirectoryDatabase } from '../../../electron/directory/directory.ts';
import { createDirectoryWrites } from '../../../electron/directory/writes.ts';

/**
 * An open directory.db whose writes are carried out when they are requested, on the thread of the test, by the code of the app's
 * thread. `turn` passes before the answer.
 */
export function writtenHere(
  database: Database,
  turn: () => Promise<unknown> = nextTurn,
): Database & Pick<DirectoryDatabase, 'ask' | 'rest'> {
  const write = createDirectoryWrites(database);
  return {
    ...database,
    ask: async (request) => {
      const value = write(request);
      await turn();
      return value;
    },
    rest: () => Promise.resolve(),
  };
}
