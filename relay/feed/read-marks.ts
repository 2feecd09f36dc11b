import type { ReviewMark } from '../store/logs-store.ts';
import type { FeedKey, ReadMark } from '../store/results-store.ts';
import { SECOND } from '../../shared/time.ts';
import { StoreUnavailable, type RelayStore } from '../store/store.ts';

/** Interval of the batched writes. A lost mark makes a reader look further behind than it is, which is harmless. */
const WRITE_EVERY = 15 * SECOND;

export type ReadMarks = {
  /** Records that a reader sent this cursor back: it has read up to it. */
  readonly note: (mark: ReadMark) => void;
  /** Records the newest review that a reader says it has. */
  readonly noteReview: (mark: ReviewMark) => void;
  /** Writes the pending marks. */
  readonly write: () => Promise<void>;
  /** Writes the pending marks and stops. */
  readonly end: () => Promise<void>;
};

/**
 * Remembers how far each token has read each feed and its reviews, so that retention can report readers whose unread
 * data it drops.
 */
export function readMarks(
  store: Pick<RelayStore, 'noteReads' | 'noteReviewReads'>,
  warn: (fields: Readonly<Record<string, unknown>>, message: string) => void,
): ReadMarks {
  const results = noted<ReadMark>();
  const reviews = noted<ReviewMark>();

  const writeAll = async <Mark>(
    marks: readonly Mark[],
    keep: (marks: readonly Mark[]) => Promise<void>,
  ): Promise<void> => {
    if (marks.length === 0) return;
    try {
      await keep(marks);
    } catch (reason) {
      const code = reason instanceof StoreUnavailable ? reason.code : 'unexpected';
      warn({ code, marks: marks.length }, 'read marks not written this time');
    }
  };
  const write = async (): Promise<void> => {
    await writeAll(results.take(), store.noteReads);
    await writeAll(reviews.take(), store.noteReviewReads);
  };
  const timer = setInterval(() => void write(), WRITE_EVERY).unref();

  return {
    note: results.add,
    noteReview: reviews.add,
    write,
    end: async () => {
      clearInterval(timer);
      await write();
    },
  };
}

/** The latest mark of each token and feed. */
function noted<Mark extends FeedKey & { readonly tokenId: number }>() {
  const marks = new Map<string, Mark>();
  return {
    add: (mark: Mark): void => {
      marks.set(`${mark.tokenId}/${mark.environment}/${mark.customerId}`, mark);
    },
    take: (): readonly Mark[] => {
      const taken = [...marks.values()];
      marks.clear();
      return taken;
    },
  };
}
