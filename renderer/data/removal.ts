import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: () => call(window.boxwright.removal.state, {}),
  concerns: (topic) => topic === 'log' || topic === 'profile',
});

/** The found personal data, and the running task; null until read. */
export const useRemoval = () => useReadModel(model);
