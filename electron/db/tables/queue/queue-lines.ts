import type { OperationGroup } from '../../../../shared/domain/operation-commands.ts';
import type { QueueShow } from '../../../../shared/domain/operation.ts';
import type { CarId, JobId, OperationId } from '../../../../shared/ids.ts';
import type { Sqlite } from '../../open.ts';
import type { OperationRow } from './operations.ts';

/** Held because a dependency failed or was cancelled: it resumes only when a person acts. */
const LEFT_HANGING = `(o.state = 'held' AND EXISTS (SELECT 1 FROM operation_dependency d
  JOIN operation b ON b.id = d.depends_on WHERE d.operation_id = o.id AND b.state IN ('failed', 'cancelled')))`;

/** An unacknowledged incident: only operations that have ended have incidents. */
const UNSEEN = `o.id IN (SELECT i.operation_id FROM incident i WHERE i.seen_at IS NULL)`;

/**
 * Open operations, and those with unacknowledged incidents. A UNION, because with an OR SQLite reads the whole history.
 */
const OPEN = `o.seq IN (SELECT seq FROM operation WHERE state NOT IN ('done', 'failed', 'cancelled')
  UNION ALL SELECT m.seq FROM incident i JOIN operation m ON m.id = i.operation_id WHERE i.seen_at IS NULL)`;

/** The group in which the Queue shows an operation. Counts and lists share it so that they agree. */
const GROUP = `CASE
  WHEN o.state IN ('done', 'failed', 'cancelled') THEN iif(${UNSEEN}, 'needs-you', 'done')
  WHEN o.state = 'blocked' OR ${LEFT_HANGING} THEN 'needs-you'
  WHEN o.state IN ('waiting', 'held') THEN 'waiting'
  ELSE 'on-their-way' END`;

/** A row with its group. */
export type GroupedRow = OperationRow & { readonly grouped: OperationGroup };

/** A filter on operations; `car` is the car's id and the operation that creates it, since payloads name either. */
export interface QueueQuestion {
  readonly show: QueueShow;
  readonly car: { readonly id: CarId | null; readonly createdBy: OperationId | null } | null;
  readonly limit: number;
}

/**
 * Sequence numbers and payloads in the order of the Queue: those that need a person first, ended ones with the newest
 * first.
 */
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

/** The rows with these numbers; missing ones are skipped. */
export function rowsBySeq(sqlite: Sqlite, seqs: readonly number[]): readonly GroupedRow[] {
  return sqlite
    .prepare<[string], GroupedRow>(
      `SELECT o.*, ${GROUP} AS grouped FROM operation o
       WHERE o.seq IN (SELECT value FROM json_each(?)) ORDER BY o.seq`,
    )
    .all(JSON.stringify(seqs));
}

/** The number of operations per group; ended ones that need no person are not counted. */
export function countGroups(sqlite: Sqlite): ReadonlyMap<OperationGroup, number> {
  const rows = sqlite
    .prepare<[], { grouped: OperationGroup; count: number }>(
      `SELECT ${GROUP} AS grouped, count(*) AS count FROM operation o
       WHERE ${OPEN} GROUP BY grouped`,
    )
    .all();
  return new Map(rows.map(({ grouped, count }) => [grouped, count]));
}

/**
 * The number of operations per job that need a person; `job` null = without a job. Their sum equals that of
 * `countGroups`.
 */
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
