import type { JobKind } from '../../../../shared/domain/job-steps.ts';
import type { CarId, JobId, PlannedJobId, PlannedCarId } from '../../../../shared/ids.ts';
import type { PlannedJobAct } from '../../../../shared/relay/jobs.ts';
import type { ReviewSignatureState } from '../../../../shared/domain/trust.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/*
 * The planned work in queue.db: the planned jobs of the office, the outbox of this laptop's acts on them, and the cars of
 * imported lists.
 */

/** A job planned by the office. */
export interface PlannedJobRow {
  readonly id: PlannedJobId;
  readonly day: string;
  /** JSON of a PlannedJob. */
  readonly body: string;
  readonly signature: ReviewSignatureState;
  /** The last act of this laptop, even before the relay has it; null = none. */
  readonly own_act: PlannedJobAct | null;
  readonly own_reason: string | null;
  /** This laptop's job that was started from it. */
  readonly job_id: JobId | null;
  /** JSON of the PlannedWork that was displayed to the person. */
  readonly seen_work: string | null;
  /** JSON of the other laptops already recorded in the log, each with its code. */
  readonly seen_rivals: string | null;
}

export function readPlannedJob(sqlite: Sqlite, id: PlannedJobId): PlannedJobRow | undefined {
  return sqlite.prepare<[PlannedJobId], PlannedJobRow>('SELECT * FROM planned_job WHERE id = ?').get(id);
}

/** The planned job from which a job was started. */
export function plannedJobOfJob(sqlite: Sqlite, job: JobId): PlannedJobRow | undefined {
  return sqlite.prepare<[JobId], PlannedJobRow>('SELECT * FROM planned_job WHERE job_id = ?').get(job);
}

/**
 * Planned jobs of some days, and earlier unfinished ones, by day. Included are those started here, and those that no
 * laptop has started, this one has not refused and the office has not withdrawn.
 */
export function plannedJobsOf(sqlite: Sqlite, from: string, until: string): readonly PlannedJobRow[] {
  return sqlite
    .prepare<[string, string, string], PlannedJobRow>(
      `SELECT * FROM planned_job WHERE day BETWEEN ? AND ?
         OR (day < ? AND CASE WHEN job_id IS NOT NULL THEN own_act IN ('begun', 'waiting')
           ELSE own_act IS NOT 'refused' AND json_extract(body, '$.withdrawn') IS NULL
             AND coalesce(json_extract(body, '$.holder.act'), 'returned') NOT IN ('begun', 'waiting', 'done') END)
       ORDER BY day, id`,
    )
    .all(from, until, from);
}

/** The work and the car names of a planned job. */
interface PlannedCarNames {
  readonly id: PlannedJobId;
  readonly kind: JobKind;
  readonly car: CarId | null;
  readonly vin: string;
  readonly plate: string;
}

/** The cars of planned jobs that were neither started here nor withdrawn by the office, by day. */
export function freePlannedCars(sqlite: Sqlite): readonly PlannedCarNames[] {
  return sqlite
    .prepare<[], PlannedCarNames>(
      `SELECT id, json_extract(body, '$.work.kind') AS kind, json_extract(body, '$.work.car.id') AS car,
         json_extract(body, '$.work.car.vin') AS vin, json_extract(body, '$.work.car.licensePlate') AS plate
       FROM planned_job WHERE job_id IS NULL AND json_extract(body, '$.withdrawn') IS NULL ORDER BY day, id`,
    )
    .all();
}

/** Planned jobs started here whose end is not reported, and finished ones that were reopened. */
export function plannedJobsInProgress(sqlite: Sqlite): readonly PlannedJobRow[] {
  return sqlite
    .prepare<[], PlannedJobRow>(
      `SELECT * FROM planned_job WHERE job_id IS NOT NULL AND own_act IN ('begun', 'waiting')
       UNION SELECT planned_job.* FROM job JOIN planned_job ON planned_job.job_id = job.id
         WHERE finished_at IS NULL AND own_act = 'done'`,
    )
    .all();
}

/**
 * Planned jobs whose job was started at another laptop, taken over here and not discarded. It may have been given away
 * again since.
 */
export function plannedJobsTakenOver(sqlite: Sqlite): readonly PlannedJobRow[] {
  return sqlite
    .prepare<[], PlannedJobRow>(
      `SELECT planned_job.* FROM planned_job JOIN job ON job.id = json_extract(body, '$.holder.jobId')
       WHERE job_id IS NULL AND json_extract(job.data, '$.discardedAt') IS NULL
         AND job.id IN (SELECT job_id FROM hand_over WHERE way = 'taken')`,
    )
    .all();
}

/** Planned jobs started here whose job was given away at least once. */
export function plannedJobsContinuedElsewhere(sqlite: Sqlite): readonly PlannedJobRow[] {
  return sqlite
    .prepare<[], PlannedJobRow>(
      `SELECT * FROM planned_job WHERE job_id IN (SELECT job_id FROM hand_over WHERE way = 'given')`,
    )
    .all();
}

/** Upserts the newest body; this laptop's own columns stay. */
export function putPlannedJob(
  { sqlite }: WriteContext,
  row: Pick<PlannedJobRow, 'id' | 'day' | 'body' | 'signature'>,
): void {
  sqlite
    .prepare<typeof row>(
      `INSERT INTO planned_job (id, day, body, signature) VALUES (@id, @day, @body, @signature)
       ON CONFLICT (id) DO UPDATE SET day = excluded.day, body = excluded.body, signature = excluded.signature`,
    )
    .run(row);
}

/** Stores this laptop's own act and the job that it started. */
export function writeOwnAct(
  { sqlite }: WriteContext,
  row: Pick<PlannedJobRow, 'id' | 'own_act' | 'own_reason' | 'job_id'>,
): void {
  sqlite
    .prepare<typeof row>(
      'UPDATE planned_job SET own_act = @own_act, own_reason = @own_reason, job_id = @job_id WHERE id = @id',
    )
    .run(row);
}

export function writeSeenWork({ sqlite }: WriteContext, id: PlannedJobId, work: string): void {
  sqlite.prepare<[string, PlannedJobId]>('UPDATE planned_job SET seen_work = ? WHERE id = ?').run(work, id);
}

export function writeSeenRivals({ sqlite }: WriteContext, id: PlannedJobId, rivals: string): void {
  sqlite
    .prepare<[string, PlannedJobId]>('UPDATE planned_job SET seen_rivals = ? WHERE id = ?')
    .run(rivals, id);
}

/** Deletes a planned job that was reassigned; one started here stays. */
export function dropPlannedJob({ sqlite }: WriteContext, id: PlannedJobId): boolean {
  return (
    sqlite.prepare<[PlannedJobId]>('DELETE FROM planned_job WHERE id = ? AND job_id IS NULL').run(id)
      .changes > 0
  );
}

/** Deletes planned jobs of past days without a job of this laptop. */
export function dropPlannedJobsBefore({ sqlite }: WriteContext, day: string): void {
  sqlite
    .prepare<[string]>(
      `DELETE FROM planned_job WHERE day < ? AND job_id IS NULL
         AND NOT EXISTS (SELECT 1 FROM planned_job_outbox WHERE planned_job = planned_job.id)`,
    )
    .run(day);
}

/** An outbox row: a planned job's revision or claim in transit to the relay. `problem`: JSON of the relay's refusal. */
export interface OutboxRow {
  readonly place: number;
  readonly planned_job: PlannedJobId;
  readonly kind: 'revision' | 'claim';
  /** JSON of a NewPlannedJob or a NewPlannedJobClaim, without a signature. */
  readonly body: string;
  readonly problem: string | null;
}

export function insertOutbox(
  { sqlite }: WriteContext,
  row: Pick<OutboxRow, 'planned_job' | 'kind' | 'body'>,
): void {
  sqlite
    .prepare<typeof row>(
      'INSERT INTO planned_job_outbox (planned_job, kind, body) VALUES (@planned_job, @kind, @body)',
    )
    .run(row);
}

/** The next row to send, in the order of writing. */
export function nextOutbox(sqlite: Sqlite): OutboxRow | undefined {
  return sqlite
    .prepare<[], OutboxRow>('SELECT * FROM planned_job_outbox WHERE problem IS NULL ORDER BY place LIMIT 1')
    .get();
}

/** All rows that the relay has not accepted. */
export function outboxRows(sqlite: Sqlite): readonly OutboxRow[] {
  return sqlite.prepare<[], OutboxRow>('SELECT * FROM planned_job_outbox ORDER BY place').all();
}

export function dropOutbox({ sqlite }: WriteContext, place: number): void {
  sqlite.prepare<[number]>('DELETE FROM planned_job_outbox WHERE place = ?').run(place);
}

/** Deletes refused rows of a planned job; called at a person's next decision about it. */
export function dropRefusedOutbox({ sqlite }: WriteContext, id: PlannedJobId): void {
  sqlite
    .prepare<[PlannedJobId]>('DELETE FROM planned_job_outbox WHERE planned_job = ? AND problem IS NOT NULL')
    .run(id);
}

/**
 * Records the relay's refusal. Later revisions of the same planned job were based on the refused one, so they are not
 * sent either.
 */
export function writeOutboxProblem(
  { sqlite }: WriteContext,
  { place, kind, planned_job: job }: Pick<OutboxRow, 'place' | 'kind' | 'planned_job'>,
  problem: string,
): void {
  sqlite
    .prepare<[string, number, string, PlannedJobId, number]>(
      `UPDATE planned_job_outbox SET problem = ?
       WHERE place = ? OR (? = 'revision' AND kind = 'revision' AND planned_job = ? AND place > ?)`,
    )
    .run(problem, place, kind, job, place);
}

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
