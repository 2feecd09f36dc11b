import type { JobRemoval } from '../../../shared/domain/job-removal.ts';
import type { Sqlite } from '../../db/open.ts';
import type { DataOf } from '../job-data.ts';
import type { JobDirectory } from '../parts.ts';
import { fatesOf } from './fates.ts';

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
