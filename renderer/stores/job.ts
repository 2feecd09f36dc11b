import type { JobView } from '../../shared/domain/job.ts';
import type { JobId } from '../../shared/ids.ts';
import { call } from '../bridge/call.ts';
import { createReadModel, useReadModel } from './read-model.ts';
import { recentModels } from './recent-models.ts';

/** A person goes to and fro between a few jobs. */
const KEPT = 8;

const modelOf = recentModels<JobId, JobView>(
  (jobId) =>
    createReadModel({
      read: () => call(window.boxwright.jobs.get, { jobId }),
      concerns: (topic) => topic === `job:${jobId}`,
      outlivesWatchers: true,
    }),
  KEPT,
);

/** One job, kept fresh. */
export const useJob = (jobId: JobId) => useReadModel(modelOf(jobId));

/** Takes the view a write answered with, so that the screen shows it without another reading. */
export function acceptJob(view: JobView): void {
  modelOf(view.id).accept(view);
}
