import type { JobKind } from '../../../shared/domain/job-steps.ts';
import type { PlannedWork } from '../../../shared/relay/jobs.ts';
import { furnish } from '../../e2e/fixture/leaving.ts';
import type { Random } from '../../operator/random.ts';
import { boxVariants } from '../../operator/seed/key-catalogue.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { activeServiceOf, productsIn } from '../../operator/state.ts';
import { plannedInstallation } from '../../planned/planned-work.ts';

/* The plan of the day: 30 jobs of two customers, and which laptop is to do which. The seed decides. */

export const NORTH = notable.customerId;
export const SOUTH = notable.otherCustomerId;
export const MAKE = { brand: 'Ford', model: 'Transit' } as const;
export const SITE = 'Munich';
export const CUSTOMERS = [NORTH, SOUTH] as const;

/**
 * `online`: the laptop that has a connection all day. `offline`: the one without. `dying`: the one that dies at noon.
 */
export const BAYS = ['online', 'offline', 'dying'] as const;
export type Bay = (typeof BAYS)[number];

/**
 * `refused`: not begun. `twice`: begun by two laptops. `rescued`: begun before its laptop died. `left`: planned for the dead
 * laptop and not begun there.
 */
type Fate = 'done' | 'refused' | 'twice' | 'rescued' | 'left';

/** A car of the day and its job. */
export interface DayCar {
  readonly customer: number;
  readonly kind: JobKind;
  readonly plate: string;
  /** Null = the job creates it. */
  readonly id: number | null;
  /** The Box that goes in; null in a removal. */
  readonly fits: string | null;
  /** The Box that comes out; null in an installation. */
  readonly leaves: string | null;
  /** The name of the car's key; '' = none is planned. */
  readonly key: string;
  readonly group: { readonly id: number; readonly name: string };
  readonly testUser: number;
  /** The laptop that begins it first. */
  readonly bay: Bay;
  readonly fate: Fate;
}

const COUNTS = { [NORTH]: { known: 13, fresh: 2 }, [SOUTH]: { known: 6, fresh: 6 } } as const;

/** 27 installations, a removal and two swaps: ten jobs for each laptop, in the order of the day. */
export function planOfDay(operator: RunningOperator, random: Random): readonly DayCar[] {
  const leaving = carsToLeave(operator, random);
  const fitting = CUSTOMERS.flatMap((customer) => carsToFit(operator, random, customer));
  // Each laptop has cars of both customers. Taking out needs the operator: the offline laptop does none of it.
  const bays = random.shuffled(
    BAYS.flatMap((bay) =>
      Array.from({ length: bay === 'offline' ? 10 : bay === 'online' ? 9 : 8 }, () => bay),
    ),
  );
  const placed = [
    ...leaving.map((car, index) => ({ ...car, bay: index === 0 ? ('online' as const) : ('dying' as const) })),
    ...fitting.map((car, index) => ({ ...car, bay: bays[index] ?? ('online' as const) })),
  ];
  return random.shuffled(withFates(placed));
}

type Placed = Omit<DayCar, 'fate'>;

function withFates(cars: readonly Placed[]): readonly DayCar[] {
  const fates = new Map<Placed, Fate>();
  const give = (fate: Fate, bay: Bay, holds: (car: Placed) => boolean = () => true) => {
    const found = cars.find(
      (car) => car.kind === 'installation' && car.bay === bay && !fates.has(car) && holds(car),
    );
    if (found === undefined) throw new Error(`no car can be ${fate}`);
    fates.set(found, fate);
  };
  give('refused', 'online');
  give('twice', 'online', ({ id }) => id !== null);
  give('rescued', 'dying', ({ customer }) => customer === NORTH);
  give('rescued', 'dying', ({ customer }) => customer === SOUTH);
  give('left', 'dying');
  give('left', 'dying');
  return cars.map((car) => ({ ...car, fate: fates.get(car) ?? 'done' }));
}

type Unplaced = Omit<DayCar, 'fate' | 'bay'>;

function sharedBy(
  { state }: RunningOperator,
  customer: number,
): Pick<DayCar, 'customer' | 'group' | 'testUser'> {
  const group = [...state.groups.values()].find(({ customerId }) => customerId === customer);
  const user = [...state.users.values()].find(({ customerIds }) => customerIds.has(customer));
  if (group === undefined || user === undefined) throw new Error('the fleet has no group or no user');
  const { id, name } = group;
  return { customer, group: { id, name }, testUser: customer === NORTH ? notable.testUserId : user.id };
}

function carsToFit(
  operator: RunningOperator,
  random: Random,
  customer: typeof NORTH | typeof SOUTH,
): readonly Unplaced[] {
  const { state } = operator;
  const { known, fresh } = COUNTS[customer];
  const shared = sharedBy(operator, customer);
  const free = random
    .shuffled([...state.cars.values()])
    .flatMap(({ id, customerId, licensePlate }) =>
      customerId === customer &&
      isPlate(licensePlate) &&
      productsIn(state, id).length === 0 &&
      state.groups.get(shared.group.id)?.carIds.has(id) === false
        ? [{ id, plate: licensePlate }]
        : [],
    );
  const made = Array.from({ length: fresh }, (_, index) => ({
    id: null,
    plate: `M NEW ${customer + 10 * index}`,
  }));
  const cars = [...free.slice(0, known), ...made];
  const shelf = shelfOf(operator, random, customer);
  return cars.map(({ id, plate }, index) => {
    const box = shelf[index];
    if (cars.length < known + fresh || box === undefined)
      throw new Error('the fleet has too few cars or Boxes');
    return { ...shared, ...box, kind: 'installation', plate, id, leaves: null };
  });
}

/** The variant of the Boxes that come out, and of those of `notable` that go in for them. */
const SWAPPED = boxVariants.medium.boxSapNumber;

/** Three cars whose Box comes out, with accesses: two swaps and a removal. */
function carsToLeave(operator: RunningOperator, random: Random): readonly Unplaced[] {
  const { state } = operator;
  const shared = sharedBy(operator, NORTH);
  const cars = random.shuffled([...state.cars.values()]).flatMap(({ id, customerId, licensePlate }) => {
    const [box, other] = productsIn(state, id);
    const fits = customerId === NORTH && isPlate(licensePlate) && box?.type === 'Box' && other === undefined;
    return fits && box.sapNumber === SWAPPED ? [{ id, plate: licensePlate, leaves: box.serialNumber }] : [];
  });
  const kinds = ['swap', 'swap', 'removal'] as const;
  return kinds.map((kind, index) => {
    const car = cars[index];
    const next = notable.boxes.free[index];
    if (car === undefined || next === undefined) throw new Error('the fleet has too few cars with a Box');
    furnish({ operator }, car.plate);
    return { ...shared, ...car, kind, key: '', fits: kind === 'swap' ? next : null };
  });
}

const isPlate = (said: string | null): said is string => said !== null && said.trim() !== '';

/** Boxes with a running service and in no car, each with a key of the make; those of `notable` are for the swaps. */
function shelfOf(
  { state }: RunningOperator,
  random: Random,
  customer: number,
): readonly Pick<DayCar, 'fits' | 'key'>[] {
  const kept = new Set<string>(Object.values(notable.boxes).flat());
  const keys = [...state.keys.values()].filter(({ brand }) => brand === MAKE.brand);
  return random.shuffled(
    [...state.products.values()].flatMap(({ id, customerId, type, carId, serialNumber, sapNumber }) => {
      const key = keys.find(({ boxSapNumber }) => boxSapNumber === sapNumber && !sapNumber.includes('CAN'));
      const isFree = customerId === customer && type === 'Box' && carId === null && !kept.has(serialNumber);
      if (!isFree || key === undefined || activeServiceOf(state, id) === undefined) return [];
      return [{ fits: serialNumber, key: state.keyForms.get(key.keyFormId)?.name ?? '' }];
    }),
  );
}

/** The job as the office plans it. Any laptop of the site may do it. */
export const asPlanned = (
  { kind, id, plate, group, fits, leaves, key, bay }: DayCar,
  day: string,
  place: number,
): PlannedWork =>
  plannedInstallation({
    kind,
    day,
    place,
    from: null,
    site: SITE,
    crew: bay,
    car: { id, licensePlate: plate, vin: '', name: '', ...MAKE },
    key,
    group: group.name,
    expected: fits === null ? null : { by: 'serial', serial: fits },
    leaves: leaves ?? '',
  });

/** The writes that the operator is to take for a car, each as often as it is named. */
export function writesFor({ kind, id, plate, fits, leaves, fate }: DayCar): readonly string[] {
  if (fate === 'refused') return [];
  const tried = [
    'PUT /assignments',
    'PUT /events CarOpened',
    'PUT /events CarClosed',
    'DELETE /assignments/{assignmentId}',
  ];
  const of = {
    installation: [
      ...(id === null ? ['PUT /cars'] : []),
      `PUT /installations ${fits}`,
      'PUT /groups/{groupId}/cars',
      ...tried,
    ],
    removal: [`DELETE /installations ${leaves}`],
    // Two accesses of the car are made again.
    swap: [
      `DELETE /installations ${leaves}`,
      `PUT /installations ${fits}`,
      'PUT /assignments',
      'PUT /assignments',
      ...tried,
    ],
  } as const satisfies Record<JobKind, readonly string[]>;
  return of[kind].map((write) => `${plate}: ${write}`);
}
