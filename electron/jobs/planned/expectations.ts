import type { PreflightCheck } from '../../../shared/domain/boxes.ts';
import { foldForSearch, foldSerial } from '../../../shared/domain/serial.ts';
import type { JobId, UserId } from '../../../shared/ids.ts';
import type { ExpectedBox, PlannedWork } from '../../../shared/relay/jobs.ts';
import type { Preferences } from '../../../shared/domain/settings.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Sqlite } from '../../db/open.ts';
import { plannedJobOfJob } from '../../db/tables/queue/planned-work.ts';
import type { DirectoryProduct } from '../../directory/rows.ts';
import type { JobParts } from '../change.ts';
import { workInForce } from './claims.ts';

/* The office's expectations of a job: its Boxes and the user of its test. */

type Numbers = Pick<DirectoryProduct, 'serialNumber' | 'uniqueId'>;

/** True when the planned number and the serial denote the same Box, in any notation. */
const isBox = (planned: string, serial: string, product: Numbers | null): boolean =>
  [serial, ...(product === null ? [] : [product.serialNumber, product.uniqueId])].some(
    (number) => foldSerial(number) === foldSerial(planned),
  );

/** The work that the office planned for a job; null = none. */
function workOf(sqlite: Sqlite, job: JobId): PlannedWork | null {
  const row = plannedJobOfJob(sqlite, job);
  return row === undefined ? null : workInForce(row);
}

/**
 * The serial of the Box that the office planned to remove, if it differs from this Box; null = it is the same, or the
 * plan names none.
 */
export function plannedInstead(
  sqlite: Sqlite,
  job: JobId,
  serial: string,
  product: Numbers | null,
): string | null {
  const work = workOf(sqlite, job);
  if (work === null || work.kind === 'installation' || work.leaves === '') return null;
  return isBox(work.leaves, serial, product) ? null : work.leaves;
}

/** Compares a Box with the Box that the office planned for this job. Empty if the plan names none. */
export function plannedBoxCheck(
  sqlite: Sqlite,
  job: JobId,
  serial: string,
  product: Pick<DirectoryProduct, 'serialNumber' | 'uniqueId' | 'sapNumber'> | null,
): readonly PreflightCheck[] {
  const work = workOf(sqlite, job);
  if (work === null || work.kind === 'removal' || work.expected === null) return [];
  const { state, key, params } = compare(work.expected, serial, product);
  return [
    { check: 'planned', state, says: { key: `checks.planned.${key}`, params }, asOf: null, problem: null },
  ];
}

function compare(
  expected: ExpectedBox,
  serial: string,
  product: Pick<DirectoryProduct, 'serialNumber' | 'uniqueId' | 'sapNumber'> | null,
) {
  if (expected.by === 'serial') {
    const params = { serial: expected.serial };
    return isBox(expected.serial, serial, product)
      ? ({ state: 'passed', key: 'as-planned', params } as const)
      : ({ state: 'refused', key: 'other-box', params } as const);
  }
  const params = { variant: expected.name };
  const found = product?.sapNumber ?? null;
  if (found === null) return { state: 'unchecked', key: 'variant-unknown', params } as const;
  return foldForSearch(found) === foldForSearch(expected.name)
    ? ({ state: 'passed', key: 'variant-as-planned', params } as const)
    : ({ state: 'refused', key: 'other-variant', params } as const);
}

/** The test user that the office planned for a job; null where it names none. */
export function plannedTestUser(sqlite: Sqlite, job: JobId) {
  const work = workOf(sqlite, job);
  return work === null || work.kind === 'removal' ? null : work.testUser;
}

/**
 * The part of a test that is the default for the next job. The test user that the office planned for this job only is
 * excluded.
 */
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
