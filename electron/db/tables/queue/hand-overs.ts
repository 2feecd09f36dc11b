import type { JobId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** One hand-over. `content` is JSON that jobs/hand-over parses; null for one that was taken. */
export interface HandOverRow {
  readonly job_id: JobId;
  readonly turn: number;
  readonly content: string | null;
  readonly at: Instant;
}

function write({ sqlite }: WriteContext, way: 'given' | 'taken', row: HandOverRow): void {
  sqlite
    .prepare<HandOverRow & { way: string }>(
      'INSERT INTO hand_over (job_id, turn, way, content, at) VALUES (@job_id, @turn, @way, @content, @at)',
    )
    .run({ ...row, way });
}

/** Notes that a job left this laptop. */
export const writeGiven = (context: WriteContext, row: HandOverRow): void => write(context, 'given', row);
/** Notes that a job came to this laptop. */
export const writeTaken = (context: WriteContext, row: HandOverRow): void => write(context, 'taken', row);

function last(sqlite: Sqlite, job: JobId, way: 'given' | 'taken'): number {
  return (
    sqlite
      .prepare<[JobId, string], number | null>('SELECT max(turn) FROM hand_over WHERE job_id = ? AND way = ?')
      .pluck()
      .get(job, way) ?? 0
  );
}

/** The last turn that brought the job here; 0 = it was begun here. */
export const lastTaken = (sqlite: Sqlite, job: JobId): number => last(sqlite, job, 'taken');
/** The last turn of the job that this laptop knows. */
export const lastTurn = (sqlite: Sqlite, job: JobId): number =>
  Math.max(last(sqlite, job, 'taken'), last(sqlite, job, 'given'));
/** Is the job at another laptop? */
export const isGiven = (sqlite: Sqlite, job: JobId): boolean =>
  last(sqlite, job, 'given') > last(sqlite, job, 'taken');

/** The last hand-over. */
export function contentOfGiven(sqlite: Sqlite, job: JobId): string | undefined {
  return (
    sqlite
      .prepare<[JobId], string | null>(
        `SELECT content FROM hand_over WHERE job_id = ? AND way = 'given' ORDER BY turn DESC LIMIT 1`,
      )
      .pluck()
      .get(job) ?? undefined
  );
}
