import type { HandedSignature } from '../../../../shared/domain/trust.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** One hand-over. `content` is JSON that jobs/hand-over parses; null for an accepted one. */
export interface HandOverRow {
  readonly job_id: JobId;
  readonly turn: number;
  readonly content: string | null;
  /**
   * The signature of an accepted file; null = the row is a hand-over to another laptop, or dates from before files were
   * signed.
   */
  readonly signature: HandedSignature | null;
  /** The laptop whose key signed the file; null = not proven. */
  readonly laptop: string | null;
  readonly at: Instant;
}

function write({ sqlite }: WriteContext, way: 'given' | 'taken', row: HandOverRow): void {
  sqlite
    .prepare<HandOverRow & { way: string }>(
      `INSERT INTO hand_over (job_id, turn, way, content, signature, laptop, at)
       VALUES (@job_id, @turn, @way, @content, @signature, @laptop, @at)`,
    )
    .run({ ...row, way });
}

/** Records that a job was handed over to another laptop. */
export const writeGiven = (context: WriteContext, row: Omit<HandOverRow, 'signature' | 'laptop'>): void =>
  write(context, 'given', { ...row, signature: null, laptop: null });
/** Records that a job was accepted from another laptop. */
export const writeTakeOver = (context: WriteContext, row: HandOverRow): void => write(context, 'taken', row);

function last(sqlite: Sqlite, job: JobId, way: 'given' | 'taken'): number {
  return (
    sqlite
      .prepare<[JobId, string], number | null>('SELECT max(turn) FROM hand_over WHERE job_id = ? AND way = ?')
      .pluck()
      .get(job, way) ?? 0
  );
}

/** The turn of the last hand-over to this laptop; 0 = the job was started here. */
export const lastTakeOver = (sqlite: Sqlite, job: JobId): number => last(sqlite, job, 'taken');
/** The turn of the last hand-over from this laptop; 0 = none. */
export const lastGiven = (sqlite: Sqlite, job: JobId): number => last(sqlite, job, 'given');
/** The last turn of the job known here. */
export const lastTurn = (sqlite: Sqlite, job: JobId): number =>
  Math.max(lastTakeOver(sqlite, job), lastGiven(sqlite, job));
/** Whether the job is at another laptop. */
export const isGiven = (sqlite: Sqlite, job: JobId): boolean =>
  sqlite
    .prepare<[JobId], 'given' | 'taken'>(
      `SELECT way FROM hand_over WHERE job_id = ? ORDER BY turn DESC, way = 'taken' DESC LIMIT 1`,
    )
    .pluck()
    .get(job) === 'given';

/** The signer of the last file that brought the job here; undefined = the job was started here. */
export function originOfTakeOver(
  sqlite: Sqlite,
  job: JobId,
): Pick<HandOverRow, 'signature' | 'laptop'> | undefined {
  return sqlite
    .prepare<[JobId], Pick<HandOverRow, 'signature' | 'laptop'>>(
      `SELECT signature, laptop FROM hand_over WHERE job_id = ? AND way = 'taken' ORDER BY turn DESC LIMIT 1`,
    )
    .get(job);
}

/** The content of the last hand-over to another laptop; undefined = none. */
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
