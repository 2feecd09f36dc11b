import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const health = createReadModel({
  read: () => call(window.boxwright.diagnostics.health, {}),
  concerns: (topic) => topic === 'health',
});
const stops = createReadModel({
  read: () => call(window.boxwright.diagnostics.unreportedStops, {}),
  concerns: (topic) => topic === 'stops',
});

/** The last look at every part, and the one under way; null until read. */
export const useHealth = () => useReadModel(health);

/** Unexpected stops that were not shown to a person yet; null until read. */
export const useUnreportedStops = () => useReadModel(stops);
