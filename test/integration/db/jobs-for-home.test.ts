import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { insertJob, jobsForHome } from '../../../electron/db/tables/queue/jobs.ts';
import { jobId } from '../../../shared/ids.ts';
import { tempFolder } from './temp-folder.ts';

it('finds what Home shows by indexes alone: jobs that ended long ago are not read', () => {
  const database = openDatabase({
    file: join(tempFolder(), 'queue.db'),
    migrations: queueMigrations,
    durability: 'full',
    onCommitted: () => {},
  });
  onTestFinished(() => database.close());
  const { sqlite } = database;
  const [old, justNow, open] = [1, 2, 3].map(() => jobId.parse(crypto.randomUUID()));
  database.write((context) => {
    for (const [id, finished_at] of [
      [old, 10],
      [justNow, 1_000],
      [open, null],
    ] as const) {
      if (id === undefined) continue;
      const job = { id, kind: 'installation', worker: 'Bay 3', data: '{}', intent_digest: null } as const;
      insertJob(context, { ...job, started_at: finished_at ?? 2_000, updated_at: 0, finished_at });
    }
  });
  const asked: string[] = [];
  const listened = new BetterSqlite3(database.file, { verbose: (question) => asked.push(String(question)) });
  onTestFinished(() => {
    listened.close();
  });
  expect(jobsForHome(listened, 500).map(({ id }) => id)).toEqual([open, justNow]);
  const plan = sqlite.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${asked[0] ?? ''}`).all();
  const scans = plan.map(({ detail }) => detail).filter((detail) => /^SCAN (job|operation)$/.test(detail));
  expect(scans).toEqual([]);
});
