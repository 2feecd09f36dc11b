import { type CarId, eventId, type EventId, type UserId } from '../../../shared/ids.ts';
import { carEvent, type CarEvent } from '../../../shared/operator/resources.ts';
import { type Instant, MINUTE, toOperatorDateTime } from '../../../shared/time.ts';
import { assumedPath, type Assumptions, standardAssumptions } from '../assumptions.ts';
import { createRequest, type OperatorRequest, readRequest } from '../request.ts';

export interface NewEvent {
  readonly carId: CarId;
  readonly userId: UserId;
  readonly type: 'CarOpened' | 'CarClosed';
  readonly at: Instant;
  /** The place's offset from UTC at that moment, minutes east: `dateTime` is local wall-clock time. */
  readonly utcOffsetMinutes: number;
  readonly userAgent: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

/** `PUT /events`. A record only: it opens nothing, and nothing deletes it. */
export function createEvent(event: NewEvent): OperatorRequest<{ readonly id: EventId }> {
  const { carId, userId, type, at, utcOffsetMinutes, userAgent, latitude, longitude } = event;
  return createRequest(
    {
      endpoint: 'events.create',
      method: 'PUT',
      path: '/events',
      body: {
        // Local wall-clock time carries no zone; the operator adds a Z of its own that means nothing.
        dateTime: toOperatorDateTime(at + utcOffsetMinutes * MINUTE).replace('Z', ''),
        utcDateTime: toOperatorDateTime(at),
        userId,
        carId,
        type,
        userAgent,
        ...(latitude === undefined ? {} : { latitude }),
        ...(longitude === undefined ? {} : { longitude }),
      },
    },
    eventId,
  );
}

/** One event record. */
export function readEvent(
  id: EventId,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<CarEvent> {
  return readRequest({
    endpoint: 'events.read',
    path: assumedPath(assumptions.paths.event, { eventId: id }),
    schema: carEvent,
    assumed: true,
  });
}
