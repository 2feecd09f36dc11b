import type { JobId, OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import { ofLatestReview } from './reviews.ts';

/* Retention across all tables. The installation log is not part of this: it stays complete. */

/** The criteria for removal by age. */
export interface Age {
  /** Only data that ended, and was last mentioned in the log, before this. */
  readonly before: Instant;
  /** The newest log entry at the relay; null = no relay is configured. */
  readonly uploaded: number | null;
  readonly limit: number;
}

const ENDED = `o.state IN ('done', 'failed', 'cancelled') AND o.finished_at < @before`;

/** A damaged payload has no local id. */
const localOf = (operation: string) =>
  `CASE WHEN json_valid(${operation}.payload) THEN json_extract(${operation}.payload, '$.local') END`;

/**
 * Entry times by the operator's clock: the laptop's time minus its recorded offset (negative when the laptop was
 * behind).
 */
const stillReported = (about: string) => `EXISTS (SELECT 1 FROM log_entry entry WHERE ${about}
    AND (entry.at - coalesce(entry.clock_offset_ms, 0) >= @before OR entry.number > @uploaded))`;

/** An access that is or may be in force, and has not expired before that. */
const STANDS = `access.state NOT IN ('deleted', 'failed') AND (access.end_at IS NULL OR access.end_at >= @before)`;

/**
 * Operation `o` is referenced by nothing: no dependant that stays, no open incident, no access still in force, no
 * unresolved result with its keys.
 */
const FREE = `
  NOT EXISTS (SELECT 1 FROM operation_dependency d JOIN operation later ON later.id = d.operation_id
    WHERE d.depends_on = o.id AND (o.job_id IS NULL OR later.job_id IS NOT o.job_id))
  AND NOT EXISTS (SELECT 1 FROM job WHERE job.finished_at IS NULL AND job.id IS NOT o.job_id AND instr(job.data, o.id) > 0)
  AND NOT EXISTS (SELECT 1 FROM incident WHERE incident.operation_id = o.id AND incident.seen_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM revoked_assignment taken WHERE taken.operation_id = o.id AND taken.ask_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM assignment access WHERE access.id = ${localOf('o')} AND ${STANDS})
  AND NOT EXISTS (SELECT 1 FROM expected_result e JOIN assignment access ON access.assignment_id = e.assignment_id
    WHERE e.operation_id = o.id AND ${STANDS})
  AND NOT EXISTS (SELECT 1 FROM operation open WHERE o.kind = 'create-assignment'
    AND open.state NOT IN ('done', 'failed', 'cancelled') AND ${localOf('open')} = ${localOf('o')})
  AND NOT EXISTS (SELECT 1 FROM expected_result e JOIN result r ON r.state = 'unresolved' AND r.kind = e.kind
    AND (r.assignment_id = e.assignment_id OR (r.kind = 'created' AND r.car_id = e.car_id AND r.user_id = e.user_id))
    WHERE e.operation_id = o.id)
  AND NOT EXISTS (SELECT 1 FROM revoked_assignment taken JOIN result r ON r.state = 'unresolved' AND r.kind = 'deleted'
    AND r.assignment_id = taken.assignment_id WHERE taken.operation_id = o.id)`;

/** Removable operations without a job, earliest ended first. An operation is removed after its dependants. */
export function singlesToRemove(sqlite: Sqlite, age: Age): readonly OperationId[] {
  return sqlite
    .prepare<Age, OperationId>(
      `SELECT o.id FROM operation o INDEXED BY operation_finished
       WHERE ${ENDED} AND o.job_id IS NULL AND ${FREE}
         AND NOT ${stillReported(`json_extract(entry.data, '$.operation') = o.id AND json_extract(entry.data, '$.operation') IS NOT NULL`)}
       ORDER BY o.finished_at, o.seq LIMIT @limit`,
    )
    .pluck()
    .all(age);
}

/**
 * Removable finished jobs, earliest finished first. All their operations are removable, and no supervisor's latest
 * review asks for rework.
 */
export function jobsToRemove(sqlite: Sqlite, age: Age): readonly JobId[] {
  return sqlite
    .prepare<Age, JobId>(
      `SELECT job.id FROM job
       WHERE job.finished_at < @before AND job.updated_at < @before
         AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.job_id = job.id AND NOT (${ENDED} AND ${FREE}))
         AND NOT ${stillReported('entry.job_id = job.id')}
         AND coalesce(${ofLatestReview('verdict', 'job.id')}, '') <> 'rework'
       ORDER BY job.finished_at, job.id LIMIT @limit`,
    )
    .pluck()
    .all(age);
}

/** Whether a person may delete the job regardless of its age: all operations have ended, and nothing refers to them. */
export function isJobSettled(sqlite: Sqlite, job: JobId, now: Instant): boolean {
  return (
    sqlite
      .prepare<{ job: JobId; before: Instant }>(
        `SELECT 1 FROM job
         WHERE job.id = @job AND job.finished_at IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.job_id = job.id AND NOT (${ENDED} AND ${FREE}))
           AND coalesce(${ofLatestReview('verdict', 'job.id')}, '') <> 'rework'`,
      )
      .get({ job, before: now + 1 }) !== undefined
  );
}

/** As `isJobSettled`, for an operation without a job. */
export function isOperationSettled(sqlite: Sqlite, operation: OperationId, now: Instant): boolean {
  return (
    sqlite
      .prepare<{ operation: OperationId; before: Instant }>(
        `SELECT 1 FROM operation o WHERE o.id = @operation AND ${ENDED} AND ${FREE}`,
      )
      .get({ operation, before: now + 1 }) !== undefined
  );
}

/**
 * The open operation that an unresolved result may still end, or whose access it is about; undefined = none. `key`:
 * epoch and sequence, separated by a blank.
 */
export function operationAwaiting(
  sqlite: Sqlite,
  key: string,
): { readonly job_id: JobId | null } | undefined {
  const [epoch = '', sequence] = key.split(' ');
  return sqlite
    .prepare<{ epoch: string; sequence: number }, { readonly job_id: JobId | null }>(
      `WITH kept AS (SELECT * FROM result WHERE epoch = @epoch AND sequence = @sequence AND state = 'unresolved')
       SELECT o.job_id FROM kept r JOIN expected_result e ON e.kind = r.kind
           AND (e.assignment_id = r.assignment_id OR (r.kind = 'created' AND e.car_id = r.car_id AND e.user_id = r.user_id))
         JOIN operation o ON o.id = e.operation_id AND o.state NOT IN ('done', 'failed', 'cancelled')
       UNION ALL
       SELECT o.job_id FROM kept r JOIN revoked_assignment taken ON r.kind = 'deleted'
           AND taken.assignment_id = r.assignment_id AND taken.ask_at IS NOT NULL
         JOIN operation o ON o.id = taken.operation_id
       LIMIT 1`,
    )
    .get({ epoch, sequence: Number(sequence) });
}

/** Deletes results that no stored operation refers to and that nothing will ask for again. Returns their number. */
export function removeOldResults(
  { sqlite }: WriteContext,
  { before, limit }: Pick<Age, 'before' | 'limit'>,
): number {
  return sqlite
    .prepare<[Instant, number]>(
      `DELETE FROM result WHERE (epoch, sequence) IN (${OLD_RESULTS} ORDER BY fetched_at, epoch, sequence LIMIT ?)`,
    )
    .run(before, limit).changes;
}

const OLD_RESULTS = `SELECT epoch, sequence FROM result
  WHERE state IN ('applied', 'repeated', 'foreign', 'given-up') AND operation_id IS NULL AND fetched_at < ?`;

/** Whether `removeOldResults` would delete a result. */
export function hasOldResults(sqlite: Sqlite, before: Instant): boolean {
  return sqlite.prepare<[Instant]>(`${OLD_RESULTS} LIMIT 1`).get(before) !== undefined;
}

/** Tables whose rows belong to one operation. A table missing here fails on its foreign key. */
const OF_OPERATION = [
  'result',
  'attempt',
  'binding',
  'expected_result',
  'incident',
  'notice',
  'revision',
  'revoked_assignment',
  'operation_dependency',
] as const;

/** Deletes an operation with all rows that refer to it, and the access it created. */
export function removeOperation({ sqlite }: WriteContext, id: OperationId): void {
  sqlite
    .prepare<[OperationId]>(
      `DELETE FROM assignment WHERE id = (SELECT ${localOf('o')} FROM operation o
         WHERE o.id = ? AND o.kind = 'create-assignment')`,
    )
    .run(id);
  for (const table of OF_OPERATION) {
    sqlite.prepare<[OperationId]>(`DELETE FROM ${table} WHERE operation_id = ?`).run(id);
  }
  sqlite.prepare<[OperationId]>('DELETE FROM operation WHERE id = ?').run(id);
}

/**
 * Deletes a job as one unit: its display is derived from its operations. The newest operations go first, as they depend
 * on older ones.
 */
export function removeJob(context: WriteContext, id: JobId): void {
  const { sqlite } = context;
  const operations = sqlite
    .prepare<[JobId], OperationId>('SELECT id FROM operation WHERE job_id = ? ORDER BY seq DESC')
    .pluck()
    .all(id);
  // After a correction an operation may depend on a later one of its job.
  for (const operation of operations) {
    sqlite.prepare<[OperationId]>('DELETE FROM operation_dependency WHERE operation_id = ?').run(operation);
  }
  for (const operation of operations) removeOperation(context, operation);
  for (const table of ['draft', 'job_attachment', 'job_search', 'review', 'rework', 'hand_over'] as const) {
    sqlite.prepare<[JobId]>(`DELETE FROM ${table} WHERE job_id = ?`).run(id);
  }
  sqlite.prepare<[JobId]>('DELETE FROM planned_car WHERE job_id = ?').run(id);
  sqlite.prepare<[JobId]>('DELETE FROM planned_job WHERE job_id = ?').run(id);
  sqlite.prepare<[JobId]>('DELETE FROM job WHERE id = ?').run(id);
  sqlite.exec(
    'DELETE FROM series WHERE ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM job WHERE series_id = series.id)',
  );
}
