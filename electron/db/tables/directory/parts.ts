import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The collections that are read completely from the operator; each has the time of its last complete reading. */
export type DirectoryPart =
  'brands' | 'keys' | 'groups' | 'users' | 'products' | 'services' | 'cars' | 'pictures';

/** When the part was last read completely; null = never. */
export function readPartTime(sqlite: Sqlite, part: DirectoryPart): Instant | null {
  return (
    sqlite.prepare<[DirectoryPart], Instant>('SELECT synced_at FROM part WHERE name = ?').pluck().get(part) ??
    null
  );
}

/** Notes that the part was read completely in this pass. */
export function setPartTime({ sqlite }: WriteContext, part: DirectoryPart, pass: number, at: Instant): void {
  sqlite
    .prepare<[DirectoryPart, Instant, number]>(
      `INSERT INTO part (name, synced_at, pass) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET synced_at = excluded.synced_at, pass = excluded.pass`,
    )
    .run(part, at, pass);
}

/** Whether the part was already read completely in this pass. */
export function isPartRead(sqlite: Sqlite, part: DirectoryPart, pass: number): boolean {
  return (
    sqlite
      .prepare<[DirectoryPart, number], number>('SELECT 1 FROM part WHERE name = ? AND pass = ?')
      .pluck()
      .get(part, pass) !== undefined
  );
}
