import { hash } from 'node:crypto';
import type { SentJob } from '../../shared/domain/job.ts';
import type { JobId } from '../../shared/ids.ts';
import type { ConnectionState } from '../../shared/domain/status.ts';
import type { JobParts } from './parts.ts';
import { viewJob } from './view.ts';

/**
 * A job as it is answered to a window: the template of its checklist by its digest, which the window knows after the first
 * answer that was `whole`. ProblemError `not-found`.
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
