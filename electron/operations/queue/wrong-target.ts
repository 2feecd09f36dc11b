import { makeProblem, type Problem } from '../../../shared/problem.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { payloadDigest } from './digest.ts';
import type { QueueParts } from './parts.ts';

/** An operation that belongs to another profile, or whose row was damaged, never leaves (faults.md 15, fact 9). */
export function refuseWrongTarget({ target }: Pick<QueueParts, 'target'>, row: OperationRow): Problem | null {
  if (
    row.environment !== target.environment ||
    row.base_url !== target.baseUrl ||
    row.customer_id !== target.customerId
  ) {
    return makeProblem('target-changed', { environment: row.environment, customer: row.customer_id });
  }
  return payloadDigest(row.payload) === row.payload_digest ? null : makeProblem('payload-damaged');
}
