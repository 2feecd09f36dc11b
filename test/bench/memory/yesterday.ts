import BetterSqlite3 from 'better-sqlite3';
import { DAY } from '../../../shared/time.ts';

/**
 * Lets a night pass: the jobs in queue.db are a day older. What is on the screen and in the memory of a laptop is the day's, and
 * ten days in ten minutes would otherwise all be one.
 */
export function nightPasses(queueFile: string): void {
  const sqlite = new BetterSqlite3(queueFile);
  try {
    sqlite
      .prepare<{ day: number }>(
        'UPDATE job SET started_at = started_at - @day, updated_at = updated_at - @day, finished_at = finished_at - @day',
      )
      .run({ day: DAY });
  } finally {
    sqlite.close();
  }
}
