import type { JobView } from '../../shared/domain/job.ts';
import type { JobId } from '../../shared/ids.ts';
import { call } from '../bridge/call.ts';
import { createReadModel, type ReadModel, useReadModel } from './read-model.ts';

const models = new Map<JobId, ReadModel<JobView>>();

function modelOf(jobId: JobId): ReadModel<JobView> {
  const known = models.get(jobId);
  if (known !== undefined) return known;
  const made = createReadModel({
    read: () => call(window.boxwright.jobs.get, { jobId }),
    concerns: (topic) => topic === `job:${jobId}`,
    outlivesWatchers: true,
  });
  models.set(jobId, made);
  return made;
}

/** One job, kept fresh. */
export const useJob = (jobId: JobId) => useReadModel(modelOf(jobId));

/** Takes the view a write answered with, so that the screen shows it without another reading. */
export function acceptJob(view: JobView): void {
  modelOf(view.id).accept(view);
}
