import type { CarId, LocalAssignmentId, OperationId, UserId } from '../../../../shared/ids.ts';
import type { FeedResult, ResultKind } from '../../../../shared/relay/results.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { AssignmentRow } from './assignments.ts';
import type { Tick } from './operation-history.ts';
import type { OperationRow } from './operations.ts';

/* The operator's results in queue.db: fetched, matched or unresolved, and the results that operations expect. */

/**
 * A result fetched from the relay, stored whatever its outcome. `unresolved` ones are retried when local state appears;
 * above an upper bound the oldest become `given-up`. `unreadable` ones are stored as text and reported, so that they
 * block nothing after them.
 */
export interface ResultRow {
  readonly epoch: string;
  readonly sequence: number;
  readonly kind: ResultKind | null;
  /** The assignment the result is about, for the indexes. */
  readonly assignment_id: number | null;
  readonly car_id: CarId | null;
  readonly user_id: UserId | null;
  readonly payload: string;
  readonly state: 'applied' | 'unresolved' | 'repeated' | 'foreign' | 'unreadable' | 'given-up';
  readonly operation_id: OperationId | null;
  readonly received_at: Instant | null;
  readonly fetched_at: Instant;
  readonly tick: Tick;
  readonly fault: ResultFault | null;
}

/** A result as received. */
export type NewResultRow = Omit<ResultRow, 'fault'>;

/** Why a result could not be applied: the kind of the error and its place in the code, never its message. */
type ResultFault = string;

/** Stores a result; false when this (epoch, sequence) is known. */
export function insertResult({ sqlite }: WriteContext, row: NewResultRow): boolean {
  return (
    sqlite
      .prepare<NewResultRow>(
        `INSERT INTO result (epoch, sequence, kind, assignment_id, car_id, user_id, payload, state, operation_id,
           received_at, fetched_at, tick)
         VALUES (@epoch, @sequence, @kind, @assignment_id, @car_id, @user_id, @payload, @state, @operation_id,
           @received_at, @fetched_at, @tick)
         ON CONFLICT (epoch, sequence) DO NOTHING`,
      )
      .run(row).changes === 1
  );
}

/** Unresolved results about this subject, oldest first. */
export function unresolvedResults(sqlite: Sqlite, about: ResultKeys): readonly ResultRow[] {
  if (about.kind === 'created') {
    return sqlite
      .prepare<[CarId, UserId], ResultRow>(
        `SELECT * FROM result WHERE state = 'unresolved' AND kind = 'created' AND car_id = ? AND user_id = ?
         ORDER BY tick, epoch, sequence`,
      )
      .all(about.carId, about.userId);
  }
  return sqlite
    .prepare<[string, number], ResultRow>(
      `SELECT * FROM result WHERE state = 'unresolved' AND kind IN ('updated', 'deleted') AND kind = ?
         AND assignment_id = ? ORDER BY tick, epoch, sequence`,
    )
    .all(about.kind, about.assignmentId);
}

/** Unresolved deleted-results for a request whose body has this checksum (hex, upper case), oldest first. */
export function unresolvedRemovals(sqlite: Sqlite, checksum: string): readonly ResultRow[] {
  return sqlite
    .prepare<[string], ResultRow>(
      `SELECT * FROM result WHERE state = 'unresolved' AND kind = 'deleted'
         AND upper(json_extract(payload, '$.payload.checksum')) = ? ORDER BY tick, epoch, sequence`,
    )
    .all(checksum);
}

/** The assignments of deleted-results for a request with this checksum (hex, upper case), fetched since a moment. */
export function removalsReported(sqlite: Sqlite, checksum: string, since: Tick): readonly number[] {
  return sqlite
    .prepare<[Tick, string], number>(
      `SELECT assignment_id FROM result WHERE kind = 'deleted' AND assignment_id IS NOT NULL AND tick >= ?
         AND upper(json_extract(payload, '$.payload.checksum')) = ?`,
    )
    .pluck()
    .all(since, checksum);
}

/** Whether this result is still unresolved. Settling another one may have settled it as well. */
export function isUnresolved(
  sqlite: Sqlite,
  { epoch, sequence }: Pick<ResultRow, 'epoch' | 'sequence'>,
): boolean {
  return (
    sqlite
      .prepare<[string, number], number>(
        `SELECT 1 FROM result WHERE epoch = ? AND sequence = ? AND state = 'unresolved'`,
      )
      .pluck()
      .get(epoch, sequence) === 1
  );
}

/** All unresolved results, oldest first. */
export function allUnresolvedResults(sqlite: Sqlite): readonly ResultRow[] {
  return sqlite
    .prepare<[], ResultRow>(
      `SELECT * FROM result WHERE state = 'unresolved' ORDER BY fetched_at, epoch, sequence`,
    )
    .all();
}

/** Gives up the oldest unresolved results beyond `keep`; they stay readable as `given-up`. */
export function giveUpUnresolved({ sqlite }: WriteContext, keep: number): readonly ResultRow[] {
  const tooMany = sqlite
    .prepare<[number], ResultRow>(
      `SELECT * FROM result WHERE state = 'unresolved'
       ORDER BY fetched_at DESC, epoch DESC, sequence DESC LIMIT -1 OFFSET ?`,
    )
    .all(keep)
    .toReversed();
  const giveUp = sqlite.prepare<[string, number]>(
    `UPDATE result SET state = 'given-up' WHERE epoch = ? AND sequence = ?`,
  );
  for (const { epoch, sequence } of tooMany) giveUp.run(epoch, sequence);
  return tooMany;
}

/**
 * Stores why a result could not be applied; null clears it. The result stays unresolved and is retried at the next
 * start.
 */
export function noteFault(
  { sqlite }: WriteContext,
  row: Pick<ResultRow, 'epoch' | 'sequence'>,
  fault: ResultFault | null,
): void {
  sqlite
    .prepare<[ResultFault | null, string, number, ResultFault | null]>(
      'UPDATE result SET fault = ? WHERE epoch = ? AND sequence = ? AND fault IS NOT ?',
    )
    .run(fault, row.epoch, row.sequence, fault);
}

/** Results that could not be applied, oldest first. */
export function faultyResults(
  sqlite: Sqlite,
): readonly (Pick<ResultRow, 'kind' | 'fetched_at'> & { readonly fault: ResultFault })[] {
  return sqlite
    .prepare<[], Pick<ResultRow, 'kind' | 'fetched_at'> & { fault: ResultFault }>(
      'SELECT kind, fault, fetched_at FROM result WHERE fault IS NOT NULL ORDER BY fetched_at LIMIT 100',
    )
    .all();
}

/** Records the outcome of an unresolved result. */
export function settleResult(
  { sqlite }: WriteContext,
  row: Pick<ResultRow, 'epoch' | 'sequence'>,
  state: 'applied' | 'repeated',
  operation: OperationId,
): void {
  sqlite
    .prepare<[string, OperationId, string, number]>(
      'UPDATE result SET state = ?, operation_id = ? WHERE epoch = ? AND sequence = ?',
    )
    .run(state, operation, row.epoch, row.sequence);
}

/** The result that ended an operation, if any. */
export function resultOf(sqlite: Sqlite, operation: OperationId): ResultRow | undefined {
  return sqlite
    .prepare<[OperationId], ResultRow>(
      `SELECT * FROM result WHERE operation_id = ? AND state = 'applied' ORDER BY tick LIMIT 1`,
    )
    .get(operation);
}

/** Whether an access got this number after this result, in the order of the same relay store. */
export function wasGivenLater(
  sqlite: Sqlite,
  number: number,
  { epoch, sequence }: Pick<ResultRow, 'epoch' | 'sequence'>,
): boolean {
  return (
    sqlite
      .prepare<[string, number, number], number>(
        `SELECT 1 FROM result WHERE epoch = ? AND sequence > ? AND kind = 'created' AND assignment_id = ? LIMIT 1`,
      )
      .pluck()
      .get(epoch, sequence, number) === 1
  );
}

/**
 * Whether results fetched since a moment report that the access with this number has ended and, after that, that an
 * access was created with it. One relay store gives the order of both.
 */
export function wasReplacedSince(sqlite: Sqlite, number: number, moment: Tick): boolean {
  return (
    sqlite
      .prepare<[number, Tick, Tick], number>(
        `SELECT 1 FROM result ended JOIN result given ON given.epoch = ended.epoch
           AND given.sequence > ended.sequence AND given.assignment_id = ended.assignment_id
         WHERE ended.kind = 'deleted' AND ended.assignment_id = ? AND ended.tick > ?
           AND json_extract(ended.payload, '$.payload.operationSucceeded') = 1
           AND given.kind = 'created' AND given.tick > ? LIMIT 1`,
      )
      .pluck()
      .get(number, moment, moment) === 1
  );
}

/**
 * Whether the operator's result that assigned this number arrived after a moment. False when a read found the number.
 */
export function wasNumberedAfter(
  sqlite: Sqlite,
  { id, assignment_id: number }: Pick<AssignmentRow, 'id' | 'assignment_id'>,
  moment: Tick,
): boolean {
  return (
    sqlite
      .prepare<[number | null, LocalAssignmentId, Tick], number>(
        `SELECT 1 FROM result JOIN operation o ON o.id = result.operation_id
         WHERE result.kind = 'created' AND result.state = 'applied' AND result.assignment_id = ?
           AND json_extract(o.payload, '$.local') = ? AND result.tick > ? LIMIT 1`,
      )
      .pluck()
      .get(number, id, moment) === 1
  );
}

/** Whether a result with the same content from another relay store has ended this operation. */
export function wasReportedInAnotherEpoch(
  sqlite: Sqlite,
  operation: OperationId,
  epoch: string,
  { payload }: FeedResult,
): boolean {
  const same = sqlite
    .prepare<[OperationId, string, string], number>(
      `SELECT 1 FROM result WHERE operation_id = ? AND epoch <> ? AND json_extract(payload, '$.payload') = json(?)`,
    )
    .pluck();
  return same.get(operation, epoch, JSON.stringify(payload)) === 1;
}

/** Whether a result with the same content about the same access is stored from another relay store. */
export function wasKeptInAnotherEpoch(sqlite: Sqlite, epoch: string, { kind, payload }: FeedResult): boolean {
  const same = sqlite
    .prepare<[string, number | null, string, string], number>(
      `SELECT 1 FROM result WHERE kind = ? AND assignment_id = ? AND epoch <> ?
         AND json_extract(payload, '$.payload') = json(?)`,
    )
    .pluck();
  return same.get(kind, payload.assignmentId, epoch, JSON.stringify(payload)) === 1;
}

/**
 * When a result with this content was first fetched; another store of the relay delivers it once more. Null = it is not
 * stored.
 */
export function tickOfSameContent(sqlite: Sqlite, { kind, payload }: FeedResult): Tick | null {
  const first = sqlite
    .prepare<[string, number | null, string], Tick | null>(
      `SELECT min(tick) FROM result WHERE kind = ? AND assignment_id IS ? AND json_extract(payload, '$.payload') = json(?)`,
    )
    .pluck();
  return first.get(kind, payload.assignmentId, JSON.stringify(payload)) ?? null;
}

/** All results about an operation, oldest first. */
export function resultsOf(sqlite: Sqlite, operation: OperationId): readonly ResultRow[] {
  return sqlite
    .prepare<[OperationId], ResultRow>('SELECT * FROM result WHERE operation_id = ? ORDER BY tick')
    .all(operation);
}

/** The subject of the result of a sent operation: an assignment, or a new access by its car and user. */
export type ResultKeys =
  | { readonly kind: 'created'; readonly carId: CarId; readonly userId: UserId }
  | { readonly kind: 'updated' | 'deleted'; readonly assignmentId: number };

/**
 * Stores the result that an operation expects, in the commit that precedes its first byte. The requested times are
 * stored with its tries.
 */
export function expectResult({ sqlite }: WriteContext, operation: OperationId, expected: ResultKeys): void {
  const created = expected.kind === 'created';
  sqlite
    .prepare(
      `INSERT INTO expected_result (operation_id, kind, assignment_id, car_id, user_id)
       VALUES (@operation, @kind, @assignment, @car, @user)
       ON CONFLICT (operation_id) DO UPDATE SET assignment_id = excluded.assignment_id, car_id = excluded.car_id,
         user_id = excluded.user_id`,
    )
    .run({
      operation,
      kind: expected.kind,
      assignment: created ? null : expected.assignmentId,
      car: created ? expected.carId : null,
      user: created ? expected.userId : null,
    });
}

/** The assignment number an operation was last sent to; undefined when it was not sent, or creates one. */
export function numberSentTo(sqlite: Sqlite, operation: OperationId): number | undefined {
  const row = sqlite
    .prepare<[OperationId], number | null>('SELECT assignment_id FROM expected_result WHERE operation_id = ?')
    .pluck()
    .get(operation);
  return row ?? undefined;
}

/** A candidate operation for a result, with the columns that tell candidates apart. */
export interface Candidate extends OperationRow {
  /** The assignment that the operation is bound to, if any. */
  readonly bound_id: number | null;
  /** MD5 of the last body sent. */
  readonly checksum: string | null;
}

/** Operations that expect a result with these keys, oldest first. */
export function candidatesFor(sqlite: Sqlite, keys: ResultKeys): readonly Candidate[] {
  const select = `SELECT o.*, a.checksum,
      (SELECT value FROM binding b WHERE b.operation_id = o.id AND b.field = 'id') AS bound_id
    FROM expected_result e JOIN operation o ON o.id = e.operation_id
    LEFT JOIN attempt a ON a.operation_id = o.id AND a.number = o.attempt`;
  return keys.kind === 'created'
    ? sqlite
        .prepare<[CarId, UserId], Candidate>(`${select} WHERE e.car_id = ? AND e.user_id = ? ORDER BY o.seq`)
        .all(keys.carId, keys.userId)
    : sqlite
        .prepare<[string, number], Candidate>(
          `${select} WHERE e.kind = ? AND e.assignment_id = ? ORDER BY o.seq`,
        )
        .all(keys.kind, keys.assignmentId);
}
