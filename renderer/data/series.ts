import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: async () => {
    const answer = await call(window.boxwright.series.list, {});
    return answer.ok ? { ok: true, value: answer.value.series } : answer;
  },
  concerns: (topic) => topic === 'jobs' || topic === 'profile' || topic.startsWith('job:'),
  outlivesWatchers: true,
});

/** The series that go on. */
export const useOpenSeries = () => useReadModel(model);
