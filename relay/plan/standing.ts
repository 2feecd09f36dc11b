import { isHolding, isSameLaptop, MOST_RIVALS } from '../../shared/relay/planned-jobs.ts';
import type { PlannedJobClaiming, PlannedJobToKeep } from '../store/planned-jobs-store.ts';
import type { KeptClaim, KeptJob } from './kept-job.ts';

/*
 * The rules of planned jobs, the same for both stores. A store calls them inside the transaction that keeps their outcome, so that of two
 * claims at the same time one alone finds the job free (docs/decisions/0043-planned-jobs.md).
 */

/** An accepted or begun job is its holder's until it ends. */
const isHeld = ({ holder }: KeptJob): boolean => holder !== null && isHolding(holder.act);

/** `repeat`: it is kept already. */
export type Revised =
  { readonly kind: 'fresh'; readonly body: KeptJob } | { readonly kind: 'repeat' | 'stale' };

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

/** The answer to it was lost on the way: the same words on the same basis. */
const isRepeat = (before: KeptJob, { basedOn, work, withdrawn, worker }: PlannedJobToKeep): boolean =>
  before.basedOn === basedOn &&
  before.worker === worker &&
  before.withdrawn === withdrawn &&
  JSON.stringify(before.work) === JSON.stringify(work);

/** The job after a claim; `body` null = nothing changes. */
export interface Claimed {
  readonly own: boolean;
  readonly body: KeptJob | null;
}

/** The first laptop that claims a free job holds it. One that began a job of another laptop is named beside it. */
export function claimed(job: KeptJob, claiming: PlannedJobClaiming): Claimed {
  const claim = keptClaimOf(claiming);
  const { holder } = job;
  const isHolder = holder !== null && isOfOneLaptop(holder, claim);
  if (isHolder && holder.id === claim.id) return { own: true, body: null };
  if (isHolder || !isHeld(job)) {
    if (claim.act !== 'returned') return { own: true, body: { ...job, holder: claim } };
    return isHolder && holder.act === 'accepted'
      ? { own: true, body: { ...job, holder: null } }
      : { own: isHolder, body: null };
  }
  return { own: false, body: withRival(job, claim) };
}

/** Accepting and refusing another laptop's job are no work on it. */
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
