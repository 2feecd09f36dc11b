import type { CarId, JobId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import type { Database } from '../db/open.ts';
import { boundValue } from '../db/tables/queue/operation-order.ts';
import type { OperatorClient } from '../operator/client.ts';
import { readCar } from '../operator/endpoints/cars.ts';
import { loadOperation } from '../operations/queue/kinds/registry.ts';
import type { QueueParts } from '../operations/queue/parts.ts';
import type { CacheUpdate } from '../operations/queue/kinds/kind.ts';
import type { Directory } from './directory.ts';

/** Applies the change of a done operation to the local copies at once. */
export function createCacheUpdate(parts: {
  readonly database: Pick<Database, 'sqlite'>;
  readonly directory: Directory;
  readonly client: OperatorClient;
  readonly isClosed: () => boolean;
  readonly report: (cause: unknown) => void;
  /** The copies show the change of an operation of this job; null = of no job. */
  readonly onUpdated: (job: JobId | null) => void;
}): QueueParts['onDone'] {
  const { database, directory, client, isClosed, report, onUpdated } = parts;
  /** The operator may normalize a text: the stored value is read back once. */
  const refetch = async (id: CarId) => {
    const read = await client.call(readCar(id));
    try {
      if (!read.ok || isClosed()) return;
      directory.recordCar(read.value);
      await directory.written();
    } catch (cause) {
      // No caller awaits this promise: thrown, a full disk would end the app.
      report(cause);
    }
  };
  return (row, bindings) => {
    const loaded = loadOperation(row);
    const bound = (id: typeof row.id, field: string) => boundValue(database.sqlite, id, field);
    try {
      const update = loaded.ok ? loaded.value.cacheUpdate(bound, bindings) : null;
      if (update !== null) {
        updateCache(directory, update);
        // A job shows its car, group and Box from the copies.
        directory.written().then(() => onUpdated(row.job_id), report);
      }
      if (update?.of === 'car-changed') void refetch(update.car);
    } catch (cause) {
      // The local copies are rebuildable; the operation is done whatever happens here.
      report(cause);
    }
  };
}

/** Applies our own confirmed write to the local copies at once; the next sync would bring the same. */
function updateCache(
  directory: Pick<
    Directory,
    'recordCar' | 'changeCar' | 'recordGroup' | 'evictGroup' | 'evictUser' | 'recordProductCar'
  >,
  update: CacheUpdate,
): void {
  switch (update.of) {
    case 'car':
      directory.recordCar(update.car);
      return;
    case 'car-changed':
      directory.changeCar(update.car, update.patch);
      return;
    case 'group':
      directory.recordGroup(update.group);
      return;
    case 'group-gone':
      directory.evictGroup(update.group);
      return;
    case 'user-gone':
      directory.evictUser(update.user);
      return;
    case 'product-car':
      directory.recordProductCar(update.product, update.car);
      return;
    default:
      neverReached(update);
  }
}
