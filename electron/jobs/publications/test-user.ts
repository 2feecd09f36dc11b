import type { JobId, UserId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Database } from '../../db/open.ts';
import { plannedTestUser } from '../planned/expectations.ts';
import type { Publications } from './publications.ts';

/**
 * A test is made with a published test user, where an administrator published some, or with the one that the office planned for
 * the job. ProblemError `test-user-published`.
 */
export function requireTestUser(
  {
    publications,
    database,
  }: { readonly publications: Pick<Publications, 'inForce'>; readonly database: Database },
  job: JobId,
  user: UserId,
): void {
  const published = publications.inForce()?.testUsers ?? [];
  if (published.length === 0 || published.some(({ id }) => id === user)) return;
  if (plannedTestUser(database.sqlite, job)?.id === user) return;
  throw new ProblemError(makeProblem('test-user-published'));
}
