import type { OperationGroup } from '../../../../shared/domain/operation-commands.ts';
import type { QueueShow } from '../../../../shared/domain/operation.ts';
import type { CarId, JobId, OperationId } from '../../../../shared/ids.ts';
import type { Sqlite } from '../../open.ts';
import type { OperationRow } from './operations.ts';

/** On hold without a person's order: a dependency has ended badly, so it goes on only when a person acts. */
const LEFT_HANGING = `(o.state = 'held' AND EXISTS (SELECT 1 FROM operation_dependency d
  JOIN operation b ON b.id = d.depends_on WHERE d.operation_id = o.id AND b.state IN ('failed', 'cancelled')))`;

/** An unacknowledged failure: only operations that have ended have incidents. */
const UNSEEN = `o.id IN (SELECT i.operation_id FROM incident i WHERE i.seen_at IS NULL)`;

/**
 * Operations that concern a person: open ones, and unseen incidents. As a union, because with
 * an OR SQLite reads the whole history.
 */
const OPEN = `o.seq IN (SELECT seq FROM operation WHERE state NOT IN ('done', 'failed', 'cancelled')
  UNION ALL SELECT m.seq FROM incident i JOIN operation m ON m.id = i.operation_id WHERE i.seen_at IS NULL)`;

/** Where an operation stands for a person; shared by the counts and the lists, so that they agree. */
const GROUP = `CASE
  WHEN o.state IN ('done', 'failed', 'cancelled') THEN iif(${UNSEEN}, 'needs-you', 'done')
  WHEN o.state = 'blocked' OR ${LEFT_HANGING} THEN 'needs-you'
  WHEN o.state IN ('waiting', 'held') THEN 'waiting'
  ELSE 'on-their-way' END`;

/** A row with its group. */
export type GroupedRow = OperationRow & { readonly grouped: OperationGroup };

/** Which operations; `car` by its id and by the operation that made it, whichever a payload names. */
export interface QueueQuestion {
  readonly show: QueueShow;
  readonly car: { readonly id: CarId | null; readonly createdBy: OperationId | null } | null;
  readonly limit: number;
}

/** Sequence numbers and payloads in the order of the Queue: those that need a person first, ends with the newest first. */
export function queueOrder(
  sqlite: Sqlite,
  { show, car, limit }: QueueQuestion,
): readonly Pick<OperationRow, 'seq' | 'payload'>[] {
  const of =
    show === 'done'
      ? `o.state IN ('done', 'failed', 'cancelled')`
      : `${OPEN}${show === 'open' ? '' : ` AND ${GROUP} = @show`}`;
  const about =
    car === null
      ? ''
      : `AND (o.id = @createdBy OR json_extract(o.payload, '$.car') = @car
           OR json_extract(o.payload, '$.car.op') = @createdBy OR json_extract(o.payload, '$.car.op') IN makers
           OR o.id IN makers)`;
  const order =
    show === 'done'
      ? 'o.seq DESC'
      : `CASE ${GROUP} WHEN 'needs-you' THEN 0 WHEN 'on-their-way' THEN 1 ELSE 2 END, o.seq`;
  return sqlite
    .prepare<
      { show: QueueShow; car: CarId | null; createdBy: OperationId | null; limit: number },
      Pick<OperationRow, 'seq' | 'payload'>
    >(
      `WITH makers (id) AS (SELECT b.operation_id FROM binding b JOIN operation m ON m.id = b.operation_id
         WHERE @car IS NOT NULL AND b.field = 'id' AND b.value = @car AND m.kind = 'create-car')
       SELECT o.seq, o.payload FROM operation o WHERE ${of} ${about} ORDER BY ${order} LIMIT @limit`,
    )
    .all({ show, car: car?.id ?? null, createdBy: car?.createdBy ?? null, limit });
}

/** The rows of these numbers; those that are not there are left out. */
export function rowsBySeq(sqlite: Sqlite, seqs: readonly number[]): readonly GroupedRow[] {
  return sqlite
    .prepare<[string], GroupedRow>(
      `SELECT o.*, ${GROUP} AS grouped FROM operation o
       WHERE o.seq IN (SELECT value FROM json_each(?)) ORDER BY o.seq`,
    )
    .all(JSON.stringify(seqs));
}

/** How many are in each group; ends that need no person are not counted. */
export function countGroups(sqlite: Sqlite): ReadonlyMap<OperationGroup, number> {
  const rows = sqlite
    .prepare<[], { grouped: OperationGroup; count: number }>(
      `SELECT ${GROUP} AS grouped, count(*) AS count FROM operation o
       WHERE ${OPEN} GROUP BY grouped`,
    )
    .all();
  return new Map(rows.map(({ grouped, count }) => [grouped, count]));
}

/** How many operations of each job need a person; `job` null = outside of a job. Their sum is that of `countGroups`. */
export function needPersonByJob(
  sqlite: Sqlite,
): readonly { readonly job: JobId | null; readonly count: number }[] {
  return sqlite
    .prepare<[], { job: JobId | null; count: number }>(
      `SELECT o.job_id AS job, count(*) AS count FROM operation o
       WHERE ${OPEN} AND ${GROUP} = 'needs-you' GROUP BY o.job_id`,
    )
    .all();
}
