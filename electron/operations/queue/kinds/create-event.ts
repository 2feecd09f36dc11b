import { z } from 'zod';
import { carId, operationId, userId } from '../../../../shared/ids.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import { place } from '../../../../shared/domain/typed-text.ts';
import { instant } from '../../../../shared/time.ts';
import { createEvent } from '../../../operator/endpoints/cars.ts';
import { idOrReference, referencedOperations, resolveId } from './references.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendAtOnce, sendable } from './kind.ts';
import { unknownCar } from './shared-findings.ts';

const payload = z.object({
  self: operationId,
  car: idOrReference(carId),
  carLabel: z.string(),
  userId,
  type: z.enum(['CarOpened', 'CarClosed']),
  at: instant,
  /** The laptop's offset from UTC at that moment, minutes east: `dateTime` is local wall-clock time (spec part 4). */
  utcOffsetMinutes: z.number().int(),
  userAgent: z.string(),
  /** Left out if no place was named, and in rows of earlier builds. */
  place: place.exactOptional(),
});

/**
 * Records that a car was opened or closed. No read finds it and nothing deletes it, so an unknown outcome is never
 * repeated: a person decides. It has a lane of its own, so that a doubt here does not block the car's other work.
 */
export const createEventKind = defineKind({
  kind: 'create-event',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'answer', isDoneWhenAbsent: false, isDoneOnConflict: false, negativeReads: 2 },
  references: ({ car }) => referencedOperations(car),
  lane: ({ self }) => `event:${self}`,
  describe: ({ carLabel, type }) => ({
    key: type === 'CarOpened' ? 'operations.create-event-opened' : 'operations.create-event-closed',
    params: { car: carLabel },
  }),
  unknown: ({ car, carLabel }, bound, reading) => unknownCar(resolveId(carId, car, bound), carLabel, reading),
  prepare: sendAtOnce,
  request: (event, bound) =>
    sendable(
      createEvent({
        carId: resolveId(carId, event.car, bound),
        userId: event.userId,
        type: event.type,
        at: event.at,
        utcOffsetMinutes: event.utcOffsetMinutes,
        userAgent: event.userAgent,
        ...event.place,
      }),
      ({ id }) => ({ id }),
    ),
  reconcile: () => Promise.resolve({ found: 'undecidable', problem: makeProblem('event-may-be-recorded') }),
});
