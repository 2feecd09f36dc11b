import type { ReadingId } from '../../shared/domain/directory.ts';

/** Options to follow and to end a reading. */
export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Called with the number of rows so far. */
  readonly onRows: (rows: number) => void;
}

interface Stopped {
  readonly state: 'stopped';
}

/** Reads that a person waits for. Each request has its own deadline; the whole read has none. */
export interface Readings {
  /** Runs one read; a stopped one resolves to `stopped`, unless its answer is there already. Rejects when the read does. */
  readonly run: <Answer extends { readonly state: string }>(
    id: ReadingId | undefined,
    read: (options: ReadOptions) => Promise<Answer>,
  ) => Promise<Answer | Stopped>;
  /** Rows so far; null = no such reading is under way. */
  readonly progress: (id: ReadingId) => number | null;
  /** No effect after the end of the read. */
  readonly stop: (id: ReadingId) => void;
}

/** Tracks the readings of one profile. `moved` is called when a reading has more rows. */
export function createReadings(moved: () => void): Readings {
  const underWay = new Map<ReadingId, { readonly abort: AbortController; rows: number }>();
  return {
    run: async (id, read) => {
      const reading = { abort: new AbortController(), rows: 0 };
      if (id !== undefined) underWay.set(id, reading);
      const { signal } = reading.abort;
      try {
        const answer = await read({
          signal,
          onRows: (rows) => {
            reading.rows = rows;
            moved();
          },
        });
        return signal.aborted && answer.state === 'failed' ? { state: 'stopped' } : answer;
      } finally {
        if (id !== undefined) underWay.delete(id);
      }
    },
    progress: (id) => underWay.get(id)?.rows ?? null,
    stop: (id) => underWay.get(id)?.abort.abort(),
  };
}
