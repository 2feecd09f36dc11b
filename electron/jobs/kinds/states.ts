import type { StepState } from '../../../shared/domain/job.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { hasStayed, isLeaving } from '../../assignments/taken-out.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import type { DataOf, JobData } from '../job-data.ts';
import type { Facts } from '../standing.ts';

/** An operation of the job by its id. */
export type Find = (id: OperationId | null | undefined) => OperationRow | undefined;

export const finderIn =
  ({ operations }: Pick<Facts, 'operations'>): Find =>
  (id) =>
    operations.find((row) => row.id === id);

/** A car of the directory is there; one that was asked for is there when its operation is done. */
export function carStep(car: JobData['car'], by: Find): StepState {
  if (car === null) return 'open';
  return car.operation === null ? 'confirmed' : (operationStep(by(car.operation)) ?? 'open');
}

/** Accepted is never shown as done: only `done` confirms a step. Null: nothing was asked for, or it was given up. */
export function operationStep(row: OperationRow | undefined): StepState | null {
  if (row === undefined || row.state === 'cancelled') return null;
  if (row.state === 'done') return 'confirmed';
  if (row.state === 'blocked' || row.state === 'failed' || row.state === 'held') return 'problem';
  return 'saved';
}

/** The test access of a job that has one. */
export function verifyStep(
  verification: DataOf<'installation' | 'swap'>['verification'],
  { operations, phase }: Pick<Facts, 'operations' | 'phase'>,
): StepState {
  const rows = operations.filter(({ id }) => id === verification?.create || id === verification?.remove);
  if (rows.some((row) => operationStep(row) === 'problem')) return 'problem';
  // A confirmed test access waits for the person: the car is to be tried, then the access removed.
  if (phase === 'not-started' || phase === 'confirmed') return 'open';
  return phase === 'removed' ? 'confirmed' : 'saved';
}

/** A removal is through when its Box is out and every access that went with it is known to be gone. */
export function removalStep(row: OperationRow | undefined, taken: Facts['taken']): StepState | null {
  const out = operationStep(row);
  if (out !== 'confirmed') return out;
  if (taken.some(hasStayed)) return 'problem';
  return taken.some(isLeaving) ? 'saved' : 'confirmed';
}
