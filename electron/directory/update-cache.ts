import { neverReached } from '../../shared/never.ts';
import type { CacheUpdate } from '../operations/queue/kinds/kind.ts';
import type { Directory } from './directory.ts';

/** Shows a confirmed write of our own in the local copies at once; the next sync would bring the same. */
export function updateCache(
  directory: Pick<
    Directory,
    'recordCar' | 'changeCar' | 'recordGroup' | 'forgetGroup' | 'forgetUser' | 'recordProductCar'
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
      directory.forgetGroup(update.group);
      return;
    case 'user-gone':
      directory.forgetUser(update.user);
      return;
    case 'product-car':
      directory.recordProductCar(update.product, update.car);
      return;
    default:
      neverReached(update);
  }
}
