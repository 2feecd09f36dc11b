import { z } from 'zod';
import { carId, groupId } from '../../../../shared/ids.ts';
import { addCarToGroup, listGroupCars } from '../../../operator/endpoints/groups-and-users.ts';
import { idOrReference, referencedOperations, resolveId, carLane } from './references.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendAtOnce, sendable } from './kind.ts';
import { unknownCar } from './shared-findings.ts';

const payload = z.object({
  car: idOrReference(carId),
  carLabel: z.string(),
  group: idOrReference(groupId),
  groupName: z.string(),
});

/** Membership of a car. 409 = already a member, which is the goal (spec part 3). */
export const addCarToGroupKind = defineKind({
  kind: 'add-car-to-group',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'answer', isDoneWhenAbsent: false, isDoneOnConflict: true, negativeReads: 1 },
  references: ({ car, group }) => referencedOperations(car, group),
  lane: ({ car }) => carLane(car),
  describe: ({ carLabel, groupName }) => ({
    key: 'operations.add-car-to-group',
    params: { car: carLabel, group: groupName },
  }),
  unknown: ({ car, carLabel }, bound, reading) => unknownCar(resolveId(carId, car, bound), carLabel, reading),
  prepare: sendAtOnce,
  request: (wanted, bound) =>
    sendable(addCarToGroup(resolveId(groupId, wanted.group, bound), resolveId(carId, wanted.car, bound))),
  reconcile: async (wanted, bound, { client, signal }) => {
    const car = resolveId(carId, wanted.car, bound);
    // OData support is not documented here, so the whole list is read.
    const members = await client.call(listGroupCars(resolveId(groupId, wanted.group, bound)), { signal });
    if (!members.ok) {
      // Not offered, or no such group: a resend is safe (409 is the goal), and its answer gives the reason.
      return members.error.code === 'not-found'
        ? { found: 'not-applied' }
        : { found: 'nothing', error: members.error };
    }
    return members.value.some(({ id }) => id === car)
      ? { found: 'applied', bindings: {} }
      : { found: 'not-applied' };
  },
});
