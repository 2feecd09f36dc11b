import type { LogEntryId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The types of entries that are read from other laptops' logs. */
export type FeedType = 'box-mounted' | 'box-leaves';

/** How far the relay's log was read for entries of one type, and when. */
export interface LogFeedRow {
  readonly sequence: number;
  /** The entry of that sequence: another one there is another log. Null before the first. */
  readonly entry_id: LogEntryId | null;
  readonly read_at: Instant;
}

/** Null before the first entry, and where everything is to be read again. */
export function readLogFeed(sqlite: Sqlite, type: FeedType): LogFeedRow | null {
  return (
    sqlite
      .prepare<[FeedType], LogFeedRow>('SELECT sequence, entry_id, read_at FROM log_feed WHERE type = ?')
      .get(type) ?? null
  );
}

/** Moves on, in the transaction that kept the entries; null reads everything again. */
export function writeLogFeed({ sqlite }: WriteContext, type: FeedType, row: LogFeedRow | null): void {
  sqlite.prepare<[FeedType]>('DELETE FROM log_feed WHERE type = ?').run(type);
  if (row === null) return;
  sqlite
    .prepare<LogFeedRow & { readonly type: FeedType }>(
      'INSERT INTO log_feed (type, sequence, entry_id, read_at) VALUES (@type, @sequence, @entry_id, @read_at)',
    )
    .run({ type, ...row });
}
