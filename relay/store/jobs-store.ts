import { type PlannedJobId, plannedJobId } from '../../shared/ids.ts';
import { laptopCode, type LaptopCode, siteOf } from '../../shared/relay/access.ts';
import {
  type NewPlannedJob,
  type NewPlannedJobClaim,
  type PlannedJob,
  plannedJob,
  plannedJobClaim,
  isHolding,
  isSameLaptop,
  MOST_RIVALS,
  type HandOverClaim,
} from '../../shared/relay/jobs.ts';
import type { Instant } from '../../shared/time.ts';
import { type PageRead, ROW_BYTES } from './budgets.ts';
import type { FeedKey } from './results-store.ts';
import { z } from 'zod';

/** A revision of a planned job by a supervisor's token. */
export type PlannedJobToKeep = NewPlannedJob & {
  readonly tokenId: number;
  readonly planner: string;
  readonly receivedAt: Instant;
};

/** `stale`: another revision came first; null = the store has none of this job. */
export type PlannedJobKeeping =
  | { readonly kind: 'kept'; readonly plannedJob: PlannedJob }
  | { readonly kind: 'stale'; readonly current: PlannedJob | null }
  | { readonly kind: 'over-quota' };

/** A token in its role as a reader of planned jobs. */
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

/** `not-found`: the job does not exist, or is not for this token. */
export type PlannedJobClaimed =
  | { readonly kind: 'answered'; readonly own: boolean; readonly plannedJob: PlannedJob }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'over-quota' };

/** Changes after a sequence. `from`: only jobs of this day and later. */
export type PlannedJobQuery = FeedKey & {
  readonly after: number;
  readonly limit: number;
  readonly from: string;
  readonly reader: PlanReader;
};

/** A changed job of a page; `plannedJob` is null when the job is not for the reader. */
export type PlannedJobChange = {
  readonly sequence: number;
  readonly id: PlannedJobId;
  readonly plannedJob: PlannedJob | null;
};

/** The jobs that the office planned, and the laptops that hold them. */
export type PlannedJobsStore = {
  /** Durable when it resolves; of two revisions based on the same one, the first is kept. */
  readonly keepPlannedJob: (revision: PlannedJobToKeep) => Promise<PlannedJobKeeping>;
  /** Gives a free job to the laptop. Durable when it resolves; of concurrent claims exactly one gets the job. */
  readonly claimPlannedJob: (claim: PlannedJobClaiming) => Promise<PlannedJobClaimed>;
  /** At most `limit` changes, oldest first. */
  readonly readPlannedJobs: (query: PlannedJobQuery) => Promise<PageRead<PlannedJobChange>>;
  /**
   * Drops at most `limit` jobs whose day and last change are before the instant, oldest first. Returns the number
   * dropped.
   */
  readonly deletePlannedJobsBefore: (before: Instant, limit: number) => Promise<number>;
};

/** The day of an instant, by which retention judges the day of a job. */
export const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

const keptClaim = plannedJobClaim.omit({ byReader: true }).extend({ tokenId: z.number().int() });
type KeptClaim = z.infer<typeof keptClaim>;

/** A planned job as the store keeps it: with the tokens of its laptops, and without its place in the order of changes. */
const keptJob = plannedJob.omit({ sequence: true }).extend({
  holder: keptClaim.nullable(),
  rivals: z.array(keptClaim),
});
export type KeptJob = z.infer<typeof keptJob>;

/** SQLite gives numbers; PostgreSQL gives its bigints as text. */
const whole = z.coerce.number().int();
const keptText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(keptJob);

/** A row of either store. */
export const keptJobRow = z.object({ sequence: whole, id: plannedJobId, body: keptText });
export type KeptJobRow = z.infer<typeof keptJobRow>;

/**
 * A planned job in the form that a laptop receives: each claim says whether the laptop's own token brought it, and
 * names no other token.
 */
export function plannedJobFor(
  { sequence, body }: Pick<KeptJobRow, 'sequence' | 'body'>,
  reader: number,
): PlannedJob {
  const claimFor = ({ tokenId, ...claim }: KeptClaim) => ({ ...claim, byReader: tokenId === reader });
  return {
    ...body,
    sequence,
    holder: body.holder === null ? null : claimFor(body.holder),
    rivals: body.rivals.map(claimFor),
  };
}

/** Tests whether a planned job is for a reader: by its laptop, by its site, or because the reader holds or began it. */
export function isFor({ work, holder, rivals }: KeptJob, { tokenId, laptop, readsAll }: PlanReader): boolean {
  if (readsAll || holder?.tokenId === tokenId || rivals.some((rival) => rival.tokenId === tokenId))
    return true;
  if (work.laptop !== '') return work.laptop === laptop;
  return work.site === '' || work.site === siteOf(laptop);
}

/** A row as a reader gets it. */
export const changeFor =
  (reader: PlanReader) =>
  (row: KeptJobRow): PlannedJobChange => ({
    sequence: row.sequence,
    id: row.id,
    plannedJob: isFor(row.body, reader) ? plannedJobFor(row, reader.tokenId) : null,
  });

/** Bytes of a change on a page. */
export const bytesOfChange = ({ plannedJob: one }: PlannedJobChange): number =>
  one === null ? ROW_BYTES : ROW_BYTES + Buffer.byteLength(JSON.stringify(one));

/** A planned job after its words were removed on request. The signatures covered those words and are removed too. */
export function withoutWords(job: KeptJob): KeptJob {
  const { work } = job;
  const blank = {
    car: { id: null, licensePlate: '', vin: '', name: '', brand: '', model: '' },
    crew: '',
    keyPlace: '',
    note: '',
  };
  const said = (claim: KeptClaim): KeptClaim => ({ ...claim, worker: '', reason: '', signed: undefined });
  return {
    ...job,
    work: work.kind === 'removal' ? { ...work, ...blank } : { ...work, ...blank, testUser: null },
    withdrawn: job.withdrawn === null ? null : '',
    worker: '',
    planner: '',
    signed: undefined,
    holder: job.holder === null ? null : said(job.holder),
    rivals: job.rivals.map(said),
  };
}

/*
 * The rules of planned jobs, the same for both stores. A store calls them inside the transaction that keeps the
 * outcome, so that only one of two concurrent claims finds the job free (docs/decisions/0043-planned-jobs.md).
 */

/** An accepted or begun job belongs to its holder until it ends. */
const isHeld = ({ holder }: KeptJob): boolean => holder !== null && isHolding(holder.act);

/** `repeat`: the store has this revision already. */
type Revised = { readonly kind: 'fresh'; readonly body: KeptJob } | { readonly kind: 'repeat' | 'stale' };

/** The job after a revision. A laptop keeps the job that it has begun; another laptop or site frees an accepted one. */
export function revised(before: KeptJob | null, given: PlannedJobToKeep): Revised {
  const { tokenId: _token, ...said } = given;
  if (before === null) {
    return given.basedOn === 0
      ? { kind: 'fresh', body: { ...said, revision: 1, holder: null, rivals: [] } }
      : { kind: 'stale' };
  }
  if (isRepeat(before, given)) return { kind: 'repeat' };
  if (given.basedOn !== before.revision) return { kind: 'stale' };
  const { work, holder, rivals } = before;
  const moved = work.laptop !== given.work.laptop || work.site !== given.work.site;
  const frees = !isHeld(before) || (holder?.act === 'accepted' && moved);
  return {
    kind: 'fresh',
    body: { ...said, revision: before.revision + 1, holder: frees ? null : holder, rivals },
  };
}

/** A retry after a lost answer: the same words, based on the same revision. */
const isRepeat = (before: KeptJob, { basedOn, work, withdrawn, worker }: PlannedJobToKeep): boolean =>
  before.basedOn === basedOn &&
  before.worker === worker &&
  before.withdrawn === withdrawn &&
  JSON.stringify(before.work) === JSON.stringify(work);

/** The job after a claim; `body` null = nothing changes. */
interface Claimed {
  readonly own: boolean;
  readonly body: KeptJob | null;
}

/**
 * A job after a claim. The first laptop that claims a free job holds it. Another laptop that began a job for it is
 * listed as a rival. After a hand-over or a rescue, the laptop with the newest turn holds it.
 */
export function claimed(job: KeptJob, claiming: PlannedJobClaiming, holdsTurn: boolean): Claimed {
  const claim = keptClaimOf(claiming);
  const { holder } = job;
  const isHolder = holder !== null && isOfOneLaptop(holder, claim);
  if (isHolder && holder.id === claim.id) return { own: true, body: null };
  if (!isHolder && isOfHoldersJob(job, claiming)) {
    return holdsTurn ? { own: true, body: { ...job, holder: claim } } : { own: false, body: null };
  }
  if (isHolder || !isHeld(job)) {
    if (claim.act !== 'returned') return { own: true, body: { ...job, holder: claim } };
    return isHolder && holder.act === 'accepted'
      ? { own: true, body: { ...job, holder: null } }
      : { own: isHolder, body: null };
  }
  return { own: false, body: withRival(job, claim) };
}

/**
 * Whether the claim is for the job that the holder began. Then the laptop with its newest turn becomes the holder.
 */
export const isOfHoldersJob = (job: KeptJob, { jobId }: Pick<PlannedJobClaiming, 'jobId'>): boolean =>
  isHeld(job) && jobId !== null && job.holder?.jobId === jobId;

/** Accepting and refusing another laptop's job do not count as work on it. */
function withRival(job: KeptJob, claim: KeptClaim): KeptJob | null {
  const known = job.rivals.find((rival) => isOfOneLaptop(rival, claim));
  if (known?.id === claim.id) return null;
  if (known === undefined && (claim.jobId === null || job.rivals.length >= MOST_RIVALS)) return null;
  return { ...job, rivals: [...job.rivals.filter((rival) => rival !== known), claim] };
}

const isOfOneLaptop = (one: KeptClaim, other: KeptClaim): boolean =>
  isSameLaptop({ token: one.tokenId, code: one.code }, { token: other.tokenId, code: other.code });

function keptClaimOf({ reader, receivedAt, ...claiming }: PlannedJobClaiming): KeptClaim {
  const { id, code, act, reason, jobId, revision, worker, at, signed } = claiming;
  const said = { id, code, act, reason, jobId, revision, worker, at, signed };
  return { ...said, laptop: reader.laptop, tokenId: reader.tokenId, receivedAt };
}

/** The claim of a laptop that is about to take a job over. */
export type TurnClaim = HandOverClaim & { readonly tokenId: number; readonly receivedAt: Instant };

/** Which laptop holds the turn; `over-quota`: the turn is free, and the token has brought as much as it may today. */
export type TurnClaiming =
  | {
      readonly kind: 'held';
      readonly tokenId: number;
      readonly code: LaptopCode;
      readonly laptop: string;
      readonly at: Instant;
    }
  | { readonly kind: 'over-quota' };

/** Which laptop has taken which hand-over of a job. */
export type HandOversStore = {
  /** Gives a free turn to the laptop. Durable when it resolves; of concurrent claims exactly one gets the turn. */
  readonly claimTurn: (claim: TurnClaim) => Promise<TurnClaiming>;
};

/** The laptop of a job's newest turn. */
export const newestTurnRow = z.object({ token_id: whole, code: laptopCode });

/** A row of either store. PostgreSQL gives its bigints as text. */
export const turnRow = z
  .object({ token_id: whole, code: laptopCode, name: z.string(), claimed_at: whole })
  .transform(({ token_id, code, name, claimed_at }): TurnClaiming => ({
    kind: 'held',
    tokenId: token_id,
    code,
    laptop: name,
    at: claimed_at,
  }));
