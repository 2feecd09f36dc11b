import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: () => call(window.boxwright.log.state, {}),
  concerns: (topic) => ['log', 'jobs', 'queue', 'profile'].includes(topic),
});

/** The installation log of the open profile, and what is being done with it; null until read. */
export const useLog = () => useReadModel(model);
