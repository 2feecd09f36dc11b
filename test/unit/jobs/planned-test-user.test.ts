import { expect, test } from 'vitest';
import { usualAfterTest } from '../../../electron/jobs/planned/expectations.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { userId } from '../../../shared/ids.ts';
import { beginFor } from '../../planned/begun-plan.ts';
import { openJobs } from './bench.ts';

const [PLANNED, OTHER] = [userId.parse(9002), userId.parse(9003)];

test('a test user that the office planned for one job does not become the usual one; another one does', () => {
  const bench = openJobs();
  const { parts, database } = bench;
  const { sqlite } = database;
  const [job, unplanned] = [startJob(parts), startJob(parts, 'removal')];
  beginFor(bench, job, { testUser: { id: PLANNED, name: 'Planned Driver' } });
  const planned = { userId: PLANNED, userName: 'Planned Driver', minutes: 15 };
  const other = { userId: OTHER, userName: 'Usual Driver', minutes: 15 };
  const usual = { testUserId: OTHER, testUserName: 'Usual Driver', testMinutes: 15 };
  expect(usualAfterTest(sqlite, job, planned)).toEqual({ testMinutes: 15 });
  expect(usualAfterTest(sqlite, job, other)).toEqual(usual);
  expect(usualAfterTest(sqlite, unplanned, planned)).toMatchObject({ testUserId: PLANNED });
});
