import type { JobKind } from '../../shared/domain/job.ts';
import type { JobId } from '../../shared/ids.ts';
import { insertJob } from '../db/tables/queue/jobs.ts';
import { emptyDataOf } from './job-data.ts';
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
