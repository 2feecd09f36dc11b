import type { JobId } from '../../shared/ids.ts';
import { insertJob } from '../db/tables/queue/jobs.ts';
import { emptyJobData } from './job-data.ts';
import type { JobParts } from './parts.ts';

/** Begins an installation. `intentDigest` names the job.json of a headless run. */
export function startJob(parts: JobParts, intentDigest: string | null = null): JobId {
  const id = parts.ids.job();
  parts.database.write((context) => {
    const now = parts.clock.now();
    insertJob(context, {
      id,
      kind: 'installation',
      worker: parts.worker(),
      data: JSON.stringify(emptyJobData()),
      intent_digest: intentDigest,
      started_at: now,
      updated_at: now,
      finished_at: null,
    });
    parts.log.append(context, { job: id, type: 'job-started', data: { kind: 'installation' } });
    context.changed('jobs', `job:${id}`);
  });
  return id;
}
