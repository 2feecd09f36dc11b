import { z } from 'zod';
import { foldSerial } from '../../../shared/domain/serial.ts';
import { type CarId, carId, productId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { install } from '../../operator/endpoints/installations.ts';
import { idOrReference, referencedOperations, resolveId } from '../reference.ts';
import { boxWhereabouts } from './box-whereabouts.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendable } from './kind.ts';
import { carLane } from './lanes.ts';

const payload = z.object({
  car: idOrReference(carId),
  /** As a person knows the car: its plate or name. */
  carLabel: z.string(),
  /** Known from the directory; null when the serial was never seen there. */
  productId: productId.nullable(),
  serialNumber: z.string().min(1),
});

/** Puts a Box into a car. Looks before it sends: a Box that is elsewhere is never asked for twice. */
export const installKind = defineKind({
  kind: 'install',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'answer', absenceIsGoal: false, conflictIsGoal: false, negativeReads: 1 },
  references: ({ car }) => referencedOperations(car),
  lane: ({ car }) => carLane(car),
  describe: ({ carLabel, serialNumber }) => ({
    key: 'operations.install',
    params: { car: carLabel, serial: serialNumber },
  }),
  correctable: [
    {
      field: 'serialNumber',
      form: 'serial',
      read: ({ serialNumber }) => serialNumber,
      // The product belonged to the serial that was wrong; the operator looks the new one up.
      write: (wanted, serialNumber) => ({ ...wanted, serialNumber, productId: null }),
    },
  ],
  prepare: async (wanted, bound, reading) => {
    const car = resolveId(carId, wanted.car, bound);
    const where = await boxWhereabouts(wanted, car, reading);
    switch (where.where) {
      case 'in-this-car':
        return { go: 'already', bindings: { productId: where.product.id } };
      case 'in-another-car':
        return { go: 'refused', problem: inAnotherCar(wanted.serialNumber, where.carId, where.carName) };
      case 'car-occupied':
        return { go: 'refused', problem: occupied(wanted.carLabel, where.serialNumber) };
      case 'failed':
        return { go: 'later', error: where.error };
      case 'free':
      case 'not-found':
      case 'not-told':
        // Not found may be a list that hides products: the operator itself answers 404 or 400 then.
        return { go: 'send', context: null };
    }
  },
  request: (wanted, bound) =>
    sendable(
      install({
        carId: resolveId(carId, wanted.car, bound),
        product:
          wanted.productId === null ? { serialNumber: wanted.serialNumber } : { productId: wanted.productId },
      }),
    ),
  reconcile: async (wanted, bound, reading) => {
    const where = await boxWhereabouts(wanted, resolveId(carId, wanted.car, bound), reading);
    switch (where.where) {
      case 'in-this-car':
        return { found: 'applied', bindings: { productId: where.product.id } };
      case 'in-another-car':
        return {
          found: 'contradiction',
          problem: inAnotherCar(wanted.serialNumber, where.carId, where.carName),
        };
      case 'car-occupied':
        return { found: 'contradiction', problem: occupied(wanted.carLabel, where.serialNumber) };
      case 'not-found':
        return {
          found: 'contradiction',
          problem: makeProblem('box-unknown', { serial: foldSerial(wanted.serialNumber) }),
        };
      case 'failed':
        return { found: 'nothing', error: where.error };
      case 'free':
        // The operator refuses for three reasons (spec part 4); where the other two are read to be untrue, the third
        // is left. Where a list does not tell the car, the Box may be in another one.
        return where.product.carId === null
          ? {
              found: 'not-applied',
              ifRefused: makeProblem('box-without-service', { serial: wanted.serialNumber }),
            }
          : { found: 'not-applied' };
      case 'not-told':
        return {
          found: 'undecidable',
          problem: makeProblem('outcome-not-told'),
        };
    }
  },
  echo: (wanted, bound, bindings) => {
    const product = productId.safeParse(bindings['productId'] ?? wanted.productId);
    return product.success
      ? { of: 'product-car', product: product.data, car: resolveId(carId, wanted.car, bound) }
      : null;
  },
});

function inAnotherCar(serial: string, otherCar: CarId, name: string | null) {
  return makeProblem('box-in-another-car', { serial, car: name ?? String(otherCar), carId: otherCar });
}

function occupied(car: string, serial: string) {
  return makeProblem('car-holds-another-box', { car, serial });
}
