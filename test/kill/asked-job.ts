import type { Random } from '../operator/random.ts';
import { activeServiceOf, type OperatorState } from '../operator/state.ts';
import { notable } from '../operator/seed/notable.ts';

/** A whole installation as a job.json asks for it. */
export interface AskedJob {
  readonly car: {
    readonly name: string;
    readonly vin: string;
    readonly licensePlate: string;
    readonly brand: string;
    readonly model: string;
  };
  readonly keyfob: { readonly brand: string };
  readonly box: { readonly serialNumber: string };
  readonly group: { readonly name: string };
  readonly verify: { readonly userId: number; readonly minutes: number };
}

const BRAND = 'Mercedes-Benz';
const VIN_STEM = 'W1V4477051387';
const GROUPS = ['Vans of bay 3', 'Vans of bay 4'] as const;

/** Asks for one new car after the other, each with a Box of its own that fits its key, in one of two groups. */
export function jobMaker(state: OperatorState, random: Random): () => AskedJob {
  const fitting = new Set(
    [...state.keys.values()]
      // Keys of a CAN Box or an IOX-Keybox are outside the integration's scope (spec part 2).
      .filter(({ brand, boxName }) => brand === BRAND && !/CAN|IOX/.test(boxName ?? ''))
      .map(({ boxSapNumber }) => boxSapNumber),
  );
  const shelf = random.shuffled(
    [...state.products.values()].filter(
      ({ id, type, carId, customerId, sapNumber }) =>
        type === 'Box' &&
        fitting.has(sapNumber) &&
        carId === null &&
        customerId === notable.customerId &&
        activeServiceOf(state, id) !== undefined,
    ),
  );
  let made = 0;
  return () => {
    const box = shelf[made];
    if (box === undefined) throw new Error('every Box on the shelf has been asked for');
    made += 1;
    return {
      car: {
        name: `Vito ${made}`,
        vin: `${VIN_STEM}${String(made).padStart(4, '0')}`,
        licensePlate: `M BX ${3000 + made}`,
        brand: BRAND,
        model: 'Vito',
      },
      keyfob: { brand: BRAND },
      box: { serialNumber: box.serialNumber },
      group: { name: random.pick(GROUPS) },
      verify: { userId: notable.testUserId, minutes: 15 },
    };
  };
}
