import { vi } from 'vitest';
import { beginPlannedJob } from '../../../electron/jobs/planned/begin.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { createCar, chooseGroup } from '../../../electron/jobs/steps/car.ts';
import { proveAccess, startVerification } from '../../../electron/jobs/steps/verify.ts';
import { groupId, type JobId, userId } from '../../../shared/ids.ts';
import { order, work } from '../hand-over/leaving-acts.ts';
import type { Laptop } from '../hand-over/laptop.ts';
import { planAt } from './day-crew.ts';
import { type DayCar, MAKE } from './day-plan.ts';

/* The acts of an installer for one planned car. */

/** Begins the planned job of a car. */
export const begin = (laptop: Laptop, { plate }: DayCar): Promise<JobId> =>
  beginPlannedJob(laptop.open, planAt(laptop, plate).id);

/** Brings the Box of a begun installation in, up to its group. */
export function fit({ parts }: Laptop, job: JobId, { id, plate, fits, group }: DayCar): void {
  if (id === null) {
    createCar(parts, job, { name: '', licensePlate: plate, vin: '', ...MAKE });
  }
  installBox(parts, job, fits ?? '');
  chooseGroup(parts, job, { id: groupId.parse(group.id) });
}

/** Asks for the test access of an installation. */
export const ask = ({ parts }: Laptop, job: JobId, { testUser }: DayCar): void =>
  startVerification(parts, job, userId.parse(testUser), 15);

/** Opens and closes the car once its test access is there, and finishes the job. */
export async function prove(laptop: Laptop, job: JobId): Promise<void> {
  await laptop.settled(job);
  proveAccess(laptop.parts, job);
  await laptop.settled(job);
  finishJob(laptop.parts, job);
}

/** The whole job of a car at a laptop with a connection. */
export async function doWhole(laptop: Laptop, car: DayCar): Promise<void> {
  const job = await begin(laptop, car);
  if (car.kind === 'installation') {
    fit(laptop, job, car);
    ask(laptop, job, car);
    return prove(laptop, job);
  }
  const boxes = { old: car.leaves ?? '', next: car.fits ?? '' };
  await work(laptop, job, car.id ?? 0, order.slice(1), boxes);
  await laptop.settled(job);
  finishJob(laptop.parts, job);
}

/** Waits until something holds. */
export const until = (holds: () => boolean, what: string): Promise<void> =>
  vi.waitFor(() => {
    if (!holds()) throw new Error(what);
  });
