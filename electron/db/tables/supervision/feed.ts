import type { LogEntryId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** How far the sources have been read. */
export interface FeedRow {
  /** The newest entry of this laptop's own log that is here. */
  readonly own_number: number;
  /** Under how many names the own log stands: another count, and what was read has other names now. */
  readonly own_parts: number;
  /** The newest review of queue.db that was seen. */
  readonly review: number;
  readonly relay_sequence: number;
  /** The entry of that sequence: another one there is another log. Null before the first. */
  readonly relay_entry: LogEntryId | null;
  /** When that one had reached the relay. */
  readonly relay_at: Instant | null;
  /** 1 = a person said stop. */
  readonly stopped: number;
  /** Room that removed words took: 0 = overwritten; 1 = to be, in the index and among the words; 2 = to be, anywhere; 3 = begun. */
  readonly wiping: number;
}

export function readFeed(sqlite: Sqlite): FeedRow {
  const row = sqlite
    .prepare<[], FeedRow>(
      'SELECT own_number, own_parts, review, relay_sequence, relay_entry, relay_at, stopped, wiping FROM feed',
    )
    .get();
  if (row === undefined) throw new Error('the file does not say how far it has read');
  return row;
}

/** Moves on, in the transaction that kept what was read. */
export function writeFeed({ sqlite }: WriteContext, changes: Partial<FeedRow>): void {
  sqlite
    .prepare<FeedRow>(
      `UPDATE feed SET own_number = @own_number, own_parts = @own_parts, review = @review,
         relay_sequence = @relay_sequence, relay_entry = @relay_entry, relay_at = @relay_at, stopped = @stopped, wiping = @wiping`,
    )
    .run({ ...readFeed(sqlite), ...changes });
}

/** Empties the file: all of it can be read again. Whether a person said stop stays. */
export function clearEverything({ sqlite }: WriteContext): void {
  sqlite.exec(`
    DELETE FROM stale_job; DELETE FROM board_part; DELETE FROM job_row; DELETE FROM job_export; DELETE FROM job_head; DELETE FROM job_photo; DELETE FROM job_car;
    INSERT INTO job_text (job_text) VALUES ('delete-all');
    DELETE FROM entry; DELETE FROM redaction; DELETE FROM log_signature; DELETE FROM job; DELETE FROM chain; DELETE FROM word;
    UPDATE feed SET own_number = 0, own_parts = 0, review = 0, relay_sequence = 0, relay_entry = NULL, relay_at = NULL;
  `);
}
