import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: () => call(window.boxwright.checklists.list, {}),
  concerns: (topic) => topic === 'checklists',
  outlivesWatchers: true,
});

/** The checklists of this laptop, kept fresh. */
export const useChecklists = () => useReadModel(model);
