import type { Instant } from '../../../../shared/time.ts';
import type { WriteContext } from '../../open.ts';

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
