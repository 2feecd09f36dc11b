import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { OperationRow } from './operations.ts';

/* Which operations are due now and when the next one is: the queries of the queue's loop. */

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
       WHERE +state = 'unknown' AND state NOT IN ('done', 'failed', 'cancelled') AND maybe_sent_at > @now`,
    )
    .run({ now });
}

/** Schedules a reconciling read for everything that awaits a result: results may have been missed (faults.md 35). */
export function askForResultsNow({ sqlite }: WriteContext, now: Instant): void {
  sqlite.prepare<[Instant]>(`UPDATE operation SET not_before = ? WHERE state = 'awaiting-result'`).run(now);
  sqlite.prepare<[Instant]>('UPDATE revoked_assignment SET ask_at = ? WHERE ask_at IS NOT NULL').run(now);
}
