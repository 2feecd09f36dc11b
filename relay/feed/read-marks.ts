import type { ReviewMark } from '../store/logs-store.ts';
import type { FeedKey, ReadMark } from '../store/results-store.ts';
import { SECOND } from '../../shared/time.ts';
import { StoreUnavailable, type RelayStore } from '../store/store.ts';

/** Marks are written together this often. One that is lost makes a reader look further behind than it is, no more. */
const WRITE_EVERY = 15 * SECOND;

export type ReadMarks = {
  /** A reader handed this place back: it has read up to it. */
  readonly note: (mark: ReadMark) => void;
  /** A reader said that this is the newest review it has. */
  readonly noteReview: (mark: ReviewMark) => void;
  /** Writes what was noted. */
  readonly write: () => Promise<void>;
  /** Writes what was noted, and no more after that. */
  readonly end: () => Promise<void>;
};

/** Remembers how far each token has read each feed and its reviews, so that retention can say whom it passes. */
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
