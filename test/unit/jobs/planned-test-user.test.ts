import { expect, test } from 'vitest';
import { writeOwnAct } from '../../../electron/db/tables/queue/planned-work.ts';
import { createPlanInbox } from '../../../electron/jobs/planned/exchange.ts';
import { usualAfterTest } from '../../../electron/jobs/planned/expectations.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { localDay } from '../../../shared/domain/planned-work.ts';
import { userId } from '../../../shared/ids.ts';
import { plannedJob } from '../../../shared/relay/jobs.ts';
import { firstRevision } from '../../planned/planned-work.ts';
import { openJobs } from './bench.ts';

const [PLANNED, OTHER] = [userId.parse(9002), userId.parse(9003)];

test('a test user that the office planned for one job does not become the usual one; another one does', () => {
  const { parts, database } = openJobs();
  const { sqlite } = database;
  const testUser = { id: PLANNED, name: 'Planned Driver' };
  const revision = firstRevision({ day: localDay(parts.clock.now()), testUser }, { ...parts.target });
  const common = { sequence: 1, revision: 1, planner: 'Office', receivedAt: 1, holder: null, rivals: [] };
  const kept = plannedJob.parse({ ...revision, ...common });
  createPlanInbox(parts).take([kept], [], 1);
  const [job, unplanned] = [startJob(parts), startJob(parts, 'removal')];
  database.write((context) =>
    writeOwnAct(context, { id: kept.id, own_act: 'begun', own_reason: '', job_id: job }),
  );
  const planned = { userId: PLANNED, userName: 'Planned Driver', minutes: 15 };
  const other = { userId: OTHER, userName: 'Usual Driver', minutes: 15 };
  const usual = { testUserId: OTHER, testUserName: 'Usual Driver', testMinutes: 15 };
  expect(usualAfterTest(sqlite, job, planned)).toEqual({ testMinutes: 15 });
  expect(usualAfterTest(sqlite, job, other)).toEqual(usual);
  expect(usualAfterTest(sqlite, unplanned, planned)).toMatchObject({ testUserId: PLANNED });
});
