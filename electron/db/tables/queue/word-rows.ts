import type { JobId, OperationId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/*
 * Where queue.db may contain a person's name, apart from the log. Every text column is either listed here or declared
 * free of names (`impersonalColumns`); a test fails for any other.
 */

/** A row with its words, as JSON or plain text, and the object it belongs to. */
export interface WordRow {
  readonly job: JobId | null;
  readonly operation: OperationId | null;
  readonly key: string;
  readonly text: string;
}

const ofOperation = (table: string, words: string) =>
  `SELECT o.job_id AS job, o.id AS operation, o.id AS key, ${words} AS text
   FROM ${table} t JOIN operation o ON o.id = t.operation_id`;

const WORD_COLUMNS = {
  job: 'SELECT id AS job, NULL AS operation, id AS key, data AS text FROM job',
  worker: 'SELECT id AS job, NULL AS operation, id AS key, worker AS text FROM job',
  draft: 'SELECT job_id AS job, NULL AS operation, step AS key, draft AS text FROM draft',
  hand_over: `SELECT job_id AS job, NULL AS operation, way AS key, content AS text FROM hand_over WHERE content IS NOT NULL`,
  operation: `SELECT job_id AS job, id AS operation, id AS key, json_array(payload, context, problem) AS text FROM operation`,
  attempt: `${ofOperation('attempt', 't.message')} WHERE t.message IS NOT NULL`,
  incident: `${ofOperation('incident', 't.message')} WHERE t.message IS NOT NULL`,
  revoked_assignment: `${ofOperation('revoked_assignment', 't.error_message')} WHERE t.error_message IS NOT NULL`,
  revision: ofOperation('revision', 'json_array(t.payload, t.changes)'),
  // MATERIALIZED: each payload is parsed once instead of once per assignment.
  assignment: `WITH made AS MATERIALIZED (SELECT job_id, id, json_extract(payload, '$.local') AS local FROM operation
      WHERE kind = 'create-assignment' AND json_valid(payload))
    SELECT made.job_id AS job, made.id AS operation, a.id AS key, a.error_message AS text
    FROM assignment a LEFT JOIN made ON made.local = a.id WHERE a.error_message IS NOT NULL`,
  result: `SELECT o.job_id AS job, o.id AS operation, r.epoch || ' ' || r.sequence AS key, r.payload AS text
    FROM result r LEFT JOIN operation o ON o.id = r.operation_id`,
  review:
    'SELECT job_id AS job, NULL AS operation, id AS key, json_array(comment, reviewer, worker) AS text FROM review',
  outgoing_review: `SELECT job_id AS job, NULL AS operation, id AS key,
    json_array(comment, worker, stale_current, problem) AS text FROM outgoing_review`,
  planned_car:
    'SELECT job_id AS job, NULL AS operation, id AS key, json_array(said, file) AS text FROM planned_car',
  planned_job: `SELECT job_id AS job, NULL AS operation, id AS key,
    json_array(body, own_reason, seen_work) AS text FROM planned_job`,
  planned_job_outbox: `SELECT NULL AS job, NULL AS operation, planned_job AS key,
    json_array(body, problem) AS text FROM planned_job_outbox`,
  instruction: 'SELECT NULL AS job, NULL AS operation, id AS key, body AS text FROM instruction',
  instruction_outbox: `SELECT NULL AS job, NULL AS operation, instruction AS key,
    json_array(body, problem) AS text FROM instruction_outbox`,
  publication:
    'SELECT NULL AS job, NULL AS operation, version AS key, document AS text FROM publication WHERE document IS NOT NULL',
  form_draft:
    'SELECT NULL AS job, NULL AS operation, form AS key, json_array(form, draft) AS text FROM form_draft',
  series: 'SELECT NULL AS job, NULL AS operation, id AS key, shares AS text FROM series',
} as const satisfies Readonly<Record<string, string>>;

export type WordTable = keyof typeof WORD_COLUMNS;
export const wordTables: readonly WordTable[] = Object.keys(WORD_COLUMNS).filter(isWordTable);

function isWordTable(name: string): name is WordTable {
  return Object.hasOwn(WORD_COLUMNS, name);
}

/** Text columns without personal data, by table: numbers, kinds, states, and values derived from other columns. */
export const impersonalColumns: Readonly<Record<string, readonly string[]>> = {
  assignment: ['id', 'state'],
  attachment: ['confirmed_run', 'sha256', 'media_type', 'refusal'],
  attempt: ['operation_id', 'checksum', 'sent', 'code'],
  // The names and reasons stay in the log.
  box_stock: ['serial_key', 'serial', 'sap', 'place', 'job_id', 'condition'],
  binding: ['operation_id', 'field'],
  device_key: ['key', 'device', 'laptop', 'role', 'storage'],
  draft: ['job_id', 'step'],
  expected_result: ['operation_id', 'kind'],
  feed_position: ['cursor'],
  former_laptop_name: ['name', 'device'],
  hand_over: ['job_id', 'way', 'signature', 'laptop'],
  identity: ['environment', 'base_url', 'inode', 'born_at'],
  incident: ['operation_id', 'code'],
  instruction: ['id'],
  instruction_outbox: ['instruction'],
  job: ['id', 'kind', 'intent_digest', 'series_id'],
  job_attachment: ['sha256', 'job_id'],
  job_search: ['job_id', 'search_text'],
  lease: ['boot_id'],
  log_chain: ['chain', 'continues'],
  notice: ['operation_id', 'code'],
  operation: [
    'id',
    'kind',
    'payload_digest',
    'environment',
    'base_url',
    'lane',
    'job_id',
    'state',
    'confirmed_by',
    'reported_by',
    'dedupe_key',
  ],
  operation_dependency: ['operation_id', 'depends_on'],
  outgoing_review: [
    'id',
    'job_id',
    'verdict',
    'reason',
    'pin',
    'based_on_review',
    'follows',
    'state',
    'confirmed_run',
  ],
  planned_car: ['id', 'fingerprint', 'vin_key', 'plate_key', 'serial_key', 'search_text', 'job_id'],
  planned_job: ['id', 'day', 'signature', 'own_act', 'job_id', 'seen_rivals'],
  planned_job_outbox: ['planned_job', 'kind'],
  publication: ['key'],
  publisher_key: ['key'],
  relay_note: ['matter'],
  removal_effect: ['removal', 'what', 'name'],
  removed_name: ['what', 'name'],
  // The order's reason must not repeat removed words, so it is impersonal.
  removal_order: ['id', 'order_id', 'signature', 'laptop', 'device', 'things', 'reason', 'request', 'state'],
  result: ['epoch', 'kind', 'state', 'operation_id', 'fault'],
  review: ['id', 'job_id', 'origin', 'verdict', 'reason', 'pin', 'signature'],
  review_position: ['review_id', 'run'],
  revision: ['operation_id'],
  rework: ['review_id', 'job_id'],
  series: ['id'],
  revoked_assignment: ['operation_id', 'state', 'confirmed_by'],
};

/** All rows of a table that may contain a name, in batches. */
export function* wordRows(sqlite: Sqlite, table: WordTable, atOnce: number): Generator<readonly WordRow[]> {
  const rows = sqlite.prepare<[], WordRow>(WORD_COLUMNS[table]).all();
  for (let from = 0; from < rows.length; from += atOnce) yield rows.slice(from, from + atOnce);
}

/** Removes the worker's name from a job. */
export function blankWorker({ sqlite }: WriteContext, job: JobId): void {
  sqlite.prepare<[JobId]>("UPDATE job SET worker = '' WHERE id = ?").run(job);
}

/** Replaces a finished job's data; its last-worked time stays. */
export function writeJobWords({ sqlite }: WriteContext, job: JobId, data: string): void {
  sqlite.prepare<[string, JobId]>('UPDATE job SET data = ? WHERE id = ?').run(data, job);
}

/** Replaces the shared values of a series. */
export function writeSeriesWords({ sqlite }: WriteContext, id: string, shares: string): void {
  sqlite.prepare<[string, string]>('UPDATE series SET shares = ? WHERE id = ?').run(shares, id);
}

/** The reviews of a job, except those in transit to the relay. */
export function reviewsOfJob(sqlite: Sqlite, job: JobId): readonly string[] {
  return sqlite
    .prepare<[JobId, JobId], string>(
      `SELECT id FROM review WHERE job_id = ?
       UNION SELECT id FROM outgoing_review WHERE job_id = ? AND state <> 'waiting'`,
    )
    .pluck()
    .all(job, job);
}

/** Whether words of this review exist outside the outbox to the relay. */
export function saysReview(sqlite: Sqlite, id: string): boolean {
  return (
    sqlite
      .prepare<[string, string]>(
        `SELECT 1 FROM review WHERE id = ? AND comment || reviewer || worker <> ''
         UNION ALL SELECT 1 FROM outgoing_review WHERE id = ? AND state <> 'waiting' AND comment || worker <> ''`,
      )
      .get(id, id) !== undefined
  );
}

/** Blanks the names and the comment of a review, received or outgoing. */
export function blankReview({ sqlite }: WriteContext, id: string): void {
  sqlite.prepare<[string]>("UPDATE review SET comment = '', reviewer = '', worker = '' WHERE id = ?").run(id);
  sqlite
    .prepare<[string]>(
      "UPDATE outgoing_review SET comment = '', worker = '', stale_current = NULL, problem = NULL WHERE id = ?",
    )
    .run(id);
}

/** Deletes a planned job and its outbox rows for good; it is not accepted again. */
export function removePlannedJob(context: WriteContext, id: string): void {
  const { sqlite } = context;
  sqlite.prepare<[string]>('DELETE FROM planned_job WHERE id = ?').run(id);
  sqlite.prepare<[string]>('DELETE FROM planned_job_outbox WHERE planned_job = ?').run(id);
  keepRemoved(context, 'planned-job', id);
}

/**
 * Deletes the kept version of an instruction, and this laptop's refused ones. That version is not accepted again; a newer
 * one is.
 */
export function removeInstruction(context: WriteContext, id: string): void {
  const { sqlite } = context;
  const versions = sqlite
    .prepare<[string], string>(
      "SELECT id || ' ' || json_extract(body, '$.version') FROM instruction WHERE id = ?",
    )
    .pluck()
    .all(id);
  for (const version of versions) keepRemoved(context, 'instruction', version);
  sqlite.prepare<[string]>('DELETE FROM instruction WHERE id = ?').run(id);
  sqlite.prepare<[string]>('DELETE FROM instruction_outbox WHERE instruction = ?').run(id);
}

/** Removes the words of the publication. Its version stays, so that this laptop accepts only a later one. */
export function removePublication(context: WriteContext): void {
  context.sqlite.prepare<[]>('UPDATE publication SET document = NULL').run();
  context.changed('publication', 'checklists', 'preferences');
}

/** Whether words of an instruction are in transit to the relay. */
export function hasWaitingInstruction(sqlite: Sqlite, id: string): boolean {
  return (
    sqlite
      .prepare<[string]>('SELECT 1 FROM instruction_outbox WHERE instruction = ? AND problem IS NULL')
      .get(id) !== undefined
  );
}

/**
 * `note`: the mounting note of another laptop, by the relay's pseudonym of its job. `saved-view`: a view of the
 * supervisor's table, which is in a file of its own.
 */
type RemovedKind = 'job' | 'review' | 'planned-job' | 'instruction' | 'note' | 'saved-view';

/** Records that the words of an item were removed on request. */
export function keepRemoved({ sqlite }: WriteContext, what: RemovedKind, name: string): void {
  sqlite
    .prepare<[RemovedKind, string]>(
      'INSERT INTO removed_name (what, name) VALUES (?, ?) ON CONFLICT DO NOTHING',
    )
    .run(what, name);
}

/** Whether the words of an item were removed on request. */
export function isRemoved(sqlite: Sqlite, what: RemovedKind, name: string): boolean {
  return (
    sqlite
      .prepare<[RemovedKind, string]>('SELECT 1 FROM removed_name WHERE what = ? AND name = ?')
      .get(what, name) !== undefined
  );
}

/** The planned jobs that a job was begun for. */
export function plannedJobsFor(sqlite: Sqlite, job: JobId): readonly string[] {
  return sqlite.prepare<[JobId], string>('SELECT id FROM planned_job WHERE job_id = ?').pluck().all(job);
}

/** Whether words about a planned job are in transit to the relay. */
export function hasWaitingPlanWords(sqlite: Sqlite, id: string): boolean {
  return (
    sqlite
      .prepare<[string]>('SELECT 1 FROM planned_job_outbox WHERE planned_job = ? AND problem IS NULL')
      .get(id) !== undefined
  );
}

/** Deletes one row that belongs to no other object. */
export function removeWords(
  { sqlite }: WriteContext,
  table: 'planned_car' | 'form_draft' | 'result' | 'assignment',
  key: string,
): void {
  if (table === 'result') {
    const [epoch, sequence] = key.split(' ');
    sqlite
      .prepare<[string | undefined, number]>('DELETE FROM result WHERE epoch = ? AND sequence = ?')
      .run(epoch, Number(sequence));
    return;
  }
  const column = { planned_car: 'id', form_draft: 'form', assignment: 'id' }[table];
  sqlite.prepare<[string]>(`DELETE FROM ${table} WHERE ${column} = ?`).run(key);
}

/** Deletes a job's partly filled forms and its outgoing reviews. */
export function removeOfJob({ sqlite }: WriteContext, table: 'draft' | 'outgoing_review', job: JobId): void {
  sqlite.prepare<[JobId]>(`DELETE FROM ${table} WHERE job_id = ?`).run(job);
}
