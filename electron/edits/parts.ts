import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Directory } from '../directory/directory.ts';
import type { JobParts } from '../jobs/parts.ts';
import type { OperatorClient } from '../operator/client.ts';

/** The dependencies of the edits: the tools of the jobs, the local copies, and the operator for the one live read. */
export interface EditParts extends Pick<
  JobParts,
  'database' | 'target' | 'clock' | 'ids' | 'log' | 'wake' | 'utcOffsetMinutes' | 'userAgent'
> {
  readonly directory: Directory;
  readonly client: OperatorClient;
}

/** The subject of an edit, which a screen has shown from the local copies. ProblemError `not-found`. */
export function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ProblemError(makeProblem('not-found'));
  return value;
}

/** How people know a car. */
export function labelOf(car: { readonly licensePlate: string | null; readonly name: string }): string {
  return car.licensePlate ?? car.name;
}
