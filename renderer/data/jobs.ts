import type { Topic } from '../../shared/ipc/pushed.ts';
import { call } from './call.ts';
import { useQuery } from './lookup.ts';
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

/** The keys of cars that this laptop's crew has. */
export const useOpenCarKeys = () => useQuery(window.boxwright.jobs.openCarKeys, nothing, keyTopics);
const nothing = {};
const keyTopics: readonly Topic[] = ['jobs', 'profile'];

/** All jobs of Home, kept fresh: also when a test access runs out, which is no commit. */
export function useJobs() {
  const read = useReadModel(model);
  useRefetchAt(firstExpiry((read.value ?? []).map(({ proof }) => proof)), read.refetch);
  return read;
}
