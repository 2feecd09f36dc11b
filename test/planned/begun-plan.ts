import { writeOwnAct } from '../../electron/db/tables/queue/planned-work.ts';
import { planJobs } from '../../electron/jobs/planned/plan.ts';
import { localDay } from '../../shared/domain/planned-work.ts';
import type { JobId } from '../../shared/ids.ts';
import type { JobBench } from '../unit/jobs/bench.ts';
import { plannedInstallation } from './planned-work.ts';

/** The office plans a job, and this one is begun for it. `work` are facts of its work that differ. */
export function beginFor({ parts, database }: JobBench, job: JobId, work: object): void {
  const planned = plannedInstallation({ day: localDay(parts.clock.now()), ...work });
  const [id] = planJobs(parts, true, [{ id: null, basedOn: 0, work: planned }]);
  if (id === undefined) throw new Error('no job was planned');
  database.write((context) => writeOwnAct(context, { id, own_act: 'begun', own_reason: '', job_id: job }));
}
