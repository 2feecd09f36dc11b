import type { RelayNote } from '../../../../shared/domain/status.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

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
