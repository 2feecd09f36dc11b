import type { PlannedJobId } from '../../shared/ids.ts';
import type { NewPlannedJob, NewPlannedJobClaim, PlannedJob } from '../../shared/relay/planned-jobs.ts';
import type { Instant } from '../../shared/time.ts';
import type { PageRead } from './pages.ts';
import type { FeedKey } from './results-store.ts';

/** A revision of a planned job by a supervisor's token. */
export type PlannedJobToKeep = NewPlannedJob & {
  readonly tokenId: number;
  readonly planner: string;
  readonly receivedAt: Instant;
};

/** `stale`: another revision was first; null = there is none of this job. */
export type PlannedJobKeeping =
  | { readonly kind: 'kept'; readonly plannedJob: PlannedJob }
  | { readonly kind: 'stale'; readonly current: PlannedJob | null }
  | { readonly kind: 'over-quota' };

/** A token as a reader of planned jobs. */
export type PlanReader = {
  readonly tokenId: number;
  readonly laptop: string;
  /** Supervisors and admins read all planned jobs of the customer. */
  readonly readsAll: boolean;
};

/** A claim of a laptop. */
export type PlannedJobClaiming = NewPlannedJobClaim & {
  readonly reader: PlanReader;
  readonly receivedAt: Instant;
};

/** `not-found`: no such job, or none for this token. */
export type PlannedJobClaimed =
  | { readonly kind: 'answered'; readonly own: boolean; readonly plannedJob: PlannedJob }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'over-quota' };

/** Changes after a sequence. `from`: of this day and later. */
export type PlannedJobQuery = FeedKey & {
  readonly after: number;
  readonly limit: number;
  readonly from: string;
  readonly reader: PlanReader;
};

/** A changed job of a page; `plannedJob` null = it is not for the reader. */
export type PlannedJobChange = {
  readonly sequence: number;
  readonly id: PlannedJobId;
  readonly plannedJob: PlannedJob | null;
};

/** The jobs that the office planned, and the laptops that hold them. */
export type PlannedJobsStore = {
  /** Durable when it resolves; of two revisions with the same basis the first counts. */
  readonly keepPlannedJob: (revision: PlannedJobToKeep) => Promise<PlannedJobKeeping>;
  /** Gives a free job to the laptop. Durable when it resolves; of claims at the same time one alone gets the job. */
  readonly claimPlannedJob: (claim: PlannedJobClaiming) => Promise<PlannedJobClaimed>;
  /** At most `limit` changes, the oldest first. */
  readonly readPlannedJobs: (query: PlannedJobQuery) => Promise<PageRead<PlannedJobChange>>;
  /** Drops at most `limit` jobs of days before the instant and without a change since, the oldest first. Returns how many. */
  readonly forgetPlannedJobsBefore: (before: Instant, limit: number) => Promise<number>;
};

/** The day of an instant, by which retention judges the day of a job. */
export const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);
