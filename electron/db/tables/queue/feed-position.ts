import type { FeedCursor } from '../../../../shared/relay/feed.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

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
