import { call } from '../bridge/call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: () => call(window.boxwright.removal.state, {}),
  concerns: (topic) => topic === 'log' || topic === 'profile',
});

/** What was found about somebody, and what is being done about it; null until read. */
export const useRemoval = () => useReadModel(model);
