import type { OperationGroup } from '../../../../shared/domain/operation-commands.ts';
import { endedStates, type OperationState, type QueueShow } from '../../../../shared/domain/operation.ts';
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

/** The open operations and those with unacknowledged incidents, in numbers. */
interface QueueCounts {
  /** Operations that have not ended, per state. */
  readonly byState: ReadonlyMap<OperationState, number>;
  /** All of them per group. */
  readonly byGroup: ReadonlyMap<OperationGroup, number>;
  /** Those that need a person, per job; null = without a job. */
  readonly needPersonByJob: readonly { readonly job: JobId | null; readonly count: number }[];
}

/** Counts the queue in one pass, because the window reads the numbers at every change. */
export function countQueue(sqlite: Sqlite): QueueCounts {
  const rows = sqlite
    .prepare<[], { state: OperationState; grouped: OperationGroup; job: JobId | null; count: number }>(
      `WITH counted AS MATERIALIZED (SELECT o.state, o.job_id, ${GROUP} AS grouped FROM operation o WHERE ${OPEN})
       SELECT state, grouped, iif(grouped = 'needs-you', job_id, NULL) AS job, count(*) AS count
       FROM counted GROUP BY 1, 2, 3`,
    )
    .all();
  const byState = new Map<OperationState, number>();
  const byGroup = new Map<OperationGroup, number>();
  const needPersonByJob = new Map<JobId | null, number>();
  for (const { state, grouped, job, count } of rows) {
    if (!endedStates.has(state)) add(byState, state, count);
    add(byGroup, grouped, count);
    if (grouped === 'needs-you') add(needPersonByJob, job, count);
  }
  return {
    byState,
    byGroup,
    needPersonByJob: [...needPersonByJob].map(([job, count]) => ({ job, count })),
  };
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
