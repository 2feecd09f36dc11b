import { z } from 'zod';
import {
  assignmentId,
  type CarId,
  carId,
  operationId,
  productId,
  userId,
  type OperationId,
  type ProductId,
} from '../../../../shared/ids.ts';
import { makeProblem, type Problem } from '../../../../shared/problem.ts';
import { instant } from '../../../../shared/time.ts';
import { listCarAssignments } from '../../../operator/endpoints/cars.ts';
import { uninstall } from '../../../operator/endpoints/products.ts';
import type { Sqlite } from '../../../db/open.ts';
import { openInLane } from '../../../db/tables/queue/operations.ts';
import { isInCar, nameOfCar } from './box-location.ts';
import { defineKind } from './define-kind.ts';
import { type Preparation, type Reading, sendable } from './kind.ts';
import { carLane } from './references.ts';
import { accessValues, unknownCar } from './shared-findings.ts';

const payload = z.object({
  car: carId,
  carLabel: z.string(),
  /** Null when only its serial is known here. */
  productId: productId.nullable(),
  serialNumber: z.string(),
  /** Removing a Box revokes the car's assignments; removing an IQ does not. */
  takesAssignments: z.boolean(),
  /** Earlier, still open orders for the same removal: once one of them is done, this one's goal is reached. */
  repeats: z.array(operationId).exactOptional(),
});
type Payload = z.infer<typeof payload>;

/** The accesses that the removal revokes, as they were before; null = not readable. */
const context = z.object({
  assignments: z
    .array(
      z.object({
        id: assignmentId,
        userId: userId.nullable(),
        start: instant,
        end: instant.nullable(),
        lifetime: z.number().nullable().default(null),
        renewableAfter: z.number().nullable().default(null),
      }),
    )
    .nullable(),
});
type Context = z.infer<typeof context>;

/**
 * Removes a product from a car. The accesses revoked with it are read and stored first, because they cannot be read
 * afterwards. After its success they are watched for their deleted-results
 * (`electron/operations/assignments/revoked-assignments.ts`).
 */
export const uninstallKind = defineKind({
  kind: 'uninstall',
  version: 1,
  payload,
  context,
  traits: { endsBy: 'answer', isDoneWhenAbsent: false, isDoneOnConflict: false, negativeReads: 1 },
  unknown: async (wanted, _bound, reading) =>
    (await unknownCar(wanted.car, wanted.carLabel, reading)) ??
    makeProblem('box-unknown', { serial: wanted.serialNumber }),
  references: () => [],
  lane: ({ car }) => carLane(car),
  describe: ({ carLabel, serialNumber }) => ({
    key: 'operations.uninstall',
    params: { car: carLabel, serial: serialNumber },
  }),
  prepare: async (wanted, _bound, reading, before) => {
    const place = await isInCar(wanted, wanted.car, reading);
    if (place.location === 'failed') return { go: 'later', error: place.error };
    // A stale read or an incomplete list shows "out" as well. A completed order of ours proves it. Otherwise the order
    // is sent, and the operator's 409 is the second confirmation (docs/decisions/0025-absence-is-read-twice.md).
    if (place.location === 'out' && (wanted.repeats ?? []).some(reading.isDone)) {
      return { go: 'already', bindings: {} };
    }
    if (place.location === 'elsewhere') {
      // Removed by this order of ours or one that it repeats, and installed in another car since. Otherwise the order
      // names the wrong car.
      const takenOut = before !== null || (wanted.repeats ?? []).some(reading.isDone);
      return takenOut
        ? { go: 'already', bindings: { car: place.carId } }
        : { go: 'refused', problem: await inAnotherCar(wanted, place.carId, reading) };
    }
    if (place.location === 'in' && before !== null && reading.isReported()) {
      return { go: 'refused', problem: backInCar(wanted) };
    }
    // A resend must keep the facts from before the first sending: some of the accesses may be gone already.
    return before === null ? withAssignments(wanted, reading) : { go: 'send', context: before };
  },
  unprepared: () => ({ assignments: null }),
  request: ({ car, productId: id, serialNumber }) =>
    sendable(uninstall({ carId: car, product: id === null ? { serialNumber } : { productId: id } })),
  reconcile: async (wanted, _bound, reading) => {
    const place = await isInCar(wanted, wanted.car, reading);
    switch (place.location) {
      case 'out':
        return { found: 'gone' };
      case 'elsewhere':
        return { found: 'applied', bindings: { car: place.carId } };
      case 'in':
        return { found: 'not-applied', ...(reading.isReported() ? { mayBe: backInCar(wanted) } : {}) };
      case 'failed':
        return { found: 'nothing', error: place.error };
      case 'not-reported':
        return {
          found: 'undecidable',
          problem: makeProblem('outcome-not-reported'),
        };
    }
  },
  cascadeDeletes: (_payload, { assignments }) => assignments,
  cacheUpdate: ({ productId: id }, _bound, { car }) => {
    if (id === null) return null;
    const elsewhere = carId.safeParse(car);
    return { of: 'product-car', product: id, car: elsewhere.success ? elsewhere.data : null };
  },
});

/** Accesses were revoked by a request with this body since it was sent, so the Box was out, and was installed again. */
const backInCar = ({ serialNumber, carLabel }: Payload): Problem =>
  makeProblem('box-back-in-car', { serial: serialNumber, car: carLabel });

async function inAnotherCar(
  { serialNumber, carLabel }: Payload,
  other: CarId,
  reading: Reading,
): Promise<Problem> {
  const car = await nameOfCar(other, reading);
  return makeProblem('product-in-another-car', {
    serial: serialNumber,
    wanted: carLabel,
    car,
    carId: other,
  });
}

async function withAssignments(
  { car, takesAssignments }: Payload,
  { client, signal, notOffered }: Reading,
): Promise<Preparation<Context>> {
  if (!takesAssignments) return { go: 'send', context: { assignments: [] } };
  const listed = await client.pages((page) => listCarAssignments(car, page), { signal });
  if (listed.ok) {
    const assignments = listed.value.map((access) => ({
      id: access.id,
      userId: access.userId ?? null,
      ...accessValues(access),
    }));
    return { go: 'send', context: { assignments } };
  }
  // A list that is never readable must not block the removal for ever.
  return notOffered(listed.error)
    ? { go: 'send', context: { assignments: null } }
    : { go: 'later', error: listed.error };
}

/** The fields that identify the product of an order. */
const ofProduct = z.object({ productId: productId.nullish(), serialNumber: z.string().optional() });

/** Undefined if the stored order is damaged; the queue handles that. */
function productIn(payload: string): z.infer<typeof ofProduct> | undefined {
  try {
    return ofProduct.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/**
 * Open removals of a product from this car, for the payload of another one; those followed by a new installation are
 * left out.
 */
export function openRemovals(
  sqlite: Sqlite,
  car: CarId,
  product: { readonly productId: ProductId | null; readonly serialNumber: string },
): { readonly repeats?: OperationId[] } {
  const about = openInLane(sqlite, carLane(car)).filter(({ payload }) => {
    const asked = productIn(payload);
    const isSameNumber = product.productId !== null && asked?.productId === product.productId;
    return isSameNumber || asked?.serialNumber === product.serialNumber;
  });
  const putIn = about.findLastIndex(({ kind }) => kind === 'install');
  const repeats = about.slice(putIn + 1).flatMap((row) => (row.kind === 'uninstall' ? [row.id] : []));
  return repeats.length > 0 ? { repeats } : {};
}
