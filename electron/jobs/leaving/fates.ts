import type { JobRemoval, AccessFate, LostAccess, JobRestore } from '../../../shared/domain/job-removal.ts';
import type { Instant } from '../../../shared/time.ts';
import { problem as problemSchema } from '../../../shared/problem.ts';
import type { Sqlite } from '../../db/open.ts';
import { wasAlwaysRefused } from '../../operations/queue/tries.ts';
import { foundByRemoval, hasStayed, isLeaving } from '../../operations/assignments/taken-out.ts';
import { readOperation, reportedByOf } from '../../db/tables/queue/operations.ts';
import { type RevokedAssignmentRow, revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import type { DataOf } from '../job-data.ts';
import type { JobDirectory } from '../parts.ts';
import { newestRestores } from '../kinds.ts';

/** The removal of a job with what went along; how far its operation is, the operation itself says. */
export function viewRemoval(
  sqlite: Sqlite,
  directory: Pick<JobDirectory, 'user'>,
  data: DataOf<'removal' | 'swap'>,
): JobRemoval {
  return {
    box: data.oldBox,
    losses: data.losses,
    reason: data.out?.reason ?? null,
    operation: data.out?.operation ?? null,
    accesses: fatesOf(sqlite, directory, data),
  };
}

/** The identity of an access to a person: its user and its period. */
export function accessKey({ userId, start, end }: Pick<LostAccess, 'userId' | 'start' | 'end'>): string {
  return `${userId ?? '?'}/${start}/${end ?? '-'}`;
}

/**
 * The state of each access of the car: the list that was saved, the accesses that the removal found just before it left, and the
 * operator's word about each.
 */
function fatesOf(
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

/**
 * The accesses that went, or will go, with the old Box, with what became of those that were chosen to be made again. Two
 * with the same user and period are one. An access that was ended before the Box left is none of them.
 */
export function restoresOf(
  sqlite: Sqlite,
  directory: Pick<JobDirectory, 'user'>,
  data: DataOf<'swap'>,
  now: Instant,
): JobRestore[] {
  const chosen = new Map(newestRestores(data).map(({ key, operation }) => [key, operation]));
  const fates = fatesOf(sqlite, directory, data);
  const first = fates.filter(({ key }, index) => fates.findIndex((fate) => fate.key === key) === index);
  return first
    .filter(({ fate, key }) => fate !== 'ended-before' || chosen.has(key))
    .map((access) => ({
      ...access,
      offer: offerOf(access, now),
      operation: newest(sqlite, chosen.get(access.key)),
    }));
}

function offerOf({ fate, userId, end }: AccessFate, now: Instant): JobRestore['offer'] {
  if (fate === 'stayed') return 'stayed';
  if (end !== null && end <= now) return 'over';
  return userId === null ? 'nobody' : 'yes';
}

function newest(
  sqlite: Sqlite,
  id: DataOf<'swap'>['restores'][number]['operation'] | undefined,
): JobRestore['operation'] {
  const row = id === undefined ? undefined : readOperation(sqlite, id);
  // Given up: not chosen any more.
  if (row === undefined || row.state === 'cancelled') return null;
  return {
    id: row.id,
    state: row.state,
    at: row.updated_at,
    confirmedBy: row.confirmed_by,
    reportedBy: reportedByOf(row),
    problem: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
  };
}

/** How many could be made again and were not chosen. */
export function restorableCount(restores: readonly JobRestore[]): number {
  return restores.filter(({ offer, operation }) => offer === 'yes' && operation === null).length;
}
