import type { SharedNoteType } from '../../shared/relay/shared-notes.ts';
import type { Environment, CustomerId, JobId, LogEntryId } from '../../shared/ids.ts';
import type { LaptopCode } from '../../shared/domain/laptop-code.ts';
import type { AttachmentDigest, AttachmentType } from '../../shared/relay/attachments.ts';
import type { FeedCursor } from '../../shared/relay/results.ts';
import type { FeedRun } from '../../shared/relay/access.ts';
import type { ReviewId } from '../../shared/relay/reviews.ts';

/** The owner of requested data: the relay separates customers and environments. */
export interface RelayOwner {
  readonly environment: Environment;
  readonly customerId: CustomerId;
}

interface RelayQuery extends RelayOwner {
  readonly signal?: AbortSignal | undefined;
}

/** The query of `results`. `waitSeconds`: how long the relay may delay the answer while nothing is new. */
export interface ResultsQuery extends RelayQuery {
  /** null = from the oldest result of the relay. */
  readonly after: FeedCursor | null;
  readonly limit: number;
  readonly waitSeconds: number;
  /**
   * This laptop's newest review (null = none): a different one at the relay ends the wait too. Left out: reviews do not
   * end it.
   */
  readonly newestReview?: ReviewId | null;
  /** This laptop's newest removal on request, with the same effect on the wait. */
  readonly newestRemoval?: LogEntryId | null;
  /**
   * This laptop's position in the changes of planned jobs: others at the relay end the wait too. Left out: they do not
   * end it.
   */
  readonly newestPlan?: number;
  /** The run of the relay's store that answered last (null = none yet): a different one ends the wait too. */
  readonly run?: FeedRun | null;
}

/** The query of `result`. */
export interface ResultQuery extends RelayQuery {
  readonly sequence: number;
}

/** The query of `reviews`: those after the named one, or all if the relay does not have it at that position. */
export interface ReviewsQuery extends RelayQuery {
  readonly after: { readonly sequence: number; readonly id: ReviewId } | null;
}

/** One piece of a file; without `bytes` it queries how much the relay has. */
export interface PieceQuery extends RelayQuery {
  readonly sha256: AttachmentDigest;
  readonly mediaType: AttachmentType;
  /** Size of the whole file in bytes. */
  readonly total: number;
  readonly piece: { readonly start: number; readonly bytes: Uint8Array } | null;
}

/** The query of `sharedNotes`: notes of one type after a sequence. */
export interface SharedNotesQuery extends RelayQuery {
  readonly type: SharedNoteType;
  readonly after: number;
}

/** The query of `logEntries`: entries after a sequence. */
export interface LogEntriesQuery extends RelayQuery {
  readonly after: number;
  readonly limit?: number;
}

/** The query of `attachment`. */
export interface AttachmentQuery extends RelayQuery {
  readonly sha256: AttachmentDigest;
}

/** The query of `plannedJobs`: changes after a sequence, of jobs from a day on. */
export interface PlannedJobsQuery extends RelayQuery {
  readonly after: number;
  readonly from: string;
}

/** The query of `instructions`: changes after a sequence. */
export interface ChangesQuery extends RelayQuery {
  readonly after: number;
}

/** The query of `removals`: removals on request after a sequence. */
export interface RemovalsQuery extends RelayQuery {
  readonly after: number;
}

/** The query of `mirrors`: by the laptop with this code. */
export interface MirrorsQuery extends RelayQuery {
  readonly code: LaptopCode;
}

/** The query of `mirror`. */
export interface MirrorQuery extends MirrorsQuery {
  readonly jobId: JobId;
  readonly turn: number;
}

/** The query of `deviceKeys`: registrations after a sequence. */
export interface DeviceKeysQuery extends RelayQuery {
  readonly after: number;
}
