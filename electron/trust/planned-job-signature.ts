import type { ClaimSignatureState, ReviewSignatureState } from '../../shared/domain/trust.ts';
import type { PlannedJob, PlannedJobClaim } from '../../shared/relay/jobs.ts';
import { canonicalPlannedJob, canonicalPlannedJobClaim } from '../../shared/relay/signing.ts';
import type { Sqlite } from '../db/open.ts';
import { hadName, hasKey, hasSupervisorKey } from '../db/tables/queue/device-keys.ts';
import { judgeLaptop, judgeSupervisor } from './judge.ts';

/**
 * The verification of a planned job's signature. The revision that its author had in view is signed: a relay that hands out an old
 * revision as a later one is found out.
 */
export function judgePlannedJob(sqlite: Sqlite, job: PlannedJob): ReviewSignatureState {
  const { signed, planner, receivedAt, revision, basedOn } = job;
  if (signed === undefined) return hasSupervisorKey(sqlite, planner, receivedAt) ? 'missing' : 'unsigned';
  const { state } = judgeSupervisor(sqlite, canonicalPlannedJob(job), signed);
  return state === 'verified' && revision !== basedOn + 1 ? 'wrong' : state;
}

/** The verification of a claim's signature: by the laptop that the relay names, over this planned job. */
export function judgePlannedJobClaim(
  sqlite: Sqlite,
  { environment, customerId, id: plannedJob }: Pick<PlannedJob, 'environment' | 'customerId' | 'id'>,
  claim: PlannedJobClaim,
): ClaimSignatureState {
  const { signed, laptop, receivedAt } = claim;
  if (signed === undefined) return hasKey(sqlite, laptop, receivedAt) ? 'missing' : 'unsigned';
  const text = canonicalPlannedJobClaim({ ...claim, environment, customerId, plannedJob });
  const { state, by } = judgeLaptop(sqlite, text, signed);
  return state === 'verified' && by !== null && !hadName(sqlite, by.device, laptop) ? 'other-laptop' : state;
}
