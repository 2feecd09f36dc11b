import type { Clock } from '../../shared/clock.ts';
import type { NewCar } from '../../shared/ipc/calls/jobs.ts';
import { ProblemError } from '../../shared/problem.ts';
import { SECOND } from '../../shared/time.ts';
import { readCarsWithNumbers } from '../operator/cars-like.ts';
import { withDeadline } from '../operator/deadline.ts';
import { carExists } from '../operations/queue/kinds/create-car.ts';
import { checkedNewCar } from './steps/car.ts';
import type { LiveParts } from './parts.ts';

/** A person waits for the answer; the queue asks again before anything is sent. */
const PATIENCE_MS = 3 * SECOND;

/**
 * Refuses a new car whose VIN or plate another car bears, by the local copies or by the operator as far as it answers in time.
 * The car that is there is kept here, so that it can be taken. ProblemError `car-exists`, those of `checkedNewCar`.
 */
export async function refuseExistingCar(
  { client, directory, clock }: Pick<LiveParts, 'client' | 'directory'> & { readonly clock: Clock },
  typed: NewCar,
): Promise<void> {
  const car = checkedNewCar(typed);
  const [known] = [...directory.findByVin(car.vin ?? ''), ...directory.findByPlate(car.licensePlate ?? '')];
  if (known !== undefined) throw new ProblemError(carExists(known));
  const read = await withDeadline(clock, PATIENCE_MS, (signal) => readCarsWithNumbers(client, car, signal));
  const [existing] = read.ok ? read.value : [];
  if (existing === undefined) return;
  directory.recordCar(existing);
  throw new ProblemError(carExists(existing));
}
