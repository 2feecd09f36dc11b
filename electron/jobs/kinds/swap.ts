import type { StepState } from '../../../shared/domain/job.ts';
import type { SwapStep } from '../../../shared/domain/job-steps.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { SwapData } from '../job-data.ts';
import type { Facts } from '../progress.ts';
import {
  boxStep,
  carStep,
  finderIn,
  operationStep,
  removalStep,
  testOperations,
  verifyStep,
} from './states.ts';

/** One state per step of a swap. */
export function swapStates(data: SwapData, facts: Facts): Readonly<Record<SwapStep, StepState>> {
  const by = finderIn(facts);
  const out = removalStep(by(data.out?.operation), facts.taken);
  const fitted = operationStep(by(data.box?.operation));
  return {
    car: carStep(data.car, by),
    'old-box': data.oldBox === null ? 'open' : 'confirmed',
    losses: data.losses === null ? 'open' : 'confirmed',
    // Without a key the new Box is to be like the old one.
    keyfob: data.key === null ? 'not-needed' : 'confirmed',
    box: data.box === null ? 'open' : (boxStep(by(data.box.operation), facts) ?? 'saved'),
    exchange: exchangeStep(out, fitted),
    restore: restoreStep(data, facts, out !== null),
    verify: verifyStep(data, facts),
    finish: facts.finishedAt === null ? 'open' : 'confirmed',
  };
}

/** Both Boxes: the old one out with all that went with it, the new one in. */
function exchangeStep(out: StepState | null, fitted: StepState | null): StepState {
  if (out === null) return 'open';
  if (out === 'problem' || fitted === 'problem') return 'problem';
  const isThrough = (state: StepState | null) => state === 'confirmed' || state === 'reported';
  if (!isThrough(out) || !isThrough(fitted)) return 'saved';
  return out === 'reported' || fitted === 'reported' ? 'reported' : 'confirmed';
}

function restoreStep(data: SwapData, facts: Facts, decided: boolean): StepState {
  const by = finderIn(facts);
  const chosen = newestRestores(data).flatMap(({ operation }) => operationStep(by(operation)) ?? []);
  if (chosen.includes('problem')) return 'problem';
  if (chosen.includes('saved')) return 'saved';
  if (chosen.length > 0) return chosen.includes('reported') ? 'reported' : 'confirmed';
  if (data.skipped.includes('restore')) return 'skipped';
  return decided && facts.restorable === 0 ? 'not-needed' : 'open';
}

/** The newest try of each access that was chosen. */
export function newestRestores({ restores }: Pick<SwapData, 'restores'>): SwapData['restores'] {
  return restores.filter(({ key }, index) => !restores.slice(index + 1).some((later) => later.key === key));
}

/** The operations that count. */
export function swapOperations(data: SwapData): readonly (OperationId | null | undefined)[] {
  return [
    data.out?.operation,
    data.box?.operation,
    ...newestRestores(data).map(({ operation }) => operation),
    ...testOperations(data),
  ];
}
