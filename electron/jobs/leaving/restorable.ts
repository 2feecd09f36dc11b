import type { AccessFate, JobRestore } from '../../../shared/domain/job-removal.ts';
import { problem as problemSchema } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Sqlite } from '../../db/open.ts';
import { readOperation, reportedByOf } from '../../db/tables/queue/operations.ts';
import type { DataOf } from '../job-data.ts';
import { newestRestores } from '../kinds/swap.ts';
import type { JobDirectory } from '../parts.ts';
import { fatesOf } from './fates.ts';

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
