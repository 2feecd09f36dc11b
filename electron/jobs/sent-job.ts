import { hash } from 'node:crypto';
import type { SentJob } from '../../shared/domain/job.ts';
import type { JobId } from '../../shared/ids.ts';
import type { ConnectionState } from '../../shared/domain/status.ts';
import type { JobParts } from './parts.ts';
import { viewJob } from './view.ts';

/**
 * A job as returned to a window. The template of its checklist is replaced by its digest, which the window knows from
 * its first answer (`whole`). ProblemError `not-found`.
 */
export function sendJob(
  {
    jobs,
    engine,
  }: { readonly jobs: JobParts; readonly engine: { readonly connection: () => ConnectionState } },
  id: JobId,
  whole = false,
): SentJob {
  const view = viewJob({ ...jobs, connection: engine.connection }, id);
  const { template } = view.checklist;
  const digest = hash('sha256', JSON.stringify(template));
  return { ...view, checklist: { ...view.checklist, digest, template: whole ? template : null } };
}
