import { createHash } from 'node:crypto';
import type { JobId, OperationId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import type { WriteContext } from '../../db/open.ts';
import { boundValue, insertDependency } from '../../db/tables/queue/operation-order.ts';
import {
  insertOperation,
  type NewOperationRow,
  type OperationRow,
  readOperation,
} from '../../db/tables/queue/operations.ts';
import { hasEnded } from './actions.ts';
import type { RegisteredKind } from './kinds/kind.ts';
import { currentLane } from './kinds/references.ts';
import { type QueueTarget, type QueueParts, announce } from './parts.ts';

/** A new operation: its kind and payload, its job, and its dependencies. */
export interface NewOperation<Payload> {
  readonly id: OperationId;
  readonly kind: Pick<RegisteredKind<Payload>, 'kind' | 'version' | 'store'>;
  readonly payload: Payload;
  readonly job: JobId | null;
  /** Dependencies besides the operations that the payload refers to. */
  readonly after?: readonly OperationId[];
}

/**
 * Stores an operation in the caller's transaction, together with its step. It is `ready` unless a dependency is still
 * open.
 */
export function enqueue<Payload>(
  context: WriteContext,
  target: QueueTarget,
  operation: NewOperation<Payload>,
  at: Instant,
): void {
  const { payload, lane, dedupeKey, references } = operation.kind.store(operation.payload);
  const bound = (id: OperationId, field: string) => boundValue(context.sqlite, id, field);
  const dependencies = [...new Set([...references, ...(operation.after ?? [])])];
  const state = stateFor(dependencies.map((id) => readOperation(context.sqlite, id)));
  const row: NewOperationRow = {
    id: operation.id,
    kind: operation.kind.kind,
    payload,
    payload_version: operation.kind.version,
    payload_digest: payloadDigest(payload),
    environment: target.environment,
    base_url: target.baseUrl,
    customer_id: target.customerId,
    lane: currentLane(lane, bound),
    dedupe_key: dedupeKey,
    job_id: operation.job,
    state,
    problem: state === 'held' ? JSON.stringify(makeProblem('dependency-ended')) : null,
    created_at: at,
  };
  insertOperation(context, row);
  for (const dependency of dependencies) insertDependency(context, operation.id, dependency);
  announce(context, row);
}

function stateFor(dependencies: readonly (OperationRow | undefined)[]): 'ready' | 'waiting' | 'held' {
  if (dependencies.every((row) => row?.state === 'done')) return 'ready';
  return dependencies.some((row) => row === undefined || hasEnded(row)) ? 'held' : 'waiting';
}

/** Blocks an operation of another profile or with a damaged row from being sent (faults.md 15, fact 9). */
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

/** SHA-256 of a stored payload, hex: SQLite's quick check passes one flipped bit inside a row (faults.md fact 9). */
export function payloadDigest(payload: string): string {
  return createHash('sha256').update(payload, 'utf8').digest('hex');
}
