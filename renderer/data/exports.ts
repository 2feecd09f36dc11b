import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: () => call(window.boxwright.exports.state, {}),
  concerns: (topic) => ['exports', 'profile'].includes(topic),
});

/** The file that is being exported; null until read. */
export const useExports = () => useReadModel(model);
