import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { jobsHolding, writeJobSearch, insertJob } from '../../../electron/db/tables/queue/jobs.ts';
import { emptyJobData } from '../../../electron/jobs/job-data.ts';
import { tempFolder } from './temp-folder.ts';

/** So many jobs, each a moment after the one before; every second one is a Ford. */
function searched(jobs: number) {
  const database = openDatabase({
    file: join(tempFolder(), 'queue.db'),
    migrations: queueMigrations,
    durability: 'full',
    onCommitted: () => undefined,
  });
  onTestFinished(() => database.close());
  const ids = createIds();
  const made = Array.from({ length: jobs }, () => ids.job());
  database.write((context) => {
    for (const [number, id] of made.entries()) {
      insertJob(context, {
        id,
        kind: 'installation',
        worker: 'Bay 3',
        data: JSON.stringify(emptyJobData()),
        intent_digest: null,
        started_at: number,
        updated_at: number,
        finished_at: null,
      });
      writeJobSearch(context, id, `mbx${number} ${number % 2 === 0 ? 'ford' : 'opel'}`);
    }
  });
  return { file: database.file, sqlite: database.sqlite, made };
}

test('a search finds the newest jobs that hold every word', () => {
  const { sqlite, made } = searched(30);
  const found = (...words: readonly string[]) => jobsHolding(sqlite, words, 3).map(({ id }) => id);
  expect(found('ford')).toEqual([made[28], made[26], made[24]]);
  expect(found('ford', 'mbx1')).toEqual([made[18], made[16], made[14]]);
  expect(found('seat')).toEqual([]);
});

test('a search reads the jobs that it answers, and of the others an index alone', () => {
  const { file } = searched(3);
  const sqlite = new BetterSqlite3(file, { readonly: true });
  onTestFinished(() => void sqlite.close());
  const prepared = vi.spyOn(sqlite, 'prepare');
  expect(jobsHolding(sqlite, ['ford', 'mbx'], 3)).toHaveLength(2);
  const plan = sqlite
    .prepare<[string, string, number], { readonly detail: string }>(
      `EXPLAIN QUERY PLAN ${prepared.mock.calls[0]?.[0]}`,
    )
    .all('ford', 'mbx', 3)
    .map(({ detail }) => detail);
  expect(plan).toContain('SCAN job_search USING COVERING INDEX job_search_by_time');
  expect(plan).toContain('SEARCH job USING PRIMARY KEY (id=?)');
  expect(plan.filter((line) => line.startsWith('SCAN job '))).toEqual([]);
});
