import type { DirectoryGroup, DirectoryUser } from '../../../../shared/domain/directory.ts';
import type { GroupId, UserId } from '../../../../shared/ids.ts';
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

/** A stored user; `folded` contains the name and the address. */
export interface UserRow {
  readonly id: UserId;
  readonly name: string;
  readonly email_address: string | null;
  readonly folded: string;
  readonly resource: string;
}

const columns = 'id, name, email_address AS emailAddress';

/** Upserts users; returns how many had changed at the operator. */
export function upsertUsers({ sqlite }: WriteContext, rows: readonly UserRow[]): number {
  const upsert = sqlite.prepare<UserRow>(
    `INSERT INTO user (id, name, email_address, folded, resource)
       VALUES (@id, @name, @email_address, @folded, @resource)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, email_address = excluded.email_address,
         folded = excluded.folded, resource = excluded.resource
       WHERE resource <> excluded.resource`,
  );
  return rows.reduce((changed, row) => changed + upsert.run(row).changes, 0);
}

/** Removes a user that the operator no longer knows. */
export function deleteUser({ sqlite }: WriteContext, id: UserId): void {
  sqlite.prepare<[UserId]>('DELETE FROM user WHERE id = ?').run(id);
}

/** One user. */
export function readUser(sqlite: Sqlite, id: UserId): DirectoryUser | undefined {
  return sqlite.prepare<[UserId], DirectoryUser>(`SELECT ${columns} FROM user WHERE id = ?`).get(id);
}

/** Users whose name or address contains the folded text, prefix matches first; an empty text matches all. */
export function searchUserRows(
  sqlite: Sqlite,
  folded: string,
  limit: number,
  offset = 0,
): readonly DirectoryUser[] {
  return sqlite
    .prepare<{ folded: string; limit: number; offset: number }, DirectoryUser>(
      `SELECT ${columns} FROM user WHERE instr(folded, @folded) > 0
       ORDER BY instr(folded, @folded) > 1, name, id LIMIT @limit OFFSET @offset`,
    )
    .all({ folded, limit, offset });
}

/** The ids of all users. */
export function userIds(sqlite: Sqlite): readonly UserId[] {
  return sqlite.prepare<[], UserId>('SELECT id FROM user').pluck().all();
}

/** Number of users that contain this folded text. */
export function countUsersHolding(sqlite: Sqlite, folded: string): number {
  return (
    sqlite
      .prepare<[string], number>('SELECT count(*) FROM user WHERE instr(folded, ?) > 0')
      .pluck()
      .get(folded) ?? 0
  );
}
