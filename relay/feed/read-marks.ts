import { SECOND } from '../../shared/time.ts';
import type { ReadMark } from '../store/results-store.ts';
import { StoreUnavailable, type RelayStore } from '../store/store.ts';

/** Marks are written together this often. One that is lost makes a reader look further behind than it is, no more. */
const WRITE_EVERY = 15 * SECOND;

export type ReadMarks = {
  /** A reader handed this place back: it has read up to it. */
  readonly note: (mark: ReadMark) => void;
  /** Writes what was noted. */
  readonly write: () => Promise<void>;
  /** Writes what was noted, and no more after that. */
  readonly end: () => Promise<void>;
};

/** Remembers how far each token has read each feed, so that retention can say whom it passes. */
export function readMarks(
  store: RelayStore,
  warn: (fields: Readonly<Record<string, unknown>>, message: string) => void,
): ReadMarks {
  const noted = new Map<string, ReadMark>();

  const write = async (): Promise<void> => {
    const marks = [...noted.values()];
    if (marks.length === 0) return;
    noted.clear();
    try {
      await store.noteReads(marks);
    } catch (reason) {
      const code = reason instanceof StoreUnavailable ? reason.code : 'unexpected';
      warn({ code, marks: marks.length }, 'read marks not written this time');
    }
  };
  const timer = setInterval(() => void write(), WRITE_EVERY).unref();

  return {
    note: (mark) => {
      noted.set(`${mark.tokenId}/${mark.environment}/${mark.customerId}`, mark);
    },
    write,
    end: async () => {
      clearInterval(timer);
      await write();
    },
  };
}
