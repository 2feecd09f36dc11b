import type { JobId, KeyId } from '../../../shared/ids.ts';
import { type JobKey, jobKey } from '../../../shared/domain/directory.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { changeJob, changeJobOf, requireReason } from '../change.ts';
import { checklistStep } from '../../../shared/domain/job-steps.ts';
import { requireNothingCritical } from '../job-checklist.ts';
import type { JobParts } from '../parts.ts';
import { boxForKey } from './box.ts';

/**
 * Chooses a key of the catalogue, which determines the Box variant. ProblemErrors `not-found`, those of `boxForKey`.
 */
export function chooseKey(parts: JobParts, job: JobId, brand: string, id: KeyId): void {
  const found = parts.directory.key(brand, id);
  if (found === undefined) throw new ProblemError(makeProblem('not-found'));
  takeKey(parts, job, jobKey.parse(found));
}

/** Chooses a key that was just looked up, and compares the job's Box with it. ProblemErrors of `boxForKey`. */
export function takeKey(parts: JobParts, job: JobId, key: JobKey): void {
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    change.record('key-chosen', {
      key: key.id,
      brand: key.brand,
      form: key.keyFormName,
      box: key.boxName,
      sap: key.boxSapNumber,
    });
    const skipped = change.data.skipped.filter((step) => step !== 'keyfob');
    return boxForKey(parts, change, { ...change.data, key, skipped });
  });
}

/**
 * Skips a step deliberately; report, history and risk show it. `typed`: the person's reason; `as-last-car`: the
 * previous car in the series skipped it too. ProblemErrors `reason-missing`, `name-too-long`, `answer-critical`.
 */
export function skipStep(
  parts: JobParts,
  job: JobId,
  step: 'keyfob' | 'before' | 'fitting' | 'checks' | 'group' | 'restore',
  why: { readonly typed: string } | 'as-last-car',
): void {
  const reason = why === 'as-last-car' ? {} : { reason: requireReason(why.typed) };
  changeJob(parts, job, (change) => {
    if (change.data.skipped.includes(step)) return change.data;
    const { data } = change;
    if (step === 'before') requireNothingCritical(parts, data, 'before');
    if (step === checklistStep(data.kind, 'after')) requireNothingCritical(parts, data, 'after');
    change.record('step-skipped', { step, ...reason });
    return { ...change.data, skipped: [...change.data.skipped, step] };
  });
}
