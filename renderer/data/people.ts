import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: async () => {
    const answer = await call(window.boxwright.people.list, {});
    return answer.ok ? { ok: true, value: answer.value.people } : answer;
  },
  concerns: (topic) => topic === 'people',
  outlivesWatchers: true,
});

/** The people of this laptop; null until read. */
export const usePeople = () => useReadModel(model);
