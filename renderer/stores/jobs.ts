import { call } from '../bridge/call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: async () => {
    const answer = await call(window.boxwright.jobs.list, {});
    return answer.ok ? { ok: true, value: answer.value.jobs } : answer;
  },
  concerns: (topic) => topic === 'jobs' || topic === 'profile' || topic.startsWith('job:'),
  outlivesWatchers: true,
});

/** All jobs of Home. */
export const useJobs = () => useReadModel(model);
