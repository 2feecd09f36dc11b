import type { JobId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { JobRow } from './jobs.ts';

/** Keeps what a job is found by; `text` is folded already. */
export function writeJobSearch({ sqlite }: WriteContext, job: JobId, text: string): void {
  sqlite
    .prepare<[string, JobId]>(
      `INSERT INTO job_search (job_id, started_at, search_text) SELECT id, started_at, ? FROM job WHERE id = ?
       ON CONFLICT (job_id) DO UPDATE SET search_text = excluded.search_text WHERE search_text <> excluded.search_text`,
    )
    .run(text, job);
}

/** Jobs that hold every one of the folded words anywhere, the newest first. Only those that are answered are read. */
export function jobsHolding(sqlite: Sqlite, words: readonly string[], limit: number): readonly JobRow[] {
  const holds = words.map(() => 'instr(search_text, ?) > 0').join(' AND ');
  return sqlite
    .prepare<(string | number)[], JobRow>(
      `SELECT job.* FROM (
         SELECT job_id FROM job_search INDEXED BY job_search_by_time WHERE ${holds}
         ORDER BY started_at DESC LIMIT ?) AS found
       CROSS JOIN job ON job.id = found.job_id ORDER BY job.started_at DESC`,
    )
    .all(...words, limit);
}
