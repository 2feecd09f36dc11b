import type { AccessFate, LostAccess } from '../../../shared/domain/job-removal.ts';
import type { Instant } from '../../../shared/time.ts';
import { wasAlwaysRefused } from '../../operations/queue/tries.ts';
import { foundByRemoval, hasStayed, isLeaving } from '../../operations/assignments/taken-out.ts';
import type { Sqlite } from '../../db/open.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import { type RevokedAssignmentRow, revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import type { DataOf } from '../job-data.ts';
import type { JobDirectory } from '../parts.ts';

/** The identity of an access to a person: its user and its period. */
export function accessKey({ userId, start, end }: Pick<LostAccess, 'userId' | 'start' | 'end'>): string {
  return `${userId ?? '?'}/${start}/${end ?? '-'}`;
}

/**
 * The state of each access of the car: the list that was saved, the accesses that the removal found just before it left, and the
 * operator's word about each.
 */
export function fatesOf(
  sqlite: Sqlite,
  directory: Pick<JobDirectory, 'user'>,
  { losses, out }: Pick<DataOf<'removal' | 'swap'>, 'losses' | 'out'>,
): AccessFate[] {
  const saved = losses?.accesses ?? [];
  const removal = out === null ? undefined : readOperation(sqlite, out.operation);
  // The Box was out before: another removal took them along, or none.
  const isRefused = removal?.state === 'done' && wasAlwaysRefused(sqlite, removal);
  const found = removal === undefined || isRefused ? null : foundByRemoval(removal);
  if (removal === undefined || found === null) {
    // Done without a read before: their state is not known.
    const fate = removal?.state === 'done' ? 'unreported' : 'kept';
    return saved.map((access) => ({ ...access, ...plain(access), fate, foundLater: false }));
  }
  const taken = revokedAssignmentsOf(sqlite, removal.id);
  const later = found.map((access): AccessFate => {
    const known = saved.find(({ id }) => id === access.id) ?? saved.find((row) => sameAs(row, access));
    const user = access.userId === null ? undefined : directory.user(access.userId);
    return {
      ...access,
      userName: user?.name ?? known?.userName ?? null,
      ...plain(access),
      ...fateOf(taken.find(({ assignment_id: id }) => id === access.id)),
      foundLater: known === undefined,
    };
  });
  // On the list and not there any more when the removal left: it was ended in between.
  const before = saved.filter((row) => !found.some((access) => access.id === row.id || sameAs(row, access)));
  return [
    ...later,
    ...before.map((row) => ({ ...row, ...plain(row), fate: 'ended-before' as const, foundLater: false })),
  ];
}

function plain(access: Pick<LostAccess, 'userId' | 'start' | 'end'>) {
  return { key: accessKey(access), at: null, goneBy: null, raw: null };
}

function sameAs(one: LostAccess, other: Pick<LostAccess, 'userId' | 'start' | 'end'>): boolean {
  return accessKey(one) === accessKey(other);
}

function fateOf(row: RevokedAssignmentRow | undefined): {
  fate: AccessFate['fate'];
  at: Instant | null;
  goneBy: AccessFate['goneBy'];
  raw: string | null;
} {
  if (row === undefined) return { fate: 'kept', at: null, goneBy: null, raw: null };
  const fate = isLeaving(row) ? 'leaving' : hasStayed(row) ? 'stayed' : 'gone';
  return { fate, at: row.updated_at, goneBy: row.confirmed_by, raw: row.error_message };
}
