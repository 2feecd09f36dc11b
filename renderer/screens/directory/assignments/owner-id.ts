import { type CarId, carId, type UserId, userId } from '../../../../shared/ids.ts';

/** Whose assignments are open. */
export type OwnerId =
  { readonly of: 'car'; readonly id: CarId } | { readonly of: 'user'; readonly id: UserId };

/** "car-12" and "user-3" of the route; null for anything else. */
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
