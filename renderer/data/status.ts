import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: () => call(window.boxwright.app.status, {}),
  concerns: (topic) => topic === 'status' || topic === 'profile' || topic === 'queue',
  outlivesWatchers: true,
});

/** Profile, connection, relay, sync, queue counts, clock: what the window's frame shows. */
export const useStatus = () => useReadModel(model);

/** Reads the status again at once, after a call that changes it. */
export const refreshStatus = () => model.refresh();
