import type { StepState } from '../../shared/domain/job.ts';
import type { OperationId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { hasStayed, isLeaving } from '../operations/assignments/taken-out.ts';
import { type OperationRow, reportedByOf } from '../db/tables/queue/operations.ts';
import type { DataOf, JobData } from './job-data.ts';
import type { Facts } from './progress.ts';

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

/** Accepted is never shown as done: only `done` confirms a step, and not by another laptop's word. Null: nothing was asked for, or it was given up. */
export function operationStep(row: OperationRow | undefined): StepState | null {
  if (row === undefined || row.state === 'cancelled') return null;
  if (row.state === 'done') return reportedByOf(row) === null ? 'confirmed' : 'reported';
  if (row.state === 'blocked' || row.state === 'failed' || row.state === 'held') return 'problem';
  return 'saved';
}

/** The Box: in, but only confirmed where it was compared with what the car needs. Null as for `operationStep`. */
export function boxStep(
  row: OperationRow | undefined,
  { boxUnchecked }: Pick<Facts, 'boxUnchecked'>,
): StepState | null {
  const state = operationStep(row);
  return state === 'confirmed' && boxUnchecked ? 'unchecked' : state;
}

/**
 * The test of a job that has one. Confirmed only when a test access was created, the car opened and closed, and the access
 * was removed again.
 */
export function verifyStep(
  data: Pick<DataOf<'installation' | 'swap'>, 'verification' | 'earlierTests'>,
  { operations, proof, phases }: Pick<Facts, 'operations' | 'proof' | 'phases'>,
): StepState {
  const counts = new Set(testOperations(data));
  const states = operations.flatMap((row) => (counts.has(row.id) ? (operationStep(row) ?? []) : []));
  if (states.includes('problem')) return 'problem';
  switch (proof.state) {
    case 'not-needed':
    case 'not-tested':
    // The access waits for the person: the car is to be tried, then the access removed.
    case 'to-try':
      return 'open';
    case 'under-way':
      return 'saved';
    case 'to-remove':
      return phases.at(-1) === 'confirmed' ? 'open' : 'saved';
    case 'proven':
      return states.includes('reported') ? 'reported' : 'confirmed';
    case 'unproven':
      return proof.handedOver === null ? 'problem' : 'not-working';
    default:
      return neverReached(proof);
  }
}

/** The newest test, and the removal of each earlier access: what of the tests may stand against the job. */
export function testOperations({
  verification,
  earlierTests,
}: Pick<DataOf<'installation' | 'swap'>, 'verification' | 'earlierTests'>): readonly (
  OperationId | null | undefined
)[] {
  return [verification?.create, verification?.remove, ...earlierTests.map(({ remove }) => remove)];
}

/** A removal is through when its Box is out and every access that went with it is known to be gone. */
export function removalStep(row: OperationRow | undefined, taken: Facts['taken']): StepState | null {
  const out = operationStep(row);
  if (out !== 'confirmed' && out !== 'reported') return out;
  if (taken.some(hasStayed)) return 'problem';
  if (taken.some(isLeaving)) return 'saved';
  return taken.some(({ confirmed_by: by }) => by === null) ? 'reported' : out;
}
