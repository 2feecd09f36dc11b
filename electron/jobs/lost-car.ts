import type { SeenOperation } from '../../shared/domain/operation-commands.ts';
import type { CarId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { OperationRow } from '../db/tables/queue/operations.ts';
import { expectSeen } from '../operations/queue/commands/guard.ts';
import type { QueueCommands } from '../operations/queue/commands.ts';
import type { JobParts } from './parts.ts';
import { chooseCar } from './steps/car.ts';

/**
 * The work of a new car that was given up goes to a car of the directory. Where a job asked for the car, the job takes the
 * other one. ProblemError `not-found`, `changed-meanwhile`, `step-not-ready`.
 */
export function giveWorkToCar(
  { jobs, commands }: { readonly jobs: JobParts; readonly commands: Pick<QueueCommands, 'moveToCar'> },
  lost: OperationRow,
  id: CarId,
  seen: SeenOperation,
): void {
  const car = jobs.directory.car(id);
  if (car === undefined) throw new ProblemError(makeProblem('not-found'));
  expectSeen(lost, seen);
  if (lost.job_id !== null) chooseCar(jobs, lost.job_id, id);
  else commands.moveToCar(lost.id, { car: id, label: car.licensePlate ?? car.name }, seen);
}
