import type { Place } from '../../shared/domain/place.ts';
import type { OperationView } from '../../shared/domain/operation.ts';
import type { CarId, UserId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { type Instant, MINUTE } from '../../shared/time.ts';
import { createEventKind } from '../operations/queue/kinds/create-event.ts';
import { known, labelOf, type EditParts } from './parts.ts';
import { requestEdit } from './request-edit.ts';

/** "Now" as typed may be the minute that has just begun. */
const CLOCK_TOLERANCE_MS = MINUTE;

/** Records that a car was opened or closed. Nothing deletes it again. ProblemError `not-found`, `time-in-future`. */
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
