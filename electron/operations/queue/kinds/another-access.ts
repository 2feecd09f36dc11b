import type { CarId, UserId } from '../../../../shared/ids.ts';

/** The facts that distinguish accesses under one number; null or absent = not known, and not compared. */
interface Holder {
  readonly carId?: CarId | null | undefined;
  readonly userId?: UserId | null | undefined;
}

/**
 * Does this number belong to another access now? An access keeps its car and its user, and the operator gives out the number of what
 * is gone only (a UAT reset does). So the access that was meant has ended.
 */
export function isAnotherAccess(now: Holder, meant: Holder): boolean {
  return differs(now.carId, meant.carId) || differs(now.userId, meant.userId);
}

function differs(now: number | null | undefined, meant: number | null | undefined): boolean {
  return typeof now === 'number' && typeof meant === 'number' && now !== meant;
}
