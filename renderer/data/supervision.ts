import type { Topic } from '../../shared/ipc/messages.ts';
import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

/** The topics that make the supervisor's data stale. */
export const supervisionTopics: readonly Topic[] = ['supervision', 'reviews', 'profile'];

const status = createReadModel({
  read: () => call(window.boxwright.supervision.status, {}),
  concerns: (topic) => supervisionTopics.includes(topic),
});

/** The source of the supervisor's tables, and how far it was read. */
export const useSupervisionStatus = () => useReadModel(status);

const views = createReadModel({
  read: async () => {
    const answer = await call(window.boxwright.supervision.views, {});
    return answer.ok ? { ok: true, value: answer.value.views } : answer;
  },
  concerns: (topic) => [...supervisionTopics, 'people'].includes(topic),
});

/** The saved views of the worker. */
export const useSavedViews = () => useReadModel(views);

/** Puts the answer of saving or removing a view into the cache. */
export const acceptSavedViews = views.setData;

/** Puts the answer of stopping or resuming the read into the cache. */
export const acceptSupervisionStatus = status.setData;
