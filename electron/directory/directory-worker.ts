import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { topic, type Topic } from '../../shared/ipc/pushed.ts';
import { createThread } from '../db/thread.ts';
import type { DirectoryWrite, WritesDirectory } from './writes.ts';

/** The thread that alone writes a directory.db. */
export interface DirectoryWorker extends WritesDirectory {
  /** Ends the thread; the next request starts it again. */
  readonly rest: () => Promise<void>;
  readonly runs: () => boolean;
}

/** The thread's file has the same extension as this one: `.ts` in development, `.js` in the build. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'directory-thread.ts' : 'directory-thread.js';

const written = z.object({ value: z.number(), topics: z.array(topic) });

/** Starts the thread of a file. */
export const startDirectoryThread = (file: string): Worker =>
  new Worker(new URL(fileOfThread, import.meta.url), { workerData: { file } });

/** The thread starts with its first request. Topics are published after the thread's commit. */
export function createDirectoryWorker(
  start: () => Worker,
  onCommitted: (topics: ReadonlySet<Topic>) => void,
): DirectoryWorker {
  const thread = createThread<DirectoryWrite, z.infer<typeof written>>({
    start,
    answer: written,
  });
  return {
    ask: async (request) => {
      const { value, topics } = await thread.ask(request);
      if (topics.length > 0) onCommitted(new Set(topics));
      return value;
    },
    rest: thread.end,
    runs: thread.runs,
  };
}
