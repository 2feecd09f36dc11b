import { z } from 'zod';
import { keyId, assignmentId, carId, eventId, groupId, productId, serviceId, userId } from '../ids.ts';
import { problem } from '../problem.ts';
import { instant } from '../time.ts';

/** The chosen catalogue entry, which determines the Box variant to take from the shelf. */
export const jobKey = z.object({
  id: keyId,
  brand: z.string(),
  keyFormName: z.string(),
  pictureUrl: z.string().nullable(),
  boxName: z.string().nullable(),
  boxSapNumber: z.string().nullable(),
  /** CAN and IOX-Keybox keys: outside the standard Bluetooth scope (spec part 2, Key). */
  outsideScope: z.boolean(),
});
export type JobKey = z.infer<typeof jobKey>;

/* The local directory as sent to the window: copies of the operator's records, and live lists. */

/** A car of the local directory. */
export const directoryCar = z.object({
  id: carId,
  name: z.string(),
  licensePlate: z.string().nullable(),
  vin: z.string().nullable(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
});
export type DirectoryCar = z.infer<typeof directoryCar>;

export const directoryGroup = z.object({ id: groupId, name: z.string() });
export type DirectoryGroup = z.infer<typeof directoryGroup>;

/** `name` is first and last name, else the address, else "User 12". */
export const directoryUser = z.object({ id: userId, name: z.string(), emailAddress: z.string().nullable() });
export type DirectoryUser = z.infer<typeof directoryUser>;

/** A key of the catalogue, with the numeric fields the spec hides kept by name. */
export const directoryKey = jobKey.extend({
  otherNumbers: z.record(z.string(), z.number()),
  /** Every field that the spec does not name, as text, by its name: KPC, IXL, CAN, retrofit set (spec part 2, Key). */
  otherFields: z.record(z.string(), z.string()),
});
export type DirectoryKey = z.infer<typeof directoryKey>;

/** A list with the time it was read from the operator; null = never read. */
export const asOfList = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), asOf: instant.nullable() });

/** A hint about typed car data: warns, never blocks (product.md). */
export const carHint = z.discriminatedUnion('hint', [
  z.object({ hint: z.literal('same-vin'), car: directoryCar }),
  z.object({ hint: z.literal('same-plate'), car: directoryCar }),
  z.object({ hint: z.literal('vin-length'), length: z.number().int() }),
  z.object({ hint: z.literal('vin-alphabet'), characters: z.string() }),
  z.object({ hint: z.literal('vin-check-digit') }),
]);
export type CarHint = z.infer<typeof carHint>;

/** A car with all reported fields, unknown ones as text. */
export const directoryCarDetails = z.object({
  ...directoryCar.shape,
  description: z.string().nullable(),
  otherFields: z.record(z.string(), z.string()),
  asOf: instant,
});
export type DirectoryCarDetails = z.infer<typeof directoryCarDetails>;

/** A product with where it is and whether it has a service; `unknown` is never shown as "none". */
export const directoryProductView = z.object({
  id: productId,
  serialNumber: z.string(),
  uniqueId: z.string(),
  sapNumber: z.string().nullable(),
  type: z.string(),
  family: z.enum(['box', 'iq', 'other']),
  car: z.discriminatedUnion('known', [
    z.object({ known: z.literal(false) }),
    z.object({ known: z.literal(true), car: directoryCar.nullable(), carId: carId.nullable() }),
  ]),
  service: z.enum(['active', 'none', 'unknown']),
  serviceName: z.string().nullable(),
});
export type DirectoryProductView = z.infer<typeof directoryProductView>;

export const directoryService = z.object({
  id: serviceId,
  name: z.string().nullable(),
  isTerminated: z.boolean(),
  terminationDate: instant.nullable(),
  terminationCause: z.string().nullable(),
  /** The product it belongs to, when reported and known here. */
  product: z.object({ id: productId, serialNumber: z.string() }).nullable(),
});
export type DirectoryService = z.infer<typeof directoryService>;

/** An assignment as read from the operator just now; names come from the local copies. */
export const directoryAssignment = z.object({
  id: assignmentId,
  carId: carId.nullable(),
  carLabel: z.string().nullable(),
  userId: userId.nullable(),
  userName: z.string().nullable(),
  start: instant,
  end: instant.nullable(),
  /** Seconds. */
  lifetime: z.number().nullable(),
  /** Seconds. */
  renewableAfter: z.number().nullable(),
});
export type DirectoryAssignment = z.infer<typeof directoryAssignment>;

export const directoryEvent = z.object({
  id: eventId,
  type: z.string(),
  at: instant.nullable(),
  userName: z.string().nullable(),
});
export type DirectoryEvent = z.infer<typeof directoryEvent>;

/** One event with all reported fields, unknown ones as text. */
export const directoryEventDetails = z.object({
  ...directoryEvent.shape,
  carLabel: z.string().nullable(),
  userAgent: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  otherFields: z.record(z.string(), z.string()),
});
export type DirectoryEventDetails = z.infer<typeof directoryEventDetails>;

/** A service and its product as the operator has them now; `product` null = it has none. */
export const directoryServiceNow = z.object({
  service: directoryService,
  product: directoryProductView.nullable(),
});

/** The id of one live read, by which the window asks for its progress and stops it. */
export const readingId = z.string().min(1).max(60);
export type ReadingId = z.infer<typeof readingId>;

/** Why a live read returned no rows. `stopped` = the person ended the wait. */
const broughtNothing = [
  z.object({ state: z.literal('not-offered') }),
  z.object({ state: z.literal('stopped') }),
  z.object({ state: z.literal('failed'), problem }),
] as const;

/**
 * A list that is not stored here but read from the operator on demand: the rows, or the reason why there are none.
 * `not-offered` is not an error: the environment lacks the call.
 */
export const liveList = <Row extends z.ZodType>(row: Row) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('read'), rows: z.array(row), at: instant }),
    ...broughtNothing,
  ]);

/** One item read from the operator on demand, like `liveList`. */
export const liveOne = <Value extends z.ZodType>(value: Value) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('read'), value, at: instant }),
    ...broughtNothing,
  ]);
