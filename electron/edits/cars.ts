import type { OperationView } from '../../shared/domain/operation.ts';
import {
  boundedText,
  requiredName,
  typedDescription,
  typedText,
  typedVin,
  type Place,
} from '../../shared/domain/typed-text.ts';
import type { CarId, UserId } from '../../shared/ids.ts';
import type { NewCar } from '../../shared/ipc/calls/jobs.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { type Instant, MINUTE } from '../../shared/time.ts';
import { refuseExistingCar, checkedNewCar } from '../jobs/steps/car.ts';
import type { CarPatch } from '../operator/endpoints/cars.ts';
import { isInFlight } from '../db/tables/queue/operations.ts';
import { createCarKind } from '../operations/queue/kinds/create-car.ts';
import { carLane } from '../operations/queue/kinds/lanes.ts';
import { updateCarKind } from '../operations/queue/kinds/update-car.ts';
import { createEventKind } from '../operations/queue/kinds/create-event.ts';
import { known, labelOf, type EditParts, requestEdit } from './request-edit.ts';

/**
 * Queues a new car. Refuses it if the local copies, or the operator if it answers in time, have a car with its VIN
 * or plate. ProblemErrors of `refuseExistingCar`, and `name-too-long` for the description.
 */
export async function createCar(
  parts: EditParts,
  typed: NewCar,
  description: string,
): Promise<OperationView> {
  const car = checkedNewCar(typed);
  const described = typedDescription(description);
  await refuseExistingCar(parts, typed);
  return requestEdit(parts, {
    kind: createCarKind,
    payload: (self) => ({ self, ...car, description: described }),
    about: { car: labelOf(car), vin: car.vin },
  });
}

/** Fields of a car as typed; an omitted field stays, null or an empty text clears it. */
type TypedCarPatch = { readonly [Field in keyof CarPatch]?: CarPatch[Field] | undefined };

/**
 * Changes a car. Only fields that differ from the local copy are sent. While another change is in flight the local
 * copy is outdated, so every given field is sent. ProblemError `not-found`, `nothing-changed`, `name-missing`,
 * `name-too-long`, `vin-malformed`.
 */
export function updateCar(parts: EditParts, id: CarId, typed: TypedCarPatch): OperationView {
  const car = known(parts.directory.carDetails(id));
  const underWay = isInFlight(parts.database.sqlite, 'update-car', carLane(id));
  const patch = Object.fromEntries(
    patchable.flatMap((field) => {
      const text = typed[field];
      if (text === undefined) return [];
      const value = checked[field](text ?? '');
      return value === car[field] && !underWay ? [] : [[field, value]];
    }),
  );
  if (Object.keys(patch).length === 0) throw new ProblemError(makeProblem('nothing-changed'));
  return requestEdit(parts, {
    kind: updateCarKind,
    payload: () => ({ car: id, carLabel: labelOf(car), patch }),
    about: { car: id, label: labelOf(car), fields: Object.keys(patch).join(' ') },
  });
}

const patchable = ['name', 'description', 'licensePlate', 'vin', 'brand', 'model'] as const;

const line = (field: string) => (text: string) => {
  const tidy = typedText(text);
  return tidy === null ? null : boundedText(tidy, field);
};

const checked = {
  name: (text: string) => requiredName(text, 'car'),
  description: typedDescription,
  licensePlate: line('licensePlate'),
  vin: typedVin,
  brand: line('brand'),
  model: line('model'),
} as const;

/** A person types minutes, so "now" may lie a few seconds ahead. */
const CLOCK_TOLERANCE_MS = MINUTE;

/**
 * Records that a car was opened or closed. The API has no way to delete the record. ProblemError `not-found`,
 * `time-in-future`.
 */
export function recordEvent(
  parts: EditParts,
  event: {
    readonly carId: CarId;
    readonly userId: UserId;
    readonly type: 'CarOpened' | 'CarClosed';
    readonly at: Instant;
    readonly place?: Place | undefined;
  },
): OperationView {
  const car = known(parts.directory.car(event.carId));
  const user = known(parts.directory.user(event.userId));
  const { type, at } = event;
  if (at > parts.clock.now() + CLOCK_TOLERANCE_MS) throw new ProblemError(makeProblem('time-in-future'));
  return requestEdit(parts, {
    kind: createEventKind,
    payload: (self) => ({
      self,
      car: car.id,
      carLabel: labelOf(car),
      userId: user.id,
      type,
      at,
      utcOffsetMinutes: parts.utcOffsetMinutes(at),
      userAgent: parts.userAgent,
      ...(event.place === undefined ? {} : { place: event.place }),
    }),
    about: { car: car.id, label: labelOf(car), user: user.id, type, at },
  });
}
