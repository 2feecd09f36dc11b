import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The car of a job, and the group that this job put it into. */
export interface JobCarRow {
  readonly job: number;
  /** The operator's number. */
  readonly car: number;
  readonly started: Instant;
  readonly own_group: string | null;
}

/** Keeps the car of a job, null = none is known. Returns the other jobs of the cars concerned where anything changed. */
export function writeJobCar(context: WriteContext, job: number, row: JobCarRow | null): readonly number[] {
  const { sqlite } = context;
  const before = sqlite.prepare<[number], JobCarRow>('SELECT * FROM job_car WHERE job = ?').get(job);
  const same =
    before === undefined
      ? row === null
      : row?.car === before.car && row.started === before.started && row.own_group === before.own_group;
  if (same) return [];
  sqlite.prepare<[number]>('DELETE FROM job_car WHERE job = ?').run(job);
  if (row !== null) {
    sqlite
      .prepare<JobCarRow>(
        'INSERT INTO job_car (job, car, started, own_group) VALUES (@job, @car, @started, @own_group)',
      )
      .run(row);
  }
  const others = sqlite
    .prepare<[number | null, number | null, number], number>(
      'SELECT job FROM job_car WHERE car IN (?, ?) AND job <> ?',
    )
    .pluck();
  return others.all(before?.car ?? null, row?.car ?? null, job);
}

/** The group that the last job before `started` put this car into; null = none did. */
export function groupOfCar(sqlite: Sqlite, { car, started }: JobCarRow): string | null {
  return (
    sqlite
      .prepare<[number, number], string>(
        `SELECT own_group FROM job_car WHERE car = ? AND started < ? AND own_group IS NOT NULL
         ORDER BY started DESC, job DESC LIMIT 1`,
      )
      .pluck()
      .get(car, started) ?? null
  );
}
