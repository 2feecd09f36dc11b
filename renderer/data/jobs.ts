import { call } from './call.ts';
import { firstExpiry, useRefetchAt } from './refetch-at.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: async () => {
    const answer = await call(window.boxwright.jobs.list, {});
    return answer.ok ? { ok: true, value: answer.value.jobs } : answer;
  },
  concerns: (topic) => topic === 'jobs' || topic === 'profile' || topic.startsWith('job:'),
  outlivesWatchers: true,
});

/** All jobs of Home, kept fresh: also when a test access runs out, which is no commit. */
export function useJobs() {
  const read = useReadModel(model);
  useRefetchAt(firstExpiry((read.value ?? []).map(({ proof }) => proof)), read.refetch);
  return read;
}
