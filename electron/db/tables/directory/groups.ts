import type { DirectoryGroup } from '../../../../shared/domain/directory.ts';
import type { GroupId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A stored group. */
export interface GroupRow {
  readonly id: GroupId;
  readonly name: string;
  readonly folded: string;
  readonly resource: string;
}

/** Upserts groups; returns how many had changed at the operator. */
export function upsertGroups({ sqlite }: WriteContext, rows: readonly GroupRow[]): number {
  const upsert = sqlite.prepare<GroupRow>(
    `INSERT INTO "group" (id, name, folded, resource) VALUES (@id, @name, @folded, @resource)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded, resource = excluded.resource
       WHERE resource <> excluded.resource`,
  );
  return rows.reduce((changed, row) => changed + upsert.run(row).changes, 0);
}

/** Removes a group that the operator no longer knows. */
export function deleteGroup({ sqlite }: WriteContext, id: GroupId): void {
  sqlite.prepare<[GroupId]>('DELETE FROM "group" WHERE id = ?').run(id);
}

/** One group. */
export function readGroup(sqlite: Sqlite, id: GroupId): DirectoryGroup | undefined {
  return sqlite.prepare<[GroupId], DirectoryGroup>('SELECT id, name FROM "group" WHERE id = ?').get(id);
}

/** Groups with this folded name; several when only look-alikes or case tell them apart. */
export function groupsByFolded(sqlite: Sqlite, folded: string): readonly DirectoryGroup[] {
  return sqlite
    .prepare<[string], DirectoryGroup>('SELECT id, name FROM "group" WHERE folded = ? ORDER BY id')
    .all(folded);
}

/** Groups whose folded name contains the text, prefix matches first; an empty text matches all. */
export function searchGroupRows(
  sqlite: Sqlite,
  folded: string,
  limit: number,
  offset = 0,
): readonly DirectoryGroup[] {
  return sqlite
    .prepare<{ folded: string; limit: number; offset: number }, DirectoryGroup>(
      `SELECT id, name FROM "group" WHERE instr(folded, @folded) > 0
       ORDER BY instr(folded, @folded) > 1, name, id LIMIT @limit OFFSET @offset`,
    )
    .all({ folded, limit, offset });
}

/** The ids of all groups. */
export function groupIds(sqlite: Sqlite): readonly GroupId[] {
  return sqlite.prepare<[], GroupId>('SELECT id FROM "group"').pluck().all();
}
