import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Topic } from '../../../shared/ipc/pushed.ts';
import { leaveCheckpoints } from '../../db/file-worker.ts';
import { type Database, openDatabase, type OpenOptions } from '../../db/open.ts';
import { queueMigrations } from '../../db/migrations/queue.ts';
import { readIdentity, writeIdentity } from '../../db/tables/queue/ownership.ts';
import type { QueueTarget } from './parts.ts';

/**
 * Upper bound of pages in the -wal file, twice the length at which the engine has the worker thread run a checkpoint:
 * reached only by words that are saved while the queue has nothing to do, or where the thread cannot work.
 */
const CARRIED_OVER_AT_ONCE = 2000;

/**
 * Opens a profile's queue.db with full durability. A file of another environment, address or customer is refused
 * (ProblemError `target-changed`): identifiers of one are never sent to another.
 */
export function openQueueDatabase(
  file: string,
  target: QueueTarget,
  onCommitted: (topics: ReadonlySet<Topic>) => void,
  integrityCheck: OpenOptions['integrityCheck'] = 'always',
): Database {
  const database = openDatabase({
    file,
    migrations: queueMigrations,
    table: 'operation',
    durability: 'full',
    onCommitted,
    integrityCheck,
  });
  leaveCheckpoints(database, CARRIED_OVER_AT_ONCE);
  try {
    database.writeSynced((context) => {
      const owner = readIdentity(context.sqlite);
      if (owner === undefined) {
        writeIdentity(context, {
          environment: target.environment,
          base_url: target.baseUrl,
          customer_id: target.customerId,
        });
        return;
      }
      const same =
        owner.environment === target.environment &&
        owner.base_url === target.baseUrl &&
        owner.customer_id === target.customerId;
      if (!same) {
        throw new ProblemError(
          makeProblem('target-changed', { environment: owner.environment, customer: owner.customer_id }),
        );
      }
    });
  } catch (cause) {
    database.close();
    throw cause;
  }
  return database;
}
