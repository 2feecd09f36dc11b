import { z } from 'zod';
import {
  assignmentId,
  carId,
  customerId,
  eventId,
  groupId,
  keyId,
  productId,
  serviceId,
  userId,
} from '../ids.ts';
import { operatorDateTime } from '../time.ts';

/**
 * The operator returns "", whitespace or null for "not set" (spec part 2, Car rules). Normalised to null here at
 * the boundary.
 */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => {
    const trimmed = text?.trim() ?? '';
    return trimmed === '' ? null : trimmed;
  });

/** A text that the spec calls required. Null is accepted as '', because observed data breaks the rule. */
const requiredText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() ?? '');

/*
 * The operator's resources as the app sees them (spec part 2), normalised. Every object is loose: fields that the spec
 * does not name pass through and are kept.
 */

export const car = z.looseObject({
  id: carId,
  name: requiredText,
  description: optionalText,
  vin: optionalText,
  licensePlate: optionalText,
  brand: optionalText,
  model: optionalText,
});
export type Car = z.infer<typeof car>;

export const user = z.looseObject({
  id: userId,
  emailAddress: optionalText,
  userData: z
    .looseObject({ firstName: optionalText, lastName: optionalText })
    .nullish()
    .transform((data) => data ?? { firstName: null, lastName: null }),
});
export type User = z.infer<typeof user>;

/**
 * `carId` is absent in the car-scoped list and `userId` in the user-scoped list; the caller adds the missing id from
 * the path.
 */
export const assignment = z.looseObject({
  id: assignmentId,
  carId: carId.nullish(),
  userId: userId.nullish(),
  start: operatorDateTime,
  /** null = open-ended. */
  end: operatorDateTime.nullish().transform((end) => end ?? null),
  /** Seconds. */
  lifetime: z.number().nullish(),
  /** Seconds. */
  renewableAfter: z.number().nullish(),
});
export type Assignment = z.infer<typeof assignment>;

export const group = z.looseObject({ id: groupId, name: requiredText });
export type Group = z.infer<typeof group>;

export const product = z.looseObject({
  id: productId,
  uniqueId: requiredText,
  serialNumber: requiredText,
  sapNumber: optionalText,
  type: requiredText,
  /** Absent on `GET /products` in some environments (undefined = not given); null = in no car. */
  carId: carId.nullish(),
});
export type Product = z.infer<typeof product>;

export const service = z.looseObject({
  id: serviceId,
  name: optionalText,
  /** Absent on the list in some environments; null for a terminated service. */
  productId: productId.nullish(),
  isTerminated: z.boolean(),
  terminationDate: operatorDateTime.nullish().transform((date) => date ?? null),
  terminationCause: optionalText,
});
export type Service = z.infer<typeof service>;

export const customer = z.looseObject({ id: customerId, name: requiredText });
export type Customer = z.infer<typeof customer>;

/** A catalogue combination. Unknown numeric fields (the spec hides one name) stay on the object and are shown. */
export const key = z.looseObject({
  id: keyId,
  brand: requiredText,
  boxName: optionalText,
  boxSapNumber: optionalText,
  keyForm: z.looseObject({ name: requiredText, imageUrl: optionalText }),
});
export type Key = z.infer<typeof key>;

/**
 * An open or close record. The spec hardly shows its read shape (part 2), so everything but the id may be missing.
 */
export const carEvent = z.looseObject({
  id: eventId,
  type: optionalText,
  carId: carId.nullish(),
  userId: userId.nullish(),
  /** UTC: the time to calculate with; `dateTime` is local wall-clock time with a meaningless Z. */
  utcDateTime: operatorDateTime.nullish().transform((at) => at ?? null),
  userAgent: optionalText,
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
});
export type CarEvent = z.infer<typeof carEvent>;

/** The family of a product: its type contains "Box" or "IQ", in any case (assumption). */
export function productFamily(type: string): 'box' | 'iq' | 'other' {
  if (/box/i.test(type)) return 'box';
  if (/iq/i.test(type)) return 'iq';
  return 'other';
}
