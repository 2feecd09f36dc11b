import type { JobKind, StepName } from '../../../shared/domain/job-steps.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { neverReached } from '../../../shared/never.ts';
import type { JobData } from '../job-data.ts';
import type { Facts, StepStates } from '../progress.ts';
import { installationOperations, installationStates } from './installation.ts';
import { removalOperations, removalStates } from './removal.ts';
import { type Find, operationStep } from './states.ts';
import { swapOperations, swapStates } from './swap.ts';

/*
 * The one place that distinguishes the kinds of jobs; each kind has its own file.
 */

/** One state per step that the job's kind has. */
export function stepStates(facts: Facts): StepStates {
  const { data } = facts;
  switch (data.kind) {
    case 'installation':
      return installationStates(data, facts);
    case 'removal':
      return removalStates(data, facts);
    case 'swap':
      return swapStates(data, facts);
    default:
      return neverReached(data);
  }
}

/** The operations of decisions that were not replaced. */
export function currentOperations(data: JobData): ReadonlySet<OperationId | null | undefined> {
  switch (data.kind) {
    case 'installation':
      return new Set(installationOperations(data));
    case 'removal':
      return new Set(removalOperations(data));
    case 'swap':
      return new Set(swapOperations(data));
    default:
      return neverReached(data);
  }
}

/** Does anything hang on the car, so that another one cannot be taken? */
export function isCarInUse(data: JobData, by: Find): boolean {
  switch (data.kind) {
    case 'installation':
      return data.box !== null || data.group !== null || data.verification !== null;
    case 'removal':
    case 'swap':
      return operationStep(by(data.out?.operation)) !== null;
    default:
      return neverReached(data);
  }
}

/** The job with another car: what was said about the Boxes of the one before says nothing about this one. */
export function withCar(data: JobData, car: NonNullable<JobData['car']>): JobData {
  switch (data.kind) {
    case 'installation':
      return { ...data, car };
    case 'removal':
      return { ...data, car, oldBox: null, losses: null, out: null };
    case 'swap':
      // Its label is still that of the Box in hand.
      return {
        ...data, car, oldBox: null, losses: null, out: null, box: null, label: data.label ?? data.box?.label ?? null,
      }; // prettier-ignore
    default:
      return neverReached(data);
  }
}

/** The next act, by kind where the same step asks for something else. */
export function wordsOfStep(kind: JobKind, step: StepName): string {
  const own = step === 'car' || step === 'box' || step === 'finish';
  return own && kind !== 'installation' ? `jobs.step.${kind}-${step}` : `jobs.step.${step}`;
}
