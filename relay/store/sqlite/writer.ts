import { Worker } from 'node:worker_threads';
import { neverReached } from '../../../shared/never.ts';
import { StoreUnavailable } from '../store.ts';
import type { Job, Reported } from './serve-writes.ts';
import type { Write } from './writes.ts';

export type Writer = {
  /**
   * Resolves with the answer of the write when it is synced to disk. Rejects with `StoreUnavailable` when the
   * database refuses it, when too many writes wait, or when the thread has ended.
   */
  readonly ask: (write: Write) => Promise<unknown>;
  /** Ends the thread after all pending requests. */
  readonly end: () => Promise<void>;
};

export type WriterEvents = {
  /** The thread is ready: writes of other processes are reported from now on. No request has been executed yet. */
  readonly ready: () => void;
  /** Another process wrote to the database. */
  readonly onExternalWrite: () => void;
  /** The thread ended unexpectedly; no write is possible any more. */
  readonly lost: (reason: unknown) => void;
};

type Pending = { readonly keep: (answer: unknown) => void; readonly fail: (reason: unknown) => void };

/** In a bundle the thread is a JavaScript file in the same folder. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'writer-thread.ts' : 'writer-thread.js';

/**
 * Upper bound of pending writes. Webhooks need one write per group, so the bound is reached only when the disk blocks.
 */
export const MOST_PENDING = 1000;

/**
 * Starts the thread that writes to a data folder's database, which must be open in this one. A disk sync then blocks no
 * reader: only senders that need a confirmation wait for it.
 */
export function startWriter(dataDir: string, { ready, onExternalWrite, lost }: WriterEvents): Writer {
  const thread = new Worker(new URL(fileOfThread, import.meta.url), { workerData: { dataDir } });
  const pending = new Map<number, Pending>();
  let asked = 0;
  let isEnding = false;
  let isOver = false;
  let whyLost: unknown = 'it ended';

  /** Requests made before the thread is ready. */
  let early: Job[] | null = [];
  const hand = (job: Job): void => thread.postMessage(job, moved(job));
  const post = (job: Job): void => {
    if (early === null) hand(job);
    else early.push(job);
  };
  const begin = (): void => {
    ready();
    early?.forEach(hand);
    early = null;
  };

  const settle = (number: number): Pending | undefined => {
    const found = pending.get(number);
    pending.delete(number);
    return found;
  };
  thread.on('message', (reported: Reported) => {
    switch (reported.kind) {
      case 'ready':
        return begin();
      case 'done':
        return settle(reported.number)?.keep(reported.answer);
      case 'unavailable':
        return settle(reported.number)?.fail(new StoreUnavailable(reported.code));
      case 'failed':
        return settle(reported.number)?.fail(reported.reason);
      case 'others-wrote':
        return onExternalWrite();
      default:
        return neverReached(reported);
    }
  });
  thread.on('error', (reason) => {
    whyLost = reason;
  });
  const ended = new Promise<void>((resolve) => {
    thread.on('exit', () => {
      isOver = true;
      for (const { fail } of pending.values()) fail(new StoreUnavailable('writer ended'));
      pending.clear();
      resolve();
      if (!isEnding) lost(whyLost);
    });
  });

  return {
    ask: (write) => {
      if (isEnding) return Promise.reject(new StoreUnavailable('closed'));
      if (isOver) return Promise.reject(new StoreUnavailable('writer ended'));
      if (pending.size >= MOST_PENDING) return Promise.reject(new StoreUnavailable('queue full'));
      asked += 1;
      const number = asked;
      return new Promise((keep, fail) => {
        pending.set(number, { keep, fail });
        post({ number, asked: write });
      });
    },
    end: () => {
      if (!isEnding && !isOver) post('end');
      isEnding = true;
      return ended;
    },
  };
}

/** Buffers that are transferred to the thread; everything else is copied. */
const moved = (job: Job): readonly ArrayBuffer[] =>
  job !== 'end' && job.asked.write === 'results' ? [job.asked.results.bytes.buffer] : [];
