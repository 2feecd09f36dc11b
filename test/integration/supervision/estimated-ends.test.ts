import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { supervisionMigrations } from '../../../electron/db/supervision-migrations/index.ts';
import { rowOfJob } from '../../../electron/supervision/job-queries.ts';
import { openSupervisionDatabase } from '../../../electron/supervision/open-supervision.ts';
import { row } from '../../unit/supervision-exports/rows.ts';

test('rows kept before ends were said to be estimated can be read, and are put together once more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-supervision-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = { file: join(folder, 'supervision.db'), onCommitted: () => undefined };
  const now = row(1).startedAt;
  const old = openDatabase({
    ...options,
    durability: 'normal',
    migrations: supervisionMigrations.slice(0, 3),
  });
  old.write(({ sqlite }) => {
    const jobs = sqlite.prepare<[number, string]>('INSERT INTO job (ordinal, job_id) VALUES (?, ?)');
    const rows = sqlite.prepare<[number, string]>('INSERT INTO job_row (job, row) VALUES (?, ?)');
    for (const [index, openAccess] of [null, { until: null }, { until: now + 1 }].entries()) {
      const kept = row(index + 1);
      jobs.run(index + 1, kept.jobId);
      rows.run(index + 1, JSON.stringify({ ...kept, openAccess }));
    }
  });
  old.close();
  const { database } = openSupervisionDatabase({ ...options, clock: { now: () => now } });
  const { sqlite } = database;
  onTestFinished(() => database.close());
  expect([1, 2, 3].map((job) => rowOfJob(sqlite, job, now)?.openAccess)).toEqual([
    null,
    { until: null, estimated: false },
    { until: now + 1, estimated: true },
  ]);
  const stale = sqlite.prepare<[], { job: number }>('SELECT job FROM stale_job ORDER BY job').all();
  expect(stale.map(({ job }) => job)).toEqual([1, 2, 3]);
});
