import { z } from 'zod';
import { claimSignatureState } from '../../../shared/domain/trust.ts';
import type { LaptopCode } from '../../../shared/domain/laptop-code.ts';
import type { JobId } from '../../../shared/ids.ts';
import {
  isSameLaptop,
  plannedJob,
  plannedJobClaim,
  type NewPlannedJobClaim,
  type PlannedJobAct,
  type PlannedJobClaim,
} from '../../../shared/relay/planned-jobs.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';
import {
  insertOutbox,
  plannedJobOfJob,
  type PlannedJobRow,
  writeOwnAct,
} from '../../db/tables/queue/planned-jobs.ts';
import { laptopCodeOf } from '../hand-over/receiver.ts';
import type { JobParts } from '../parts.ts';

/** The dependencies of a laptop's claims. */
export type ClaimParts = Pick<JobParts, 'clock' | 'ids' | 'log' | 'target' | 'worker'>;

/** The act of a laptop on a planned job. */
export interface GivenAct {
  readonly act: PlannedJobAct;
  readonly reason: string;
  readonly jobId: JobId | null;
}

const LONGEST_WORKER = 200;

/** A claim with the verification of its signature: judged once, when it comes. */
const keptClaim = plannedJobClaim.extend({ signature: claimSignatureState });
export type KeptClaim = z.infer<typeof keptClaim>;

/** A planned job as this laptop keeps it. */
export const keptPlan = plannedJob.extend({ holder: keptClaim.nullable(), rivals: z.array(keptClaim) });
export type KeptPlan = z.infer<typeof keptPlan>;

/** The body of a kept planned job. */
export const bodyOf = (row: Pick<PlannedJobRow, 'body'>): KeptPlan => keptPlan.parse(JSON.parse(row.body));

/** Did this laptop make the claim? The relay says of the token whether it is this one's. */
export const isOwnClaim = ({ byReader, code }: PlannedJobClaim, own: LaptopCode): boolean =>
  isSameLaptop({ token: byReader, code }, { token: true, code: own });

/** A claim as it is signed and sent. */
export function claimOf(
  sqlite: Sqlite,
  { clock, ids, target, worker }: ClaimParts,
  row: Pick<PlannedJobRow, 'id' | 'body'>,
  { act, reason, jobId }: GivenAct,
): Omit<NewPlannedJobClaim, 'signed'> {
  return {
    environment: target.environment,
    customerId: target.customerId,
    plannedJob: row.id,
    id: ids.plannedJobClaim(),
    code: laptopCodeOf(sqlite),
    act,
    reason,
    jobId,
    revision: bodyOf(row).revision,
    worker: worker().replaceAll('\0', '').slice(0, LONGEST_WORKER).toWellFormed(),
    at: clock.now(),
  };
}

/** Notes an act of this laptop, and has it brought to the relay: in the transaction of the step that it reports. */
export function reportAct(
  parts: ClaimParts,
  context: WriteContext,
  row: Pick<PlannedJobRow, 'id' | 'body'>,
  given: GivenAct,
): void {
  const isOver = given.act === 'cancelled' || given.act === 'refused' || given.act === 'returned';
  const { id } = row;
  const kept = { id, own_act: given.act, own_reason: given.reason, job_id: isOver ? null : given.jobId };
  writeOwnAct(context, kept);
  const claim = claimOf(context.sqlite, parts, row, given);
  insertOutbox(context, { planned_job: id, kind: 'claim', body: JSON.stringify(claim) });
  context.changed('planned-jobs');
}

/** The job that was begun for a planned job was discarded. @param reason the person's; '' = nothing was done in it. */
export function cancelPlannedJob(parts: ClaimParts, context: WriteContext, job: JobId, reason: string): void {
  const row = plannedJobOfJob(context.sqlite, job);
  if (row === undefined) return;
  reportAct(parts, context, row, { act: 'cancelled', reason, jobId: job });
  const data = { planned: row.id, act: 'cancelled', ...(reason === '' ? {} : { reason }) } as const;
  parts.log.append(context, { job, type: 'planned-job-answered', data });
}
