import { z } from 'zod';
import { preflightCheck } from '../../../../shared/domain/boxes.ts';
import { type CarId, carId, productId, type ProductId } from '../../../../shared/ids.ts';
import type { Product, Service } from '../../../../shared/operator/resources.ts';
import { makeProblem, type Problem } from '../../../../shared/problem.ts';
import { install, readProductService } from '../../../operator/endpoints/products.ts';
import type { OperatorClient } from '../../../operator/client.ts';
import type { OperatorError } from '../../../operator/operator-error.ts';
import { idOrReference, referencedOperations, resolveId, carLane } from './references.ts';
import { locateBox } from './box-location.ts';
import { defineKind } from './define-kind.ts';
import { type Preparation, type Reading, sendable } from './kind.ts';
import { unknownCar } from './shared-findings.ts';

const payload = z.object({
  car: idOrReference(carId),
  /** The car's display name: its plate or name. */
  carLabel: z.string(),
  /** From the directory; null when the serial is unknown there. */
  productId: productId.nullable(),
  serialNumber: z.string().min(1),
  /** The variant that the job requires; left out = no requirement. */
  needs: z.object({ sapNumber: z.string(), name: z.string() }).exactOptional(),
  /** Checks that a person has overridden with a reason: they refuse nothing here. */
  forced: z.array(preflightCheck.shape.check).exactOptional(),
});
type Payload = z.infer<typeof payload>;

/** The Box as the operator reported it before the sending; null = not readable. */
const context = z.object({ productId, sapNumber: z.string().nullable() }).nullable();

/** The Box of a stored installation as reported before the sending; null = not read. */
export function boxAsRead(contextText: string | null): z.infer<typeof context> {
  if (contextText === null) return null;
  try {
    return context.safeParse(JSON.parse(contextText)).data ?? null;
  } catch {
    return null;
  }
}

const asRead = ({ id, sapNumber }: Product) => ({ productId: id, sapNumber });

/**
 * Installs a Box in a car. The pre-send check blocks a Box that is elsewhere, is of another variant than the job
 * requires, or has no service. The operator refuses a Box that is not free, has no service, or meets another one in the
 * car (spec part 4); it does not check the variant.
 */
export const installKind = defineKind({
  kind: 'install',
  version: 1,
  payload,
  context,
  traits: { endsBy: 'answer', isDoneWhenAbsent: false, isDoneOnConflict: false, negativeReads: 1 },
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
      // The product and the forced checks belonged to the wrong serial; the operator resolves the new one.
      write: ({ forced: _forced, ...wanted }, serialNumber) => ({ ...wanted, serialNumber, productId: null }),
    },
  ],
  prepare: async (wanted, bound, reading) => {
    const car = resolveId(carId, wanted.car, bound);
    const where = await locateBox(wanted, car, reading);
    switch (where.where) {
      case 'in-this-car': {
        const problem = wrongVariant(wanted, where.product);
        return problem === null
          ? { go: 'already', bindings: { productId: where.product.id }, context: asRead(where.product) }
          : { go: 'refused', problem };
      }
      case 'ambiguous':
        return { go: 'refused', problem: ambiguous(wanted.serialNumber, where.serials) };
      case 'in-another-car':
        return { go: 'refused', problem: inAnotherCar(wanted.serialNumber, where.carId, where.carName) };
      case 'car-occupied':
        return { go: 'refused', problem: occupied(wanted.carLabel, where.serialNumber) };
      case 'failed':
        return { go: 'later', error: where.error };
      case 'free': {
        const problem = wrongVariant(wanted, where.product);
        return problem === null
          ? await sendWithService(wanted, where.product, reading)
          : { go: 'refused', problem };
      }
      case 'not-found':
        // Without a variant to compare, or with a forced check, the operator's own 404 or 400 decides.
        return wanted.needs === undefined || isForced(wanted, 'known') || isForced(wanted, 'variant')
          ? { go: 'send', context: null }
          : { go: 'refused', problem: unknownBox(wanted.serialNumber) };
      case 'not-reported':
        return { go: 'send', context: null };
    }
  },
  request: (wanted, bound, read) => {
    const product = wanted.productId ?? read?.productId ?? null;
    return sendable(
      install({
        carId: resolveId(carId, wanted.car, bound),
        product: product === null ? { serialNumber: wanted.serialNumber } : { productId: product },
      }),
    );
  },
  reconcile: async (wanted, bound, reading) => {
    const where = await locateBox(wanted, resolveId(carId, wanted.car, bound), reading);
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
        return { found: 'absent', problem: unknownBox(wanted.serialNumber) };
      case 'ambiguous':
        return { found: 'contradiction', problem: ambiguous(wanted.serialNumber, where.serials) };
      case 'failed':
        return { found: 'nothing', error: where.error };
      case 'free':
        // The operator refuses for three reasons (spec part 4). If reads exclude two, the third remains. If a list
        // omits the car, the Box may be in another one.
        return where.product.carId === null
          ? {
              found: 'not-applied',
              ifRefused: withoutService(wanted),
            }
          : { found: 'not-applied' };
      case 'not-reported':
        return {
          found: 'undecidable',
          problem: makeProblem('outcome-not-reported'),
        };
    }
  },
  // The operator's 404 is the same for a car, a product and the API Manager (spec part 4).
  unknown: async (wanted, bound, reading) =>
    (await unknownCar(resolveId(carId, wanted.car, bound), wanted.carLabel, reading)) ??
    unknownBox(wanted.serialNumber),
  learned: ({ needs }, read) => ({
    sap: read?.sapNumber ?? null,
    variantChecked: needs !== undefined && read !== null && read.sapNumber !== null,
  }),
  cacheUpdate: (wanted, bound, bindings) => {
    const product = productId.safeParse(bindings['productId'] ?? wanted.productId);
    return product.success
      ? { of: 'product-car', product: product.data, car: resolveId(carId, wanted.car, bound) }
      : null;
  },
});

function inAnotherCar(serial: string, otherCar: CarId, name: string | null) {
  return makeProblem('box-in-another-car', { serial, car: name ?? String(otherCar), carId: otherCar });
}

function unknownBox(serialNumber: string) {
  return makeProblem('box-unknown', { serial: serialNumber });
}

function ambiguous(serial: string, serials: string) {
  return makeProblem('box-ambiguous', { serial, serials });
}

/** Null: the required variant, one that cannot be compared, or one that a person has forced. */
function wrongVariant(wanted: Payload, { sapNumber }: Product): Problem | null {
  const { needs, serialNumber: serial } = wanted;
  if (needs === undefined || sapNumber === null || sapNumber === needs.sapNumber) return null;
  if (isForced(wanted, 'variant')) return null;
  return makeProblem('box-wrong-variant', {
    serial,
    found: sapNumber,
    needed: needs.name,
    sap: needs.sapNumber,
  });
}

/**
 * The operator accepts no product without a service (spec part 4). Read at the last moment, because a service may end
 * after the Box was mounted. Where the read is not offered, the operator's own 409 decides.
 */
async function sendWithService(
  wanted: Payload,
  product: Product,
  { client, signal, notOffered }: Reading,
): Promise<Preparation<z.infer<typeof context>>> {
  const send = { go: 'send', context: asRead(product) } as const;
  if (isForced(wanted, 'service')) return send;
  const service = await readServiceOf(client, product.id, signal);
  switch (service.reported) {
    case 'active':
      return send;
    case 'none':
      return { go: 'refused', problem: withoutService(wanted, service.words) };
    case 'not-reported':
      return notOffered(service.error) || service.error.code === 'invalid'
        ? send
        : { go: 'later', error: service.error };
  }
}

/** Whether a product has an active service, as far as the operator reports it. */
export type ServiceReported =
  | { readonly reported: 'active'; readonly service: Service }
  /** `service`: the ended one, if the operator still reports it. `words`: the operator's message. */
  | { readonly reported: 'none'; readonly service: Service | null; readonly words: string | null }
  | { readonly reported: 'not-reported'; readonly error: OperatorError };

/** Reads the service of a product. A 404 proves that it has none only with the operator's own message. */
export async function readServiceOf(
  client: Pick<OperatorClient, 'call' | 'assumptions'>,
  product: ProductId,
  signal: AbortSignal,
): Promise<ServiceReported> {
  const answer = await client.call(readProductService(product, client.assumptions), { signal });
  if (answer.ok) {
    const service = answer.value;
    return service.isTerminated
      ? { reported: 'none', service, words: service.terminationCause }
      : { reported: 'active', service };
  }
  const { error } = answer;
  const words = error.operatorMessage;
  const none = error.code === 'not-found' && /\bno services?\b/i.test(words ?? '');
  return none ? { reported: 'none', service: null, words } : { reported: 'not-reported', error };
}

const withoutService = ({ serialNumber: serial, carLabel: car }: Payload, words: string | null = null) =>
  makeProblem('box-without-service', { serial, car }, words);

const isForced = ({ forced = [] }: Payload, check: NonNullable<Payload['forced']>[number]) =>
  forced.includes(check);

function occupied(car: string, serial: string) {
  return makeProblem('car-holds-another-box', { car, serial });
}
