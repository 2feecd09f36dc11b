import type { OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { OperationRow } from './operations.ts';

/*
 * The order of operations: the other operations that one waits for, with the values that they produce, and its time. The
 * queue's loop reads here which operations are due.
 */

/** Records that one operation needs another to be done first. */
export function insertDependency({ sqlite }: WriteContext, operation: OperationId, on: OperationId): void {
  sqlite
    .prepare<[OperationId, OperationId]>(
      'INSERT INTO operation_dependency (operation_id, depends_on) VALUES (?, ?) ON CONFLICT DO NOTHING',
    )
    .run(operation, on);
}

/** The operations that this one depends on. */
export function dependenciesOf(sqlite: Sqlite, id: OperationId): readonly OperationRow[] {
  return sqlite
    .prepare<[OperationId], OperationRow>(
      `SELECT * FROM operation
       WHERE id IN (SELECT depends_on FROM operation_dependency WHERE operation_id = ?) ORDER BY seq`,
    )
    .all(id);
}

/** Whether it depends on an operation that is not done. */
export function hasOpenDependency(sqlite: Sqlite, id: OperationId): boolean {
  return (
    sqlite
      .prepare<[OperationId], number>(
        `SELECT 1 FROM operation
         WHERE id IN (SELECT depends_on FROM operation_dependency WHERE operation_id = ?) AND state <> 'done'
         LIMIT 1`,
      )
      .pluck()
      .get(id) !== undefined
  );
}

/** The operations that directly depend on this one. */
export function dependantsOf(sqlite: Sqlite, id: OperationId): readonly OperationRow[] {
  return sqlite
    .prepare<[OperationId], OperationRow>(
      `SELECT * FROM operation
       WHERE id IN (SELECT operation_id FROM operation_dependency WHERE depends_on = ?) ORDER BY seq`,
    )
    .all(id);
}

/** From now on the dependants of one operation depend on another. */
export function moveDependants({ sqlite }: WriteContext, from: OperationId, to: OperationId): void {
  sqlite
    .prepare<[OperationId, OperationId]>(
      `UPDATE operation_dependency SET depends_on = ?
       WHERE depends_on = ? AND operation_id IN (SELECT id FROM operation WHERE state = 'waiting')`,
    )
    .run(to, from);
}

/** An operation no longer builds on another. */
export function removeDependency({ sqlite }: WriteContext, operation: OperationId, on: OperationId): void {
  sqlite
    .prepare<[OperationId, OperationId]>(
      'DELETE FROM operation_dependency WHERE operation_id = ? AND depends_on = ?',
    )
    .run(operation, on);
}

/** All transitive dependants of this operation that have not ended, in the order of their creation. */
export function allDependantsOf(sqlite: Sqlite, id: OperationId): readonly OperationRow[] {
  return sqlite
    .prepare<[OperationId], OperationRow>(
      `WITH RECURSIVE above (id) AS (
         SELECT operation_id FROM operation_dependency WHERE depends_on = ?
         UNION SELECT d.operation_id FROM operation_dependency d JOIN above ON d.depends_on = above.id)
       SELECT o.* FROM operation o JOIN above ON above.id = o.id
       WHERE o.state NOT IN ('done', 'failed', 'cancelled') ORDER BY o.seq`,
    )
    .all(id);
}

/** The values an operation produced, by field: usually `id`. */
export type Bindings = Readonly<Record<string, number>>;

/** Stores a produced value; an adopted value replaces an earlier one. */
export function bind({ sqlite }: WriteContext, operation: OperationId, bindings: Bindings): void {
  const insert = sqlite.prepare<[OperationId, string, number]>(
    `INSERT INTO binding (operation_id, field, value) VALUES (?, ?, ?)
     ON CONFLICT (operation_id, field) DO UPDATE SET value = excluded.value`,
  );
  for (const [field, value] of Object.entries(bindings)) insert.run(operation, field, value);
}

/** One bound value; undefined = not known yet. */
export function boundValue(sqlite: Sqlite, operation: OperationId, field: string): number | undefined {
  return sqlite
    .prepare<[OperationId, string], number>('SELECT value FROM binding WHERE operation_id = ? AND field = ?')
    .pluck()
    .get(operation, field);
}

/** All values an operation produced. */
export function bindingsOf(sqlite: Sqlite, operation: OperationId): Bindings {
  const rows = sqlite
    .prepare<[OperationId], { field: string; value: number }>(
      'SELECT field, value FROM binding WHERE operation_id = ?',
    )
    .all(operation);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}

/**
 * Ready operations that are due, oldest first; nothing older in the same lane may still be able to go before them.
 * `waiting` ones do not block a lane (their dependants are bound by dependencies), nor do `blocked` ones (a person may
 * take days). Excluded while an indistinguishable order is in flight or in doubt (`dedupe_key`). Redundant-looking
 * terms repeat the partial indexes' predicates word by word: without them SQLite reads the whole history for every row.
 */
export function dueToSend(
  sqlite: Sqlite,
  now: Instant,
  busy: readonly string[],
  limit: number,
): readonly OperationRow[] {
  return sqlite
    .prepare<{ now: Instant; busy: string; limit: number }, OperationRow>(
      `SELECT o.* FROM operation o
       WHERE +o.state = 'ready' AND (o.not_before IS NULL OR o.not_before <= @now)
         AND o.state NOT IN ('done', 'failed', 'cancelled')
         AND o.lane NOT IN (SELECT value FROM json_each(@busy))
         AND NOT EXISTS (SELECT 1 FROM operation earlier
           WHERE earlier.lane = o.lane AND earlier.seq < o.seq AND +earlier.state IN ('ready', 'sending', 'unknown')
             AND earlier.state IN ('waiting', 'ready', 'sending', 'unknown', 'blocked'))
         AND NOT EXISTS (SELECT 1 FROM operation alike
           WHERE alike.dedupe_key = o.dedupe_key AND alike.id <> o.id AND alike.state IN ('sending', 'unknown'))
       ORDER BY o.seq LIMIT @limit`,
    )
    .all({ now, busy: JSON.stringify(busy), limit });
}

/** Operations that are due for a reconciling read: unknown ones, and accepted ones with an overdue result. */
export function dueToRead(
  sqlite: Sqlite,
  now: Instant,
  busy: readonly string[],
  limit: number,
): readonly OperationRow[] {
  return sqlite
    .prepare<{ now: Instant; busy: string; limit: number }, OperationRow>(
      `SELECT * FROM operation INDEXED BY operation_to_read
       WHERE state IN ('unknown', 'awaiting-result') AND coalesce(not_before, 0) <= @now
         AND id NOT IN (SELECT value FROM json_each(@busy))
       ORDER BY seq LIMIT @limit`,
    )
    .all({ now, busy: JSON.stringify(busy), limit });
}

/** When anything becomes due next, after `now`; null = nothing is scheduled. */
export function nextDue(sqlite: Sqlite, now: Instant): Instant | null {
  return (
    sqlite
      .prepare<[Instant], Instant | null>(
        `SELECT min(not_before) FROM operation
         WHERE state IN ('ready', 'unknown', 'awaiting-result') AND not_before > ?`,
      )
      .pluck()
      .get(now) ?? null
  );
}

/** Whether anything is scheduled later than this. */
export function isScheduledAfter(sqlite: Sqlite, latest: Instant): boolean {
  return (
    sqlite
      .prepare<[Instant], number>(
        `SELECT 1 FROM operation
         WHERE state IN ('ready', 'unknown', 'awaiting-result') AND not_before > ? LIMIT 1`,
      )
      .pluck()
      .get(latest) !== undefined
  );
}

/* Updates of all scheduled times, which are by the queue's own clock (`electron/operations/queue/parts.ts`). */

const WAITING = `state IN ('ready', 'unknown', 'awaiting-result')`;

/** Shifts all scheduled times after a clock change, so that the remaining delays stay the same. */
export function moveTimes({ sqlite }: WriteContext, byMs: number): void {
  sqlite.prepare<[number]>(`UPDATE operation SET not_before = not_before + ? WHERE ${WAITING}`).run(byMs);
  sqlite
    .prepare<[number]>(
      `UPDATE operation SET maybe_sent_at = maybe_sent_at + ?
       WHERE maybe_sent_at IS NOT NULL AND state NOT IN ('done', 'failed', 'cancelled')`,
    )
    .run(byMs);
  // The time since which a result is awaited is shifted too: it is compared with the time of the relay's last
  // delivery of a similar result.
  sqlite
    .prepare<[number]>(
      `UPDATE operation SET claimed_at = claimed_at + ? WHERE state = 'awaiting-result'
         OR id IN (SELECT operation_id FROM revoked_assignment WHERE ask_at IS NOT NULL)`,
    )
    .run(byMs);
  sqlite
    .prepare<[number]>('UPDATE revoked_assignment SET ask_at = ask_at + ? WHERE ask_at IS NOT NULL')
    .run(byMs);
}

/**
 * Makes everything due that is scheduled after `latest`, and caps sending times at now. For a person's "try now", and
 * for times that a wrong clock wrote.
 */
export function capDueTimes({ sqlite }: WriteContext, now: Instant, latest: Instant): void {
  sqlite
    .prepare<[Instant, Instant]>(`UPDATE operation SET not_before = ? WHERE ${WAITING} AND not_before > ?`)
    .run(now, latest);
  sqlite
    .prepare<[Instant, Instant]>(
      'UPDATE revoked_assignment SET ask_at = ? WHERE ask_at IS NOT NULL AND ask_at > ?',
    )
    .run(now, latest);
  sqlite
    .prepare<{ now: Instant }>(
      `UPDATE operation SET maybe_sent_at = @now
       WHERE +state IN ('unknown', 'blocked') AND state NOT IN ('done', 'failed', 'cancelled') AND maybe_sent_at > @now`,
    )
    .run({ now });
}

/** Schedules a reconciling read for everything that awaits a result: results may have been missed (faults.md 35). */
export function askForResultsNow({ sqlite }: WriteContext, now: Instant): void {
  sqlite.prepare<[Instant]>(`UPDATE operation SET not_before = ? WHERE state = 'awaiting-result'`).run(now);
  sqlite.prepare<[Instant]>('UPDATE revoked_assignment SET ask_at = ? WHERE ask_at IS NOT NULL').run(now);
}
