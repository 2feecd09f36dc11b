import type { JobId } from '../../../shared/ids.ts';
import { readJob } from '../../db/tables/queue/jobs.ts';
import { writeGiven } from '../../db/tables/queue/hand-overs.ts';
import { operationsOfJob } from '../../db/tables/queue/operations.ts';
import { changeJob } from '../change.ts';
import type { JobParts } from '../parts.ts';

/** States that a person, and this, can give up: nothing of them is on its way. */
const unsent: ReadonlySet<string> = new Set(['waiting', 'ready', 'held', 'blocked']);

/**
 * Another laptop continues the job. In ONE transaction the job closes here as handed over and what has not left is given
 * up. An operation that may have been sent is still read, so that its end is known, and is never sent again (`claim.ts`). The steps that
 * were done here stay as they are.
 */
export function giveUpContinued(
  parts: JobParts,
  job: JobId,
  { turn, laptop, by }: { readonly turn: number; readonly laptop: string; readonly by: string },
): void {
  changeJob(
    parts,
    job,
    ({ row, data, context, now, replace, record }) => {
      writeGiven(context, { job_id: row.id, turn, content: null, at: now });
      const open = operationsOfJob(context.sqlite, job).filter(({ state }) => unsent.has(state));
      // Dependants go first.
      for (const { id } of open.toReversed()) replace(id);
      record('job-continued-elsewhere', { turn, laptop, by });
      return data;
    },
    { finishes: readJob(parts.database.sqlite, job)?.finished_at === null, evenFinished: true },
  );
}
