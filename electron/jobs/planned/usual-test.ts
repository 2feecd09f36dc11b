import type { Preferences } from '../../../shared/domain/preferences.ts';
import type { JobId, UserId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { plannedJobOfJob } from '../../db/tables/queue/planned-jobs.ts';
import { bodyOf } from './claims.ts';

/** The test user that the office planned for a job; null where it names none. */
export function plannedTestUser(sqlite: Sqlite, job: JobId) {
  const row = plannedJobOfJob(sqlite, job);
  const work = row === undefined ? null : bodyOf(row).work;
  return work === null || work.kind === 'removal' ? null : work.testUser;
}

/** The part of a test that the next job is offered as usual. The test user that the office planned for this one job is not. */
export function usualAfterTest(
  sqlite: Sqlite,
  job: JobId,
  test: { readonly userId: UserId; readonly userName: string | null; readonly minutes: number },
): Partial<Preferences> {
  const usual =
    plannedTestUser(sqlite, job)?.id === test.userId
      ? {}
      : { testUserId: test.userId, testUserName: test.userName };
  return { ...usual, testMinutes: test.minutes };
}
