import { useState } from 'react';
import type { Problem } from '../../shared/problem.ts';

/**
 * Closes nothing. A dialog whose call is under way stays open: its refusal would be lost, and its end would close the
 * dialog that was opened after it.
 */
export const stay = (): void => {};

/** The problem of a dialog's call without the one of an earlier opening, which may have been about another subject. */
export function useOwnProblem(open: boolean, problem: Problem | null): Problem | null {
  const [before, setBefore] = useState({ open: false, problem });
  if (before.open !== open) setBefore({ open, problem: open ? problem : before.problem });
  // Each refusal is an object of its own, also where it says the same.
  return problem === before.problem ? null : problem;
}
