import type { Clock } from '../../../shared/clock.ts';
import type { LaptopCode } from '../../../shared/domain/laptop-code.ts';
import {
  isHolding,
  namesCar,
  type PlannedJob,
  type PlannedJobClaim,
} from '../../../shared/relay/planned-jobs.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';
import {
  isPlannedJobRemoved,
  outboxRows,
  putPlannedJob,
  readPlannedJob,
  writeSeenRivals,
} from '../../db/tables/queue/planned-jobs.ts';
import { noteRemoval } from '../../db/tables/queue/removal-orders.ts';
import { removePlannedJob } from '../../db/tables/queue/word-rows.ts';
import { z } from 'zod';
import type { InstallationLog } from '../../log/append.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import { judgePlannedJob, judgePlannedJobClaim } from '../../trust/planned-job-signature.ts';
import { laptopCodeOf } from '../hand-over/receiver.ts';
import { bodyOf, isOwnClaim, type KeptClaim, type KeptPlan } from './claims.ts';

/** The laptops that a log names, each by its token's name and its code. */
const namedLaptops = z.array(z.string());
const nameOf = ({ laptop, code }: PlannedJobClaim): string => `${code} ${laptop}`;

/** Laptops that have begun a planned job, this one aside. */
export function othersAtWork(
  { holder, rivals }: Pick<KeptPlan, 'holder' | 'rivals'>,
  own: LaptopCode,
): readonly KeptClaim[] {
  const all = holder === null ? rivals : [holder, ...rivals];
  return all.filter((claim) => !isOwnClaim(claim, own) && claim.jobId !== null && isHolding(claim.act));
}

/**
 * Keeps a planned job as the relay has it. One whose words were removed on request goes, with this laptop's own words about it, unless a job
 * was begun for it: that is removed with its job. A revision of this laptop that is on its way stays in view. Another laptop that began the
 * same job is an entry of this laptop's log, once.
 */
export function keepPlannedJob(
  {
    clock,
    log,
    target,
  }: { readonly clock: Pick<Clock, 'now'>; readonly log: InstallationLog; readonly target: QueueTarget },
  context: WriteContext,
  kept: PlannedJob,
): void {
  const { sqlite } = context;
  const foreign = kept.environment !== target.environment || kept.customerId !== target.customerId;
  if (foreign || isPlannedJobRemoved(sqlite, kept.id)) return;
  const before = readPlannedJob(sqlite, kept.id);
  if (!namesCar(kept.work) && (before?.job_id ?? null) === null) {
    removePlannedJob(context, kept.id);
    if (before !== undefined) noteRemoval(context, clock.now());
    context.changed('planned-jobs');
    return;
  }
  const onItsWay = outboxRows(sqlite).some(
    ({ planned_job, kind, problem }) => planned_job === kept.id && kind === 'revision' && problem === null,
  );
  const judged = withJudgedClaims(sqlite, kept);
  const own = before !== undefined && onItsWay ? bodyOf(before) : null;
  const body = own === null ? judged : withOwnRevision(judged, own);
  const signature = own === null ? judgePlannedJob(sqlite, kept) : 'verified';
  putPlannedJob(context, { id: kept.id, day: body.work.day, body: JSON.stringify(body), signature });
  context.changed('planned-jobs');
  if (before === undefined || before.job_id === null) return;
  const seen = namedLaptops.parse(JSON.parse(before.seen_rivals ?? '[]'));
  const fresh = othersAtWork(judged, laptopCodeOf(sqlite)).filter((claim) => !seen.includes(nameOf(claim)));
  if (fresh.length === 0) return;
  for (const { laptop } of fresh) {
    log.append(context, {
      job: before.job_id,
      type: 'planned-job-rival',
      data: { planned: kept.id, laptop },
    });
  }
  writeSeenRivals(context, kept.id, JSON.stringify([...seen, ...fresh.map(nameOf)]));
  context.changed('jobs', `job:${before.job_id}`);
}

function withJudgedClaims(sqlite: Sqlite, kept: PlannedJob): KeptPlan {
  const judged = (claim: PlannedJobClaim): KeptClaim => ({
    ...claim,
    signature: judgePlannedJobClaim(sqlite, kept, claim),
  });
  const { holder, rivals } = kept;
  return { ...kept, holder: holder === null ? null : judged(holder), rivals: rivals.map(judged) };
}

/** The claims of the relay, and the words of this laptop that are not there yet. */
function withOwnRevision(kept: KeptPlan, own: KeptPlan): KeptPlan {
  const { work, withdrawn, worker, basedOn, revision } = own;
  return { ...kept, work, withdrawn, worker, basedOn, revision, signed: undefined };
}
