import type { ReviewSignatureState } from '../../shared/domain/trust.ts';
import type { PlannedJob } from '../../shared/relay/planned-jobs.ts';
import { canonicalPlannedJob } from '../../shared/relay/signing.ts';
import type { Sqlite } from '../db/open.ts';
import { hasSupervisorKey } from '../db/tables/queue/device-keys.ts';
import { judgeSupervisor } from './judge.ts';

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
