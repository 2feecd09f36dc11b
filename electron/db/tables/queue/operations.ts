import type { Environment, CustomerId, JobId, OperationId } from '../../../../shared/ids.ts';
import {
  type ConfirmedBy,
  type OperationKind,
  type OperationState,
  type FirstState,
  mayMove,
} from '../../../../shared/domain/operation.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import { nextTick, type Tick } from './operation-history.ts';

/* The rows of the operation queue. `moveOperation` is the only transition between states. */

/** A row of `operation`. JSON columns stay text here; queue/ parses them with their kind's schema. */
export interface OperationRow {
  readonly seq: number;
  readonly id: OperationId;
  readonly kind: OperationKind;
  readonly payload: string;
  readonly payload_version: number;
  readonly payload_digest: string;
  readonly environment: Environment;
  readonly base_url: string;
  readonly customer_id: CustomerId;
  readonly lane: string;
  /** The dedupe key of indistinguishable orders; null when each can be told apart. */
  readonly dedupe_key: string | null;
  readonly job_id: JobId | null;
  readonly state: OperationState;
  /** Number of claims so far; also the number of the current or last attempt. */
  readonly attempt: number;
  /** Requests that may have been sent and are unknown to this file, because it is an older image or was damaged. */
  readonly unknown_tries: number;
  /** Restarts that found it `sending` since a person last acted on it. */
  readonly crashes: number;
  /** Consecutive delays, for the backoff. */
  readonly delays: number;
  readonly claimed_at: Instant | null;
  readonly fence: number | null;
  readonly not_before: Instant | null;
  /** The last moment at which bytes of it may have been sent; start of the quarantine. */
  readonly maybe_sent_at: Instant | null;
  readonly negative_reads: number;
  readonly accepted_at: Instant | null;
  readonly context: string | null;
  readonly problem: string | null;
  readonly confirmed_by: ConfirmedBy | null;
  /** The laptop whose hand-over file reported its end; '' = not proven which, null = it ended here. */
  readonly reported_by: string | null;
  readonly revision: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly finished_at: Instant | null;
  readonly created_tick: Tick;
}

/** The columns of a new row; the others start empty. */
export type NewOperationRow = Pick<
  OperationRow,
  | 'id'
  | 'kind'
  | 'payload'
  | 'payload_version'
  | 'payload_digest'
  | 'environment'
  | 'base_url'
  | 'customer_id'
  | 'lane'
  | 'dedupe_key'
  | 'job_id'
  | 'problem'
  | 'created_at'
> & { readonly state: FirstState };

/** Adds a row. */
export function insertOperation(context: WriteContext, row: NewOperationRow): void {
  context.sqlite
    .prepare<NewOperationRow & Pick<OperationRow, 'created_tick'>>(
      `INSERT INTO operation (id, kind, payload, payload_version, payload_digest, environment, base_url, customer_id,
         lane, dedupe_key, job_id, state, problem, created_at, updated_at, created_tick)
       VALUES (@id, @kind, @payload, @payload_version, @payload_digest, @environment, @base_url, @customer_id,
         @lane, @dedupe_key, @job_id, @state, @problem, @created_at, @created_at, @created_tick)`,
    )
    .run({ ...row, created_tick: nextTick(context) });
}

/** The laptop on whose report alone an operation's end is known; null = known here from the operator or a person. */
export const reportedByOf = ({
  confirmed_by,
  reported_by,
}: Pick<OperationRow, 'confirmed_by' | 'reported_by'>) => (confirmed_by === null ? reported_by : null);

/** An operation that ended at another laptop (decision 0014). Nothing here has confirmed it. */
type SettledOperationRow = { readonly state: 'done' | 'failed' | 'cancelled' } & Pick<
  OperationRow,
  | 'context'
  | 'problem'
  | 'id'
  | 'kind'
  | 'payload'
  | 'payload_version'
  | 'payload_digest'
  | 'environment'
  | 'base_url'
  | 'customer_id'
  | 'lane'
  | 'job_id'
  | 'reported_by'
  | 'attempt'
  | 'created_at'
  | 'updated_at'
  | 'finished_at'
>;

/**
 * Inserts an operation that has ended at another laptop: this laptop never sends it. A known operation stays unchanged.
 * Returns whether it is new.
 */
export function insertSettledOperation(context: WriteContext, row: SettledOperationRow): boolean {
  return (
    context.sqlite
      .prepare<SettledOperationRow & Pick<OperationRow, 'created_tick'>>(
        `INSERT INTO operation (id, kind, payload, payload_version, payload_digest, environment, base_url, customer_id,
           lane, job_id, state, context, problem, attempt, reported_by, created_at, updated_at, finished_at,
           created_tick)
         VALUES (@id, @kind, @payload, @payload_version, @payload_digest, @environment, @base_url, @customer_id,
           @lane, @job_id, @state, @context, @problem, @attempt, @reported_by, @created_at, @updated_at, @finished_at,
           @created_tick)
         ON CONFLICT (id) DO NOTHING`,
      )
      .run({ ...row, created_tick: nextTick(context) }).changes === 1
  );
}

/** One row by id. */
export function readOperation(sqlite: Sqlite, id: OperationId): OperationRow | undefined {
  return sqlite.prepare<[OperationId], OperationRow>('SELECT * FROM operation WHERE id = ?').get(id);
}

/** All operations of a job in the order of their creation. */
export function operationsOfJob(sqlite: Sqlite, job: JobId): readonly OperationRow[] {
  return sqlite
    .prepare<[JobId], OperationRow>('SELECT * FROM operation WHERE job_id = ? ORDER BY seq')
    .all(job);
}

/** Newest first; `unfinished` leaves out ended ones. */
export function listOperations(
  sqlite: Sqlite,
  which: 'unfinished' | 'all',
  limit: number,
): readonly OperationRow[] {
  const where = which === 'all' ? '' : `WHERE state NOT IN ('done', 'failed', 'cancelled')`;
  return sqlite
    .prepare<[number], OperationRow>(`SELECT * FROM operation ${where} ORDER BY seq DESC LIMIT ?`)
    .all(limit);
}

/** Whether an operation of this kind in this lane has not ended. */
export function isInFlight(sqlite: Sqlite, kind: OperationKind, lane: string): boolean {
  return (
    sqlite
      .prepare<[string, OperationKind], number>(
        `SELECT 1 FROM operation WHERE lane = ? AND kind = ? AND state NOT IN ('done', 'failed', 'cancelled') LIMIT 1`,
      )
      .pluck()
      .get(lane, kind) !== undefined
  );
}

/** Open operations of this lane, in the order of their creation. */
export function openInLane(sqlite: Sqlite, lane: string): readonly OperationRow[] {
  return sqlite
    .prepare<[string], OperationRow>(
      `SELECT * FROM operation WHERE lane = ? AND state NOT IN ('done', 'failed', 'cancelled') ORDER BY seq`,
    )
    .all(lane);
}

/** Operations of a kind that have not ended, oldest first. */
export function unfinishedOfKind(sqlite: Sqlite, kind: OperationKind): readonly OperationRow[] {
  return sqlite
    .prepare<[OperationKind], OperationRow>(
      `SELECT * FROM operation WHERE +kind = ? AND state NOT IN ('done', 'failed', 'cancelled') ORDER BY seq`,
    )
    .all(kind);
}

/** Operations of a kind with a try whose body had this checksum (MD5, hex, upper case), oldest first. */
export function operationsThatSent(
  sqlite: Sqlite,
  kind: OperationKind,
  checksum: string,
): readonly OperationRow[] {
  return sqlite
    .prepare<[string, OperationKind], OperationRow>(
      `SELECT DISTINCT o.* FROM attempt a JOIN operation o ON o.id = a.operation_id
       WHERE a.checksum = ? AND o.kind = ? ORDER BY o.seq`,
    )
    .all(checksum, kind);
}

/** Operations left in `sending`: after a crash, or because an answer could not be stored. */
export function operationsSending(sqlite: Sqlite): readonly OperationRow[] {
  return sqlite
    .prepare<[], OperationRow>(
      `SELECT * FROM operation
       WHERE +state = 'sending' AND state NOT IN ('done', 'failed', 'cancelled') ORDER BY seq`,
    )
    .all();
}

/** The columns a transition may set. */
export type OperationChange = Partial<
  Pick<
    OperationRow,
    | 'attempt'
    | 'crashes'
    | 'delays'
    | 'claimed_at'
    | 'fence'
    | 'not_before'
    | 'maybe_sent_at'
    | 'negative_reads'
    | 'accepted_at'
    | 'context'
    | 'problem'
    | 'confirmed_by'
    | 'revision'
    | 'payload'
    | 'payload_digest'
    | 'lane'
    | 'dedupe_key'
    | 'finished_at'
  >
>;

/**
 * The only way to change a row's state: a compare-and-set on its state, attempt and revision. False = another writer
 * was first (a result, a stale worker, a correction); nothing was written. Throws for a transition that the table
 * lacks: this is a programming error, and the caller's transaction must roll back.
 */
export function moveOperation(
  { sqlite }: WriteContext,
  expected: Pick<OperationRow, 'id' | 'state' | 'attempt' | 'revision'>,
  to: OperationState,
  at: Instant,
  change: OperationChange,
): boolean {
  if (!mayMove(expected.state, to)) {
    throw new Error(`operation ${expected.id} cannot go from ${expected.state} to ${to}`);
  }
  const columns = Object.keys(change);
  const sets = ['state = @to', 'updated_at = @at', ...columns.map((column) => `${column} = @set_${column}`)];
  const values = Object.fromEntries(
    Object.entries(change).map(([column, value]) => [`set_${column}`, value]),
  );
  return (
    sqlite
      .prepare(
        `UPDATE operation SET ${sets.join(', ')}
         WHERE id = @id AND state = @from AND attempt = @expectedAttempt AND revision = @expectedRevision`,
      )
      .run({
        ...values,
        to,
        at,
        id: expected.id,
        from: expected.state,
        expectedAttempt: expected.attempt,
        expectedRevision: expected.revision,
      }).changes === 1
  );
}

/** Whether an indistinguishable order is in flight or in doubt: a read could mistake its object for this one's. */
export function isAlikeInFlight(
  sqlite: Sqlite,
  { id, dedupe_key }: Pick<OperationRow, 'id' | 'dedupe_key'>,
  states: readonly ('sending' | 'unknown')[],
): boolean {
  return (
    dedupe_key !== null &&
    sqlite
      .prepare<[string, OperationId, string], number>(
        `SELECT 1 FROM operation WHERE dedupe_key = ? AND id <> ? AND state IN ('sending', 'unknown')
           AND +state IN (SELECT value FROM json_each(?)) LIMIT 1`,
      )
      .pluck()
      .get(dedupe_key, id, JSON.stringify(states)) === 1
  );
}

/** Whether another operation of the same kind has produced this id. */
export function isBoundElsewhere(
  sqlite: Sqlite,
  { id, kind }: Pick<OperationRow, 'id' | 'kind'>,
  value: number,
): boolean {
  return (
    sqlite
      .prepare<[number, OperationId, OperationKind], number>(
        `SELECT 1 FROM binding b JOIN operation o ON o.id = b.operation_id
         WHERE b.field = 'id' AND b.value = ? AND o.id <> ? AND o.kind = ? LIMIT 1`,
      )
      .pluck()
      .get(value, id, kind) === 1
  );
}

/** Makes the read of an operation that is in doubt or accepted due now. */
export function askNow({ sqlite }: WriteContext, id: OperationId, at: Instant): void {
  sqlite
    .prepare<[Instant, OperationId, Instant]>(
      `UPDATE operation SET not_before = ?
       WHERE id = ? AND state IN ('unknown', 'awaiting-result') AND not_before > ?`,
    )
    .run(at, id, at);
}

/** Records that the operator's result has arrived for an outcome that a read had found. */
export function confirmByResult({ sqlite }: WriteContext, id: OperationId, at: Instant): void {
  sqlite
    .prepare<[Instant, OperationId]>(
      `UPDATE operation SET confirmed_by = 'result', updated_at = ? WHERE id = ? AND state = 'done'`,
    )
    .run(at, id);
}

/** Records that bytes of an operation may have been sent until now. */
export function noteMaybeSent({ sqlite }: WriteContext, id: OperationId, at: Instant): void {
  sqlite.prepare<[Instant, OperationId]>('UPDATE operation SET maybe_sent_at = ? WHERE id = ?').run(at, id);
}

/** Moves all operations queued for a car that did not exist yet to the lane of the created car. */
export function renameLane({ sqlite }: WriteContext, from: string, to: string): void {
  sqlite
    .prepare<[string, string]>(
      `UPDATE operation SET lane = ? WHERE lane = ? AND state NOT IN ('done', 'failed', 'cancelled')`,
    )
    .run(to, from);
}

/**
 * Puts an operation in doubt that may have been sent without this file's knowledge: it is read before anything else, at
 * once or when it is due. `context`: the facts to recognise it by, where it has none yet.
 */
export function doubtOperation(
  { sqlite }: WriteContext,
  id: OperationId,
  doubt: { readonly at: Instant; readonly context: string | null; readonly problem: string },
): void {
  sqlite
    .prepare<typeof doubt & { id: OperationId }>(
      `UPDATE operation SET context = coalesce(context, @context),
         maybe_sent_at = CASE WHEN state = 'awaiting-result' THEN maybe_sent_at ELSE @at END,
         problem = CASE WHEN state = 'ready' THEN @problem ELSE problem END,
         state = CASE WHEN state = 'ready' THEN 'unknown' ELSE state END,
         unknown_tries = CASE WHEN state IN ('sending', 'awaiting-result') THEN unknown_tries ELSE unknown_tries + 1 END,
         not_before = CASE WHEN state IN ('ready', 'unknown', 'awaiting-result') THEN NULL ELSE not_before END,
         negative_reads = 0
       WHERE id = @id`,
    )
    .run({ ...doubt, id });
}
