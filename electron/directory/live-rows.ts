import type {
  DirectoryAssignment,
  DirectoryCar,
  DirectoryEvent,
  DirectoryEventDetails,
  DirectoryProductView,
  DirectoryUser,
} from '../../shared/domain/directory.ts';
import type { Assignment, Car, CarEvent, Product, User } from '../../shared/operator/resources.ts';
import type { Instant } from '../../shared/time.ts';
import type { Directory } from './directory.ts';
import { productFromRow, productRow, userRow } from './rows.ts';
import { asText } from './views.ts';

type Names = Pick<Directory, 'car' | 'user'>;

/** The rows just read, with the names that the local copies know. */
export function assignmentWithNames(directory: Names, assignment: Assignment): DirectoryAssignment {
  const { id, carId, userId, start, end, lifetime, renewableAfter } = assignment;
  const car = typeof carId === 'number' ? directory.car(carId) : undefined;
  const user = typeof userId === 'number' ? directory.user(userId) : undefined;
  return {
    id,
    carId: carId ?? null,
    carLabel: car === undefined ? null : (car.licensePlate ?? car.name),
    userId: userId ?? null,
    userName: user?.name ?? null,
    start,
    end,
    lifetime: lifetime ?? null,
    renewableAfter: renewableAfter ?? null,
  };
}

export function eventWithNames(directory: Names, event: CarEvent): DirectoryEvent {
  const { id, type, utcDateTime, userId } = event;
  const user = typeof userId === 'number' ? directory.user(userId) : undefined;
  return { id, type: type ?? '', at: utcDateTime, userName: user?.name ?? null };
}

/** Fields of an event with a place of their own on the screen. */
const namedEventFields = new Set([
  'id',
  'type',
  'carId',
  'userId',
  // The same moment three times over.
  'utcDateTime',
  'dateTime',
  'userAgent',
  'latitude',
  'longitude',
]);

/** One event with all that the operator reports of it. */
export function eventDetails(directory: Names, event: CarEvent): DirectoryEventDetails {
  const car = typeof event.carId === 'number' ? directory.car(event.carId) : undefined;
  const others = Object.entries(event).flatMap(([field, value]) => {
    const text = asText(value);
    return namedEventFields.has(field) || text === null ? [] : [[field, text] as const];
  });
  return {
    ...eventWithNames(directory, event),
    carLabel: car === undefined ? null : (car.licensePlate ?? car.name),
    userAgent: event.userAgent,
    latitude: event.latitude ?? null,
    longitude: event.longitude ?? null,
    otherFields: Object.fromEntries(others),
  };
}

export function carAsListed({ id, name, licensePlate, vin, brand, model }: Car): DirectoryCar {
  return { id, name, licensePlate, vin, brand, model };
}

/** Called as the local copies call users. */
export function userAsListed(user: User): DirectoryUser {
  const { id, name, email_address: emailAddress } = userRow(user);
  return { id, name, emailAddress };
}

export function productAsListed(
  directory: Pick<Directory, 'viewProduct'>,
  product: Product,
  at: Instant,
): DirectoryProductView {
  return directory.viewProduct(productFromRow(productRow(product, at)));
}
