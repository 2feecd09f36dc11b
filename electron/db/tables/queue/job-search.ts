import type { JobId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { JobRow } from './jobs.ts';

/** Keeps what a job is found by; `text` is folded already. */
export function writeJobSearch({ sqlite }: WriteContext, job: JobId, text: string): void {
  sqlite
    .prepare<[JobId, string]>(
      `INSERT INTO job_search (job_id, search_text) VALUES (?, ?)
       ON CONFLICT (job_id) DO UPDATE SET search_text = excluded.search_text WHERE search_text <> excluded.search_text`,
    )
    .run(job, text);
}

/** Jobs that hold every one of the folded words anywhere, the newest first. */
export function jobsHolding(sqlite: Sqlite, words: readonly string[], limit: number): readonly JobRow[] {
  return sqlite
    .prepare<[string, number], JobRow>(
      `SELECT job.* FROM job JOIN job_search ON job_search.job_id = job.id
       WHERE NOT EXISTS (SELECT 1 FROM json_each(?) AS word WHERE instr(search_text, word.value) = 0)
       ORDER BY job.started_at DESC LIMIT ?`,
    )
    .all(JSON.stringify(words), limit);
}
