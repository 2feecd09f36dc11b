import Database from 'better-sqlite3';
import { SECOND } from '../../../shared/time.ts';

/** How late a token that was revoked by the command may still be waiting. */
const LOOK_EVERY = SECOND / 2;

/**
 * Calls back when another process has written to the database (the token command): SQLite counts that, and asking costs
 * microseconds.
 *
 * @returns the function that ends it.
 */
export function othersWrites(db: Database.Database, changed: () => void): () => void {
  const read = (): unknown => db.pragma('data_version', { simple: true });
  let seen = read();
  const look = (): void => {
    try {
      const now = read();
      if (now === seen) return;
      seen = now;
      changed();
    } catch (reason) {
      // Locked at this moment: the next look tells.
      if (!(reason instanceof Database.SqliteError)) throw reason;
    }
  };
  const timer = setInterval(look, LOOK_EVERY).unref();
  return () => clearInterval(timer);
}
