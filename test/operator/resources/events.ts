import { z } from 'zod';
import { created, json, refuse, type Answer } from '../http/answer.ts';
import { bodyOf } from '../http/body.ts';
import type { CustomerCall } from '../http/call.ts';
import { dateTime } from '../instants.ts';
import { carOf, idIn, userOf } from './lookups.ts';
import { eventShape } from './shapes.ts';

const coordinate = z.number().nullable().optional();
const newEvent = z.object({
  dateTime,
  utcDateTime: dateTime,
  userId: z.number().int(),
  carId: z.number().int(),
  type: z.enum(['CarOpened', 'CarClosed']),
  userAgent: z.string().min(1),
  latitude: coordinate,
  longitude: coordinate,
});

/** PUT /events: records that a car was opened or closed. It moves nothing, and nothing takes it back. */
export function createEvent(call: CustomerCall): Answer {
  const body = bodyOf(call, newEvent);
  const { latitude = null, longitude = null } = body;
  const car = carOf(call, body.carId);
  const user = userOf(call, body.userId);
  const id = call.state.nextId('events');
  call.state.events.set(id, {
    ...body,
    id,
    customerId: call.customer.id,
    carId: car.id,
    userId: user.id,
    // Local wall-clock time that reads back as if it were UTC: the reason why utcDateTime exists.
    dateTime: body.dateTime.endsWith('Z') ? body.dateTime : `${body.dateTime}Z`,
    latitude,
    longitude,
  });
  return created(id);
}

export function readEvent(call: CustomerCall): Answer {
  const event = call.state.events.get(idIn(call, 'eventId'));
  if (event === undefined || event.customerId !== call.customer.id)
    throw refuse(404, 'The event was not found.');
  return json(200, eventShape(event));
}
