import type { JobId, UserId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { JobParts } from '../parts.ts';
import { plannedTestUser } from '../planned/expectations.ts';

type Parts = Pick<JobParts, 'database' | 'testUsers'>;

/**
 * Whether a job may be tested with this user: a published user, if an administrator published any, or the user that the
 * office planned for the job.
 */
export function isTestUserAllowed({ database, testUsers }: Parts, job: JobId, user: UserId): boolean {
  const published = testUsers();
  if (published.length === 0 || published.some(({ id }) => id === user)) return true;
  return plannedTestUser(database.sqlite, job)?.id === user;
}

/** ProblemError `test-user-published` for any other user. */
export function requireTestUser(parts: Parts, job: JobId, user: UserId): void {
  if (!isTestUserAllowed(parts, job, user)) throw new ProblemError(makeProblem('test-user-published'));
}
