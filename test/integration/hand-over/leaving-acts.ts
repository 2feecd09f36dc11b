import { chooseLeavingBox, readLosses, takeOut } from '../../../electron/jobs/leaving/take-out.ts';
import { restoreAccesses } from '../../../electron/jobs/leaving/accesses.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { proveAccess, startVerification } from '../../../electron/jobs/steps/verify.ts';
import { carId, type JobId, userId } from '../../../shared/ids.ts';
import type { Clock } from '../../../shared/time.ts';
import { LEAVING } from '../../e2e/fixture/leaving.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import type { Laptop } from './laptop.ts';

/* A removal or a swap, step by step, on a laptop that may be replaced in between. */

export const NEW_BOX = notable.boxes.free[0];
/** The Box that leaves, and the one that a swap fits. */
export interface LeavingBoxes {
  readonly old: string;
  readonly next: string;
}
const seedBoxes: LeavingBoxes = { old: LEAVING.box, next: NEW_BOX };
const reason = { code: 'defective', text: '' } as const;

/** The acts of a person, in this order. */
const steps = {
  car: ({ laptop, job, car }) => chooseCar(laptop.parts, job, carId.parse(car)),
  'old-box': ({ laptop, job, boxes }) => chooseLeavingBox(laptop.parts, job, { serialNumber: boxes.old }),
  losses: ({ laptop, job }) => {
    // The operator answers. After a deadline the losses would be those of the copies, which have no access.
    const clock: Clock = { ...laptop.parts.clock, setTimer: () => () => undefined };
    return readLosses({ ...laptop.parts, clock }, job);
  },
  box: ({ laptop, job, boxes }) => {
    if (laptop.view(job).kind === 'swap') installBox(laptop.parts, job, boxes.next);
  },
  decision: ({ laptop, job }) =>
    takeOut(laptop.parts, job, reason, laptop.view(job).removal.losses?.readAt ?? 0),
  restore: ({ laptop, job }) => {
    const view = laptop.view(job);
    if (view.kind !== 'swap') return;
    const keys = view.restores.filter(({ offer }) => offer === 'yes').map(({ key }) => key);
    restoreAccesses(laptop.parts, job, keys);
  },
  verification: async ({ laptop, job }) => {
    const view = laptop.view(job);
    if (view.kind !== 'swap') return;
    startVerification(laptop.parts, job, userId.parse(notable.testUserId), 15);
    await laptop.settled(job);
    proveAccess(laptop.parts, job);
  },
} as const satisfies Record<
  string,
  (at: { laptop: Laptop; job: JobId; car: number; boxes: LeavingBoxes }) => Promise<void> | void
>;
export type Step = keyof typeof steps;
export const order = Object.keys(steps).filter((name): name is Step => name in steps);

/** Does these steps. */
export async function work(
  laptop: Laptop,
  job: JobId,
  car: number,
  which: readonly Step[],
  boxes = seedBoxes,
): Promise<void> {
  for (const step of which) await steps[step]({ laptop, job, car, boxes });
}

/** The copies of a first sync of the fleet. */
export async function knowing(
  directory: Laptop['directory'],
  { state }: RunningOperator,
  id: number,
): Promise<void> {
  const car = state.cars.get(id);
  if (car === undefined) throw new Error('the seed has no such car');
  directory.recordCar({
    id: carId.parse(id),
    name: car.name ?? LEAVING.plate,
    licensePlate: LEAVING.plate,
    description: null,
    vin: null,
    brand: null,
    model: null,
  });
  await directory.written();
}

export const boxesIn = ({ state }: RunningOperator, car: number) =>
  [...state.products.values()]
    .filter(({ carId: inCar }) => inCar === car)
    .map(({ serialNumber }) => serialNumber);

/** The writes of the whole job, each exactly once. */
export const WRITES = {
  removal: { 'DELETE /installations': 1 },
  swap: {
    'DELETE /installations': 1,
    'PUT /installations': 1,
    // Two recreated accesses, and one test access.
    'PUT /assignments': 3,
    'PUT /events': 2,
    'DELETE /assignments/{assignmentId}': 1,
  },
} as const;
