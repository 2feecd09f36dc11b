import type { StepState } from '../../../shared/domain/job.ts';
import type { RemovalStep } from '../../../shared/domain/job-steps.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { RemovalData } from '../job-data.ts';
import type { Facts } from '../progress.ts';
import { carStep, finderIn, removalStep } from './states.ts';

/** One state per step of a removal. */
export function removalStates(data: RemovalData, facts: Facts): Readonly<Record<RemovalStep, StepState>> {
  const by = finderIn(facts);
  return {
    car: carStep(data.car, by),
    'old-box': data.oldBox === null ? 'open' : 'confirmed',
    losses: data.losses === null ? 'open' : 'confirmed',
    'take-out': removalStep(by(data.out?.operation), facts.taken) ?? 'open',
    finish: facts.finishedAt === null ? 'open' : 'confirmed',
  };
}

/** The operations that count. */
export function removalOperations({ out }: RemovalData): readonly (OperationId | undefined)[] {
  return [out?.operation];
}
