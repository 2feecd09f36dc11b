import type { WriteContext } from '../../db/open.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';

/** Publishes the topics of a changed operation. */
export function announce(context: WriteContext, row: Pick<OperationRow, 'job_id'>): void {
  context.changed('queue', 'status', 'jobs');
  if (row.job_id !== null) context.changed(`job:${row.job_id}`);
}
