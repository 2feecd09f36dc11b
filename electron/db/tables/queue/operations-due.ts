import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { OperationRow } from './operations.ts';

/*
 * Which operations may go now, and when the next one may: what the queue's loop asks.
 *
 * `LIMIT +@limit`: SQLite compiles a statement again at each binding of a parameter that is the whole LIMIT, as its plan may depend on
 * the value. That costs twenty times as much as the question itself.
 */

/**
 * Ready operations that may go now, oldest first: their time has come, and nothing older in the same lane could still
 * go before them. `waiting` ones do not hold a lane (what builds on them says so), nor do `blocked` ones (a person may
 * take days); and no order that looks like it is on its way or in doubt (`dedupe_key`). The terms that seem to say a thing twice repeat the predicates of the partial indexes word by word: without
 * them SQLite reads the whole history again for every row that might go.
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
       ORDER BY o.seq LIMIT +@limit`,
    )
    .all({ now, busy: JSON.stringify(busy), limit });
}

/** Operations whose time for a reconciling read has come: unknown ones, and accepted ones whose result is overdue. */
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
       ORDER BY seq LIMIT +@limit`,
    )
    .all({ now, busy: JSON.stringify(busy), limit });
}

/** The next moment at which anything becomes due, after `now`; null = nothing is scheduled. */
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

/** Is anything scheduled for later than this? */
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

/*
 * Waiting times as a whole: everything in the terms of the queue's own clock (`electron/operations/queue/steady-clock.ts`).
 */

const WAITING = `state IN ('ready', 'unknown', 'awaiting-result')`;

/** The clock was moved by this much: what is left to wait stays the same. */
export function moveTimes({ sqlite }: WriteContext, byMs: number): void {
  sqlite.prepare<[number]>(`UPDATE operation SET not_before = not_before + ? WHERE ${WAITING}`).run(byMs);
  sqlite
    .prepare<[number]>(
      `UPDATE operation SET maybe_sent_at = maybe_sent_at + ?
       WHERE maybe_sent_at IS NOT NULL AND state NOT IN ('done', 'failed', 'cancelled')`,
    )
    .run(byMs);
  // Since when a result is awaited: compared with how long ago the relay last had one like it.
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
 * Everything scheduled after `latest` is due now, and nothing can have been sent later than now: for a person's "try
 * now", and for times that a wrong clock has written.
 */
export function pullTimesBack({ sqlite }: WriteContext, now: Instant, latest: Instant): void {
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

/** Results may have been missed: everything that awaits one is asked for by reading (faults.md 35). */
export function askForResultsNow({ sqlite }: WriteContext, now: Instant): void {
  sqlite.prepare<[Instant]>(`UPDATE operation SET not_before = ? WHERE state = 'awaiting-result'`).run(now);
  sqlite.prepare<[Instant]>('UPDATE revoked_assignment SET ask_at = ? WHERE ask_at IS NOT NULL').run(now);
}
