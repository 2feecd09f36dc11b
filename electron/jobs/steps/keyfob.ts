import type { JobId, KeyId } from '../../../shared/ids.ts';
import type { JobKey } from '../../../shared/domain/job-key.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { changeJobOf } from '../change.ts';
import type { JobParts } from '../parts.ts';

/** Takes a key of the catalogue: it names the Box variant. ProblemError `not-found`. */
export function chooseKey(parts: JobParts, job: JobId, brand: string, id: KeyId): void {
  const found = parts.directory.key(brand, id);
  if (found === undefined) throw new ProblemError(makeProblem('not-found'));
  const { otherNumbers: _numbers, ...key } = found;
  takeKey(parts, job, key);
}

/** Takes a key that was just looked up. */
export function takeKey(parts: JobParts, job: JobId, key: JobKey): void {
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    change.record('key-chosen', {
      key: key.id,
      brand: key.brand,
      form: key.keyFormName,
      box: key.boxName,
      sap: key.boxSapNumber,
    });
    return { ...change.data, key, skipped: change.data.skipped.filter((step) => step !== 'keyfob') };
  });
}

/** Leaves a step out on purpose; the report says so. */
export function skipStep(
  parts: JobParts,
  job: JobId,
  step: 'keyfob' | 'fitting' | 'group' | 'restore',
): void {
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    if (change.data.skipped.includes(step)) return change.data;
    change.record('step-skipped', { step });
    return { ...change.data, skipped: [...change.data.skipped, step] };
  });
}
