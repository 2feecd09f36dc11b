import type { OperationState } from '../../../shared/domain/operation.ts';
import type { JobId, OperationId } from '../../../shared/ids.ts';
import { problem as problemSchema } from '../../../shared/problem.ts';
import type { Sqlite } from '../../db/open.ts';
import { operationsOfJob, type OperationRow } from '../../db/tables/queue/operations.ts';
import type { Translate } from '../../base/translator.ts';
import { describeOperation } from '../../operations/queue/views.ts';

/** Writes one JSON object per line. */
export type WriteLine = (line: Readonly<Record<string, unknown>>) => void;

/** Tells every state change of a job's operations once, in the order of their commits. */
export interface OperationTeller {
  /** Call after each commit. */
  readonly tell: () => void;
}

/** A printer of one job's state; it prints the first state as it is. */
export function createOperationTeller(
  sqlite: Sqlite,
  job: JobId,
  translate: Translate,
  write: WriteLine,
): OperationTeller {
  const reported = new Map<OperationId, string>();
  return {
    tell: () => {
      for (const row of operationsOfJob(sqlite, job)) {
        const standing = `${row.state}/${row.confirmed_by ?? ''}/${row.attempt}`;
        if (reported.get(row.id) === standing) continue;
        reported.set(row.id, standing);
        write(lineOf(row, translate));
      }
    },
  };
}

function lineOf(row: OperationRow, translate: Translate): Readonly<Record<string, unknown>> {
  const problem = row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem));
  return {
    event: 'operation',
    kind: row.kind,
    state: row.state satisfies OperationState,
    operation: row.id,
    says: translate(describeOperation(row)),
    attempt: row.attempt,
    ...(row.confirmed_by === null ? {} : { confirmedBy: row.confirmed_by }),
    ...(problem === null ? {} : { problem: problem.code, operatorMessage: problem.raw }),
  };
}
