import { plannedJobsUnderWay } from '../../db/tables/queue/planned-jobs.ts';
import { readJob } from '../../db/tables/queue/jobs.ts';
import { operationsOfJob } from '../../db/tables/queue/operations.ts';
import type { Database, Sqlite } from '../../db/open.ts';
import type { JobId } from '../../../shared/ids.ts';
import { reportAct, type ClaimParts } from './claims.ts';

const ended = new Set(['done', 'failed', 'cancelled']);

/** How far the job of a planned one is; null where it is not here any more. */
function progressOfPlanned(sqlite: Sqlite, job: JobId): 'begun' | 'waiting' | 'done' | null {
  const row = readJob(sqlite, job);
  if (row === undefined) return null;
  if (row.finished_at === null) return 'begun';
  return operationsOfJob(sqlite, job).every(({ state }) => ended.has(state)) ? 'done' : 'waiting';
}

/** Has the office learn how far this laptop's planned jobs are. Call it after each commit that may have changed that. */
export function reportProgress(parts: ClaimParts & { readonly database: Database }): void {
  const { database } = parts;
  const moved = plannedJobsUnderWay(database.sqlite).flatMap((row) => {
    if (row.job_id === null) return [];
    const act = progressOfPlanned(database.sqlite, row.job_id);
    return act === null || act === row.own_act
      ? []
      : [{ row, given: { act, reason: '', jobId: row.job_id } }];
  });
  if (moved.length === 0) return;
  database.write((context) => {
    for (const { row, given } of moved) reportAct(parts, context, row, given);
  });
}
