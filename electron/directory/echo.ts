import { neverReached } from '../../shared/never.ts';
import type { Echo } from '../operations/queue/kinds/kind.ts';
import type { Directory } from './directory.ts';

/** Shows a confirmed write of our own in the local copies at once; the next sync would bring the same. */
export function echoInto(
  directory: Pick<
    Directory,
    'recordCar' | 'changeCar' | 'recordGroup' | 'forgetGroup' | 'forgetUser' | 'recordProductCar'
  >,
  echo: Echo,
): void {
  switch (echo.of) {
    case 'car':
      directory.recordCar(echo.car);
      return;
    case 'car-changed':
      directory.changeCar(echo.car, echo.patch);
      return;
    case 'group':
      directory.recordGroup(echo.group);
      return;
    case 'group-gone':
      directory.forgetGroup(echo.group);
      return;
    case 'user-gone':
      directory.forgetUser(echo.user);
      return;
    case 'product-car':
      directory.recordProductCar(echo.product, echo.car);
      return;
    default:
      neverReached(echo);
  }
}
