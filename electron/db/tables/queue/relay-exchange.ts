/* The state of the exchange with the relay: feed position, log chains, confirmed log entries, notes for a person. */

import type { FeedCursor } from '../../../../shared/relay/results.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { LogChainId } from '../../../../shared/relay/log.ts';
import type { RelayNote } from '../../../../shared/domain/status.ts';
import type { Instant } from '../../../../shared/time.ts';

/** The applied position in the relay's feed; null = the beginning. */
export function readFeedPosition(sqlite: Sqlite): FeedCursor | null {
  return sqlite.prepare<[], FeedCursor>('SELECT cursor FROM feed_position').pluck().get() ?? null;
}

/** Advances the position, in the transaction that applied the page (faults.md 37). */
export function writeFeedPosition({ sqlite }: WriteContext, cursor: FeedCursor): void {
  sqlite
    .prepare<[FeedCursor]>(
      'INSERT INTO feed_position (id, cursor) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET cursor = excluded.cursor',
    )
    .run(cursor);
}

/** A chain name under which entries are uploaded: those after `after`, up to the start of the next chain. */
interface LogChainRow {
  readonly chain: LogChainId;
  readonly after: number;
  /** The chain that it continues at `after`; null = it is the first. */
  readonly continues: LogChainId | null;
  /** The number of its last entry; null = it is the newest and still grows. */
  readonly last: number | null;
}

/** The chain of an entry; numbers count from 1. */
export function chainOfEntry(sqlite: Sqlite, number: number): LogChainRow {
  const row = sqlite
    .prepare<[number], LogChainRow>(
      `SELECT chain, after, continues,
         (SELECT min(after) FROM log_chain AS later WHERE later.ordinal > one.ordinal) AS last
       FROM log_chain AS one WHERE after < ? ORDER BY ordinal DESC LIMIT 1`,
    )
    .get(number);
  if (row === undefined) throw new Error('the file does not name its log');
  return row;
}

/** Starts a new chain with the entry after `after`. */
export function insertLogChain(
  { sqlite }: WriteContext,
  row: Pick<LogChainRow, 'chain' | 'after'> & { readonly continues: LogChainId },
): void {
  sqlite
    .prepare<typeof row>(
      'INSERT INTO log_chain (chain, after, continues) VALUES (@chain, @after, @continues)',
    )
    .run(row);
}

/** The number of chains of this log. */
export function countChains(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT count(*) FROM log_chain').pluck().get() ?? 0;
}

/** The newest entry number that the relay has confirmed; 0 = none. */
export function readLogConfirmed(sqlite: Sqlite): number {
  const confirmed = sqlite.prepare<[], number>('SELECT confirmed FROM log_upload').pluck().get();
  if (confirmed === undefined) throw new Error('the file does not say what the relay has');
  return confirmed;
}

/** Stores the confirmed number; lower than before when the relay was set back. */
export function writeLogConfirmed({ sqlite }: WriteContext, confirmed: number): void {
  sqlite.prepare<[number]>('UPDATE log_upload SET confirmed = ?').run(confirmed);
}

/** The number of known copies of this file that diverged from the newest chain of its log. */
export function readLogForks(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT forks FROM log_upload').pluck().get() ?? 0;
}

/** A newly started chain has no forks. */
export function writeLogForks({ sqlite }: WriteContext, forks: number): void {
  sqlite.prepare<[number]>('UPDATE log_upload SET forks = ?').run(forks);
}

/** The unread notes, oldest first. */
export function unreadRelayNotes(sqlite: Sqlite): readonly RelayNote[] {
  return sqlite
    .prepare<[], RelayNote>(
      'SELECT matter, count, at FROM relay_note WHERE seen_at IS NULL ORDER BY at, matter',
    )
    .all();
}

/** Adds to the count of a matter; a count that was read already starts again from 0. */
export function addRelayNote({ sqlite }: WriteContext, note: RelayNote): void {
  sqlite
    .prepare<RelayNote>(
      `INSERT INTO relay_note (matter, count, at) VALUES (@matter, @count, @at)
       ON CONFLICT (matter) DO UPDATE SET at = excluded.at, seen_at = NULL,
         count = excluded.count + CASE WHEN seen_at IS NULL THEN count ELSE 0 END`,
    )
    .run(note);
}

/** Marks a matter as read as of that time; a later note stays unread. */
export function readRelayNote(
  { sqlite }: WriteContext,
  { matter, at, now }: Pick<RelayNote, 'matter' | 'at'> & { readonly now: Instant },
): void {
  sqlite
    .prepare<[Instant, string, Instant]>('UPDATE relay_note SET seen_at = ? WHERE matter = ? AND at = ?')
    .run(now, matter, at);
}
