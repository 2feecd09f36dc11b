import { isDeepStrictEqual } from 'node:util';
import type { JobKind } from '../../shared/domain/job-steps.ts';
import type { JobId } from '../../shared/ids.ts';
import { plannedOfJob } from './batch/planned-of-job.ts';
import type { Sqlite } from '../db/open.ts';
import { isGiven } from '../db/tables/queue/hand-overs.ts';
import { draftsOf, insertJob, type JobRow, unfinishedJobs } from '../db/tables/queue/jobs.ts';
import { latestCounting } from '../db/tables/queue/reviews.ts';
import { emptyDataOf, parseJobData } from './job-data.ts';
import type { JobParts } from './parts.ts';

/** Begins a job. `intentDigest` names the job.json of a headless run. */
export function startJob(
  parts: JobParts,
  kind: JobKind = 'installation',
  intentDigest: string | null = null,
): JobId {
  const id = parts.ids.job();
  parts.database.write((context) => {
    const now = parts.clock.now();
    insertJob(context, {
      id,
      kind,
      worker: parts.worker(),
      data: JSON.stringify(emptyDataOf(kind)),
      intent_digest: intentDigest,
      started_at: now,
      updated_at: now,
      finished_at: null,
    });
    parts.log.append(context, { job: id, type: 'job-started', data: { kind } });
    context.changed('jobs', `job:${id}`);
  });
  return id;
}

/** Begins a job, or goes on with an untouched one that this person, or an unnamed one, began. */
export function startOrGoOn(parts: JobParts, kind: JobKind): JobId {
  const { sqlite } = parts.database;
  const mine = unfinishedJobs(sqlite).find(
    (row) => row.kind === kind && ['', parts.worker()].includes(row.worker) && isUntouched(sqlite, row),
  );
  return mine?.id ?? startJob(parts, kind);
}

/** Was nothing decided in it, nothing typed, nothing brought to it by a list, a series or another run, and nothing said of it by a supervisor? */
export function isUntouched(sqlite: Sqlite, row: JobRow): boolean {
  return (
    row.finished_at === null &&
    row.intent_digest === null &&
    row.series_id === null &&
    isDeepStrictEqual(parseJobData(row), emptyDataOf(row.kind)) &&
    draftsOf(sqlite, row.id).size === 0 &&
    plannedOfJob(sqlite, row.id) === null &&
    latestCounting(sqlite, row.id) === undefined &&
    !isGiven(sqlite, row.id)
  );
}
