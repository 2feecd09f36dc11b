import type { JobId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A Box that was taken out as defective: in which job, and when. */
export interface DefectiveBoxRow {
  /** Folded. */
  readonly serial_key: string;
  readonly job_id: JobId;
  readonly at: Instant;
}

/** Keeps one; the same job again says the same. */
export function upsertDefectiveBox({ sqlite }: WriteContext, row: DefectiveBoxRow): void {
  sqlite
    .prepare<DefectiveBoxRow>(
      `INSERT INTO defective_box (serial_key, job_id, at) VALUES (@serial_key, @job_id, @at)
       ON CONFLICT (serial_key, job_id) DO UPDATE SET at = excluded.at`,
    )
    .run(row);
}

/** The newest job that took this Box out as defective. */
export function defectElsewhere(sqlite: Sqlite, serialKey: string): DefectiveBoxRow | undefined {
  return sqlite
    .prepare<[string], DefectiveBoxRow>(
      'SELECT * FROM defective_box WHERE serial_key = ? ORDER BY at DESC LIMIT 1',
    )
    .get(serialKey);
}
