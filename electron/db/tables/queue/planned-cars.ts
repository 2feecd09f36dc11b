import type { JobId, PlannedCarId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A planned car. `said` is JSON of the list's row that batch/ parses. */
export interface PlannedCarRow {
  /** The order in which the lists named them. */
  readonly seq: number;
  readonly id: PlannedCarId;
  readonly fingerprint: string;
  readonly file: string;
  readonly said: string;
  readonly vin_key: string | null;
  readonly plate_key: string | null;
  readonly serial_key: string | null;
  readonly search_text: string;
  readonly imported_at: Instant;
  readonly job_id: JobId | null;
}

/** The columns of a new planned car. */
export type NewPlannedCar = Omit<PlannedCarRow, 'seq'>;

/** Inserts a planned car; false when its fingerprint exists. A duplicate key makes the transaction fail. */
export function insertPlannedCar({ sqlite }: WriteContext, row: NewPlannedCar): boolean {
  return (
    sqlite
      .prepare<NewPlannedCar>(
        `INSERT INTO planned_car (id, fingerprint, file, said, vin_key, plate_key, serial_key, search_text, imported_at, job_id)
         VALUES (@id, @fingerprint, @file, @said, @vin_key, @plate_key, @serial_key, @search_text, @imported_at, @job_id)
         ON CONFLICT (fingerprint) DO NOTHING`,
      )
      .run(row).changes === 1
  );
}

/** One planned car by its id. */
export function readPlannedCar(sqlite: Sqlite, id: PlannedCarId): PlannedCarRow | undefined {
  return sqlite.prepare<[PlannedCarId], PlannedCarRow>('SELECT * FROM planned_car WHERE id = ?').get(id);
}

/** The planned car that a job fits; the latest one if several lists named the car. */
export function plannedCarOfJob(sqlite: Sqlite, job: JobId): PlannedCarRow | undefined {
  return sqlite
    .prepare<[JobId], PlannedCarRow>('SELECT * FROM planned_car WHERE job_id = ? ORDER BY seq DESC LIMIT 1')
    .get(job);
}

/** The keys by which a list's row is compared with planned cars. */
export type PlannedKeys = Pick<PlannedCarRow, 'vin_key' | 'plate_key' | 'serial_key'>;

/** Planned cars without a job that share one of these keys. */
export function plannedWith(sqlite: Sqlite, keys: PlannedKeys): readonly PlannedCarRow[] {
  return sqlite
    .prepare<PlannedKeys, PlannedCarRow>(
      `SELECT * FROM planned_car WHERE job_id IS NULL AND vin_key = @vin_key
       UNION SELECT * FROM planned_car WHERE job_id IS NULL AND plate_key = @plate_key
       UNION SELECT * FROM planned_car WHERE job_id IS NULL AND serial_key = @serial_key`,
    )
    .all(keys);
}

/** The row with this exact content, whether its job was started or not. */
export function plannedByFingerprint(sqlite: Sqlite, fingerprint: string): PlannedCarRow | undefined {
  return sqlite
    .prepare<[string], PlannedCarRow>('SELECT * FROM planned_car WHERE fingerprint = ?')
    .get(fingerprint);
}

/** A page of the cars without a job; `text` is folded, '' = all. */
export function plannedPage(
  sqlite: Sqlite,
  text: string,
  limit: number,
  offset: number,
): { readonly rows: readonly PlannedCarRow[]; readonly found: number; readonly total: number } {
  const where = `job_id IS NULL AND (@text = '' OR instr(search_text, @text) > 0)`;
  const count = (which: string) =>
    sqlite
      .prepare<{ text: string }, number>(`SELECT count(*) FROM planned_car WHERE ${which}`)
      .pluck()
      .get({ text }) ?? 0;
  return {
    rows: sqlite
      .prepare<{ text: string; limit: number; offset: number }, PlannedCarRow>(
        `SELECT * FROM planned_car WHERE ${where} ORDER BY seq LIMIT @limit OFFSET @offset`,
      )
      .all({ text, limit, offset }),
    found: count(where),
    total: count(`job_id IS NULL AND @text = @text`),
  };
}

/** Assigns a planned car to the job that fits it. False = another job was first. */
export function takePlannedCar({ sqlite }: WriteContext, id: PlannedCarId, job: JobId): boolean {
  return (
    sqlite
      .prepare<[JobId, PlannedCarId]>('UPDATE planned_car SET job_id = ? WHERE id = ? AND job_id IS NULL')
      .run(job, id).changes === 1
  );
}

/**
 * Assigns the planned car with the same keys to a job that was not started from the list. Returns whether one
 * matched.
 */
export function takePlannedByCar(
  { sqlite }: WriteContext,
  job: JobId,
  keys: Pick<PlannedCarRow, 'vin_key' | 'plate_key'>,
): boolean {
  return (
    sqlite
      .prepare<{ job: JobId } & typeof keys>(
        `UPDATE planned_car SET job_id = @job
         WHERE job_id IS NULL AND (vin_key = @vin_key OR (plate_key = @plate_key AND (vin_key IS NULL OR @vin_key IS NULL)))`,
      )
      .run({ job, ...keys }).changes > 0
  );
}

/** Removes a car without a job from its list. */
export function dropPlannedCar({ sqlite }: WriteContext, id: PlannedCarId): void {
  sqlite.prepare<[PlannedCarId]>('DELETE FROM planned_car WHERE id = ? AND job_id IS NULL').run(id);
}

/** Returns the car of a discarded job to its list. */
export function freePlannedCar({ sqlite }: WriteContext, job: JobId): void {
  sqlite.prepare<[JobId]>('UPDATE planned_car SET job_id = NULL WHERE job_id = ?').run(job);
}
