import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import type { useText } from '../../../i18n/use-text.ts';
import type { AccessOwner } from './access-owner.ts';

/** The user and the car of an access as they are called here; their number where this laptop knows no name. */
export function accessNames(
  text: ReturnType<typeof useText>,
  { userId, userName, carId, carLabel }: DirectoryAssignment,
  owner: AccessOwner | null,
): { readonly user: string; readonly car: string } {
  const user =
    userName ??
    (userId === null
      ? text('directory.access.nobody')
      : text('directory.access.unnamedUser', { id: userId }));
  const car =
    carLabel ??
    (carId === null ? text('directory.access.noCar') : text('directory.access.unnamedCar', { id: carId }));
  return {
    user: owner?.of === 'user' ? owner.user.label : user,
    car: owner?.of === 'car' ? owner.car.label : car,
  };
}
