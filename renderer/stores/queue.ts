import { call } from '../bridge/call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const LIMIT = 500;

const modelOf = (which: 'unfinished' | 'all') =>
  createReadModel({
    read: async () => {
      const answer = await call(window.boxwright.queue.list, { which, limit: LIMIT });
      return answer.ok ? { ok: true, value: answer.value.operations } : answer;
    },
    concerns: (topic) => topic === 'queue' || topic === 'profile',
    outlivesWatchers: true,
  });

const models = { unfinished: modelOf('unfinished'), all: modelOf('all') } as const;

/** The operations of the queue, at most 500. */
export const useQueue = (which: 'unfinished' | 'all') => useReadModel(models[which]);
