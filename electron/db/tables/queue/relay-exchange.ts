/* How far the exchange with the relay has come: the feed, the names of the log, its entries at the relay, notes for a person. */

import type { FeedCursor } from '../../../../shared/relay/results.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { LogChainId } from '../../../../shared/relay/log.ts';
import type { RelayNote } from '../../../../shared/domain/status.ts';
import type { Instant } from '../../../../shared/time.ts';

/** How far the relay's feed has been applied here; null = from its beginning. */
export function readFeedPosition(sqlite: Sqlite): FeedCursor | null {
  return sqlite.prepare<[], FeedCursor>('SELECT cursor FROM feed_position').pluck().get() ?? null;
}

/** Moves on, in the transaction that applied the page (faults.md 37). */
export function writeFeedPosition({ sqlite }: WriteContext, cursor: FeedCursor): void {
  sqlite
    .prepare<[FeedCursor]>(
      'INSERT INTO feed_position (id, cursor) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET cursor = excluded.cursor',
    )
    .run(cursor);
}

/** A name under which entries are brought to the relay: those after `after`, up to where a later one begins. */
interface LogChainRow {
  readonly chain: LogChainId;
  readonly after: number;
  /** The chain that it goes on from at `after`; null = none, it is the first. */
  readonly continues: LogChainId | null;
  /** The number of its last entry; null = it is the newest and grows. */
  readonly last: number | null;
}

/** The chain that an entry belongs to; its number counts from 1. */
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

/** From the entry after `after` on the log has another name. */
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

/** Under how many names this log stands. */
export function countChains(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT count(*) FROM log_chain').pluck().get() ?? 0;
}

/** The number of the newest entry the relay is known to have; 0 = none. */
export function readLogConfirmed(sqlite: Sqlite): number {
  const confirmed = sqlite.prepare<[], number>('SELECT confirmed FROM log_upload').pluck().get();
  if (confirmed === undefined) throw new Error('the file does not say what the relay has');
  return confirmed;
}

/** The relay has the entries up to this number; also lower than before, where it was set back. */
export function writeLogConfirmed({ sqlite }: WriteContext, confirmed: number): void {
  sqlite.prepare<[number]>('UPDATE log_upload SET confirmed = ?').run(confirmed);
}

/** How many copies of this file are known that went on apart from the newest part of its log. */
export function readLogForks(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT forks FROM log_upload').pluck().get() ?? 0;
}

/** A newest part that has just begun has none. */
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

/** Adds to what is to be reported of a matter; what was read already counts no more. */
export function addRelayNote({ sqlite }: WriteContext, note: RelayNote): void {
  sqlite
    .prepare<RelayNote>(
      `INSERT INTO relay_note (matter, count, at) VALUES (@matter, @count, @at)
       ON CONFLICT (matter) DO UPDATE SET at = excluded.at, seen_at = NULL,
         count = excluded.count + CASE WHEN seen_at IS NULL THEN count ELSE 0 END`,
    )
    .run(note);
}

/** A person has read what there was of a matter at that time; what came later stays to be read. */
export function readRelayNote(
  { sqlite }: WriteContext,
  { matter, at, now }: Pick<RelayNote, 'matter' | 'at'> & { readonly now: Instant },
): void {
  sqlite
    .prepare<[Instant, string, Instant]>('UPDATE relay_note SET seen_at = ? WHERE matter = ? AND at = ?')
    .run(now, matter, at);
}
