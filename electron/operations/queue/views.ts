import type { AttemptView, OperationView } from '../../../shared/domain/operation.ts';
import type { RelatedOperation } from '../../../shared/domain/operation-commands.ts';
import { problem as problemSchema, type Sentence } from '../../../shared/problem.ts';
import type { Sqlite } from '../../db/open.ts';
import { attemptsOf, type AttemptRow } from '../../db/tables/queue/operation-history.ts';
import { dependenciesOf } from '../../db/tables/queue/dependencies.ts';
import { type OperationRow, reportedByOf } from '../../db/tables/queue/operations.ts';
import { loadOperation } from './kinds/registry.ts';

/** An operation as a sentence: what it does, in words of the car and the Box, never of ids. */
export function describeOperation(row: OperationRow): Sentence {
  const loaded = loadOperation(row);
  return loaded.ok ? loaded.value.describe() : { key: 'operations.unreadable', params: {} };
}

/** An operation as a screen shows it. */
export function viewOperation(sqlite: Sqlite, row: OperationRow): OperationView {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    jobId: row.job_id,
    sentence: describeOperation(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    attempts: row.attempt,
    revision: row.revision,
    notBefore: row.not_before,
    acceptedAt: row.accepted_at,
    confirmedBy: row.confirmed_by,
    reportedBy: reportedByOf(row),
    problem: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
    waitsFor: dependenciesOf(sqlite, row.id)
      .filter(({ state }) => state !== 'done')
      .map(describeOperation),
    history: attemptsOf(sqlite, row.id).map(viewAttempt),
  };
}

/** A try as a screen shows it. */
export function viewAttempt(attempt: AttemptRow): AttemptView {
  return {
    number: attempt.number,
    startedAt: attempt.started_at,
    finishedAt: attempt.finished_at,
    sent: attempt.sent,
    status: attempt.status,
    message: attempt.message,
  };
}

/** An operation as it is named beside another one. */
export function viewRelated(row: OperationRow): RelatedOperation {
  return { id: row.id, state: row.state, sentence: describeOperation(row) };
}
