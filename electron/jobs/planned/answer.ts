import type { PlannedJobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { readPlannedJob, writeSeenWork } from '../../db/tables/queue/planned-jobs.ts';
import { requireReason } from '../change.ts';
import type { JobParts } from '../parts.ts';
import { bodyOf, reportAct } from './claims.ts';

/**
 * Accepts, refuses or returns a planned job that was not begun. It is noted at once and brought to the relay. ProblemErrors `not-found`,
 * `planned-job-begun`, `reason-missing`, `name-too-long`.
 */
export function answerPlannedJob(
  parts: JobParts,
  id: PlannedJobId,
  act: 'accepted' | 'refused' | 'returned',
  typed: string,
): void {
  const reason = act === 'refused' ? requireReason(typed) : '';
  parts.database.write((context) => {
    const row = readPlannedJob(context.sqlite, id);
    if (row === undefined) throw new ProblemError(makeProblem('not-found'));
    if (row.job_id !== null) throw new ProblemError(makeProblem('planned-job-begun'));
    reportAct(parts, context, row, { act, reason, jobId: null });
    const data = { planned: id, act, ...(reason === '' ? {} : { reason }) };
    parts.log.append(context, { job: null, type: 'planned-job-answered', data });
  });
}

/** The person has the office's changes of a begun job in view. ProblemError `not-found`. */
export function noteChangesSeen(parts: JobParts, id: PlannedJobId): void {
  parts.database.write((context) => {
    const row = readPlannedJob(context.sqlite, id);
    if (row === undefined || row.job_id === null) throw new ProblemError(makeProblem('not-found'));
    const { work, revision } = bodyOf(row);
    writeSeenWork(context, id, JSON.stringify(work));
    parts.log.append(context, {
      job: row.job_id,
      type: 'planned-job-changed',
      data: { planned: id, revision },
    });
    context.changed('planned-jobs', `job:${row.job_id}`);
  });
}
