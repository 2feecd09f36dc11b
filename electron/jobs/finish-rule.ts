import { finishHindranceOf } from '../../shared/domain/proof.ts';
import { neverReached } from '../../shared/never.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { JobChange } from './change.ts';
import { phasesOf, proofOfJob } from './verification-view.ts';

/**
 * A test access that is there or on its way would be left for good, and a car that was seen not to work would look done.
 * ProblemErrors `test-access-left`, `car-not-working`.
 */
export function refuseHindered({ data, context, now }: JobChange): void {
  if (data.kind === 'removal') return;
  const { sqlite } = context;
  const hindrance = finishHindranceOf(proofOfJob(sqlite, data, now), phasesOf(sqlite, data));
  switch (hindrance) {
    case null:
      return;
    case 'access-left':
      throw new ProblemError(makeProblem('test-access-left'));
    case 'not-working':
      throw new ProblemError(makeProblem('car-not-working'));
    default:
      neverReached(hindrance);
  }
}
