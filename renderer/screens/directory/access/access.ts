import { type CarId, type UserId, carId, userId } from '../../../../shared/ids.ts';
import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { useText } from '../../../i18n/use-text.ts';
import type { Chosen } from '../labels.ts';

/** The car or the user whose accesses are shown. */
export type AccessOwner =
  | { readonly of: 'car'; readonly car: Chosen<CarId> }
  | { readonly of: 'user'; readonly user: Chosen<UserId> };

/** The names of an access's user and car; their number where this laptop has no name. */
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

/** The status of an access by time. */
export type AccessStatus = 'running' | 'upcoming' | 'over';

/** An access whose end is reached is over; one without an end keeps running. */
export function accessStatusOf(
  { start, end }: Pick<DirectoryAssignment, 'start' | 'end'>,
  now: Instant,
): AccessStatus {
  if (end !== null && end <= now) return 'over';
  return start > now ? 'upcoming' : 'running';
}

/**
 * Accesses by status: running ones sorted by their end, upcoming ones by their beginning, expired ones with the latest
 * first.
 */
export function byAccessStatus(
  accesses: readonly DirectoryAssignment[],
  now: Instant,
): Readonly<Record<AccessStatus, readonly DirectoryAssignment[]>> {
  const among = (status: AccessStatus) => accesses.filter((access) => accessStatusOf(access, now) === status);
  const endOf = ({ end }: DirectoryAssignment) => end ?? Number.POSITIVE_INFINITY;
  return {
    running: among('running').sort((one, other) => compare(endOf(one), endOf(other))),
    upcoming: among('upcoming').sort((one, other) => compare(one.start, other.start)),
    over: among('over').sort((one, other) => compare(endOf(other), endOf(one))),
  };
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

/** The car or the user whose assignments are open. */
type OwnerId = { readonly of: 'car'; readonly id: CarId } | { readonly of: 'user'; readonly id: UserId };

/** Parses "car-12" and "user-3" of the route; null for anything else. */
export function ownerOf(text: string | null): OwnerId | null {
  const [of, number = ''] = text?.split('-') ?? [];
  if (of === 'car') {
    const car = carId.safeParse(number);
    return car.success ? { of, id: car.data } : null;
  }
  if (of === 'user') {
    const user = userId.safeParse(number);
    return user.success ? { of, id: user.data } : null;
  }
  return null;
}
