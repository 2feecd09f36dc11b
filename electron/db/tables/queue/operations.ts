import type { Environment } from '../../../../shared/environment.ts';
import {
  type ConfirmedBy,
  type OperationKind,
  type OperationState,
  type FirstState,
  mayMove,
} from '../../../../shared/domain/operation.ts';
import type { CustomerId, JobId, OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import { nextTick, type Tick } from './operation-history.ts';

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
  /** The dedupe key of orders that cannot be distinguished; null where each can be. */
  readonly dedupe_key: string | null;
  readonly job_id: JobId | null;
  readonly state: OperationState;
  /** Claims so far; the number of the current or last attempt. */
  readonly attempt: number;
  /** Requests of it that may have been made and that this file does not know: it is an older image, or was damaged. */
  readonly unknown_tries: number;
  /** Restarts that found it `sending`, since a person last looked. */
  readonly crashes: number;
  /** Delays in a row, for the backoff. */
  readonly delays: number;
  readonly claimed_at: Instant | null;
  readonly fence: number | null;
  readonly not_before: Instant | null;
  /** Last moment at which bytes of it may have been on their way; the quarantine counts from here. */
  readonly maybe_sent_at: Instant | null;
  readonly negative_reads: number;
  readonly accepted_at: Instant | null;
  readonly context: string | null;
  readonly problem: string | null;
  readonly confirmed_by: ConfirmedBy | null;
  /** The laptop whose hand-over file says how it ended; '' = its name is not proven, null = it ended here. */
  readonly reported_by: string | null;
  readonly revision: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly finished_at: Instant | null;
  readonly created_tick: Tick;
}

/** The columns that a new row needs; the rest starts empty. */
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

/** How an operation ended that is known by another laptop's word alone; null = this laptop has it from the operator or a person here. */
export const reportedByOf = ({
  confirmed_by,
  reported_by,
}: Pick<OperationRow, 'confirmed_by' | 'reported_by'>) => (confirmed_by === null ? reported_by : null);

/** The data of an operation that has ended at another laptop (decision 0014). Nothing here has confirmed it. */
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
 * Adds an operation that is through already, elsewhere: nothing here ever sends it. One that this laptop knows stays as it is.
 * Answers whether it is new.
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

/** All operations of a job in the order they were asked for. */
export function operationsOfJob(sqlite: Sqlite, job: JobId): readonly OperationRow[] {
  return sqlite
    .prepare<[JobId], OperationRow>('SELECT * FROM operation WHERE job_id = ? ORDER BY seq')
    .all(job);
}

/** Newest first; `unfinished` leaves out the ends. */
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

/** Is an operation of this kind in this lane not yet through? */
export function isUnderWay(sqlite: Sqlite, kind: OperationKind, lane: string): boolean {
  return (
    sqlite
      .prepare<[string, OperationKind], number>(
        `SELECT 1 FROM operation WHERE lane = ? AND kind = ? AND state NOT IN ('done', 'failed', 'cancelled') LIMIT 1`,
      )
      .pluck()
      .get(lane, kind) !== undefined
  );
}

/** The operations of this lane that have not ended, in the order they were asked for. */
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

/** Operations of a kind of which a try sent a body with this checksum (MD5, hex, upper case), oldest first. */
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

/** How many operations are in each state. */
export function countByState(sqlite: Sqlite): ReadonlyMap<OperationState, number> {
  const rows = sqlite
    .prepare<[], { state: OperationState; count: number }>(
      `SELECT state, count(*) AS count FROM operation
       WHERE state NOT IN ('done', 'failed', 'cancelled') GROUP BY state`,
    )
    .all();
  return new Map(rows.map((row) => [row.state, row.count]));
}

/** Operations found on the wire: after a crash, or because an answer could not be stored. */
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
 * The only way a row changes state: guarded by the state, attempt and revision it was read with. False = another writer
 * moved it (a result came first, a stale worker finished late, a person corrected it while it was being looked at); then
 * nothing was written. Throws for a way that the table of transitions does not have: that is a fault of ours, and the
 * caller's transaction must not be kept.
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

/** Is another order that looks like this one on the wire or in doubt? What it finds could be taken for its own. */
export function isAlikeUnderWay(
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

/** Is this id what another operation of the same kind has brought? */
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

/** An operation in doubt, or accepted, is looked up as soon as there is room. */
export function askNow({ sqlite }: WriteContext, id: OperationId, at: Instant): void {
  sqlite
    .prepare<[Instant, OperationId, Instant]>(
      `UPDATE operation SET not_before = ?
       WHERE id = ? AND state IN ('unknown', 'awaiting-result') AND not_before > ?`,
    )
    .run(at, id, at);
}

/** The operator's own word has come for what was found out by reading. */
export function confirmByResult({ sqlite }: WriteContext, id: OperationId, at: Instant): void {
  sqlite
    .prepare<[Instant, OperationId]>(
      `UPDATE operation SET confirmed_by = 'result', updated_at = ? WHERE id = ? AND state = 'done'`,
    )
    .run(at, id);
}

/** Notes that bytes of an operation may have been on their way until now. */
export function noteMaybeSent({ sqlite }: WriteContext, id: OperationId, at: Instant): void {
  sqlite.prepare<[Instant, OperationId]>('UPDATE operation SET maybe_sent_at = ? WHERE id = ?').run(at, id);
}

/** Puts all work queued for a car that did not exist yet into the lane of the car it became. */
export function renameLane({ sqlite }: WriteContext, from: string, to: string): void {
  sqlite
    .prepare<[string, string]>(
      `UPDATE operation SET lane = ? WHERE lane = ? AND state NOT IN ('done', 'failed', 'cancelled')`,
    )
    .run(to, from);
}

/**
 * It may have been sent although this file does not know it: looked up before anything else happens to it, at once or when its
 * turn comes. `context`: by what it is recognised, where it has nothing yet.
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
