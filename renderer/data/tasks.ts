import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const log = createReadModel({
  read: () => call(window.boxwright.log.state, {}),
  concerns: (topic) => ['log', 'jobs', 'queue', 'profile'].includes(topic),
});

/** The installation log of the open profile, and the task that runs on it; null until read. */
export const useLog = () => useReadModel(log);

const exporting = createReadModel({
  read: () => call(window.boxwright.exports.state, {}),
  concerns: (topic) => ['exports', 'profile'].includes(topic),
});

/** The file that is being exported; null until read. */
export const useExports = () => useReadModel(exporting);

const removal = createReadModel({
  read: () => call(window.boxwright.removal.state, {}),
  concerns: (topic) => topic === 'log' || topic === 'profile',
});

/** The found personal data, and the running task; null until read. */
export const useRemoval = () => useReadModel(removal);

/**
 * Whether a task of the open profile is running that a change of the customer would stop. An unreadable state counts as
 * no task.
 */
export async function isTaskRunning(): Promise<boolean> {
  const { exports, log, removal } = window.boxwright;
  const states = await Promise.all([call(exports.state, {}), call(log.state, {}), call(removal.state, {})]);
  return states.some((state) => state.ok && state.value.task !== null);
}

/** `isTaskRunning` as a hook that follows changes. */
export function useTaskRunning(): boolean {
  return [useExports(), useLog(), useRemoval()].some(({ value }) => value !== null && value.task !== null);
}
