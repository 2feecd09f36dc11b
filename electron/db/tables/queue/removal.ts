import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** Notes that the files are to be cleaned of what was removed. */
export function noteRemoval({ sqlite }: WriteContext, at: Instant): void {
  sqlite.prepare<[Instant]>('INSERT OR REPLACE INTO removal (id, at) VALUES (1, ?)').run(at);
}

/** Are they still to be cleaned? */
export function isRemovalNoted(sqlite: Sqlite): boolean {
  return sqlite.prepare<[]>('SELECT 1 FROM removal').get() !== undefined;
}

/** They are clean. */
export function clearRemoval({ sqlite }: WriteContext): void {
  sqlite.prepare('DELETE FROM removal').run();
}
