import { createHash } from 'node:crypto';
import { type RemovalFindings, type RemovalQuery, MOST_SHOWN } from '../../shared/domain/removal.ts';
import type { JobId, OperationId } from '../../shared/ids.ts';
import { attachmentDigest, type AttachmentDigest } from '../../shared/relay/attachments.ts';
import { factMark, type ForeignFacts, foreignFacts } from '../../shared/log/entries.ts';
import { REDACTION, type RedactedField } from '../../shared/relay/removals.ts';
import { parseJobData } from '../jobs/job-data.ts';
import type { Sqlite } from '../db/open.ts';
import { readAttachment } from '../db/tables/queue/attachments.ts';
import { readJob, type JobRow } from '../db/tables/queue/jobs.ts';
import { readOperation } from '../db/tables/queue/operations.ts';
import { isJobSettled, isOperationSettled, operationAwaiting } from '../db/tables/queue/retention.ts';
import {
  hasWaitingInstruction,
  hasWaitingPlanWords,
  plannedJobsFor,
  wordRows,
  type WordRow,
  type WordTable,
  wordTables,
} from '../db/tables/queue/word-rows.ts';
import type { EntryToBlank } from '../log/redact.ts';
import { logFrom, type LogEntryRow } from '../db/tables/queue/log-entries.ts';
import { matcherOf, matcherWithin, type Matches, withoutWords } from './matcher.ts';

/* The plan of a removal of personal data: everything in queue.db that names the subject. It changes nothing. */

/** All data to be removed, collected in one pass. */
export interface RemovalPlan {
  readonly sought: RemovalQuery;
  readonly says: Matches;
  readonly entries: readonly EntryToBlank[];
  readonly shownEntries: RemovalFindings['shownEntries'];
  /** Jobs that are deleted with their photos, reviews, planned cars and operations. */
  readonly wholeJobs: ReadonlySet<JobId>;
  /** The remaining data of jobs that stay. */
  readonly jobWords: ReadonlyMap<JobId, string>;
  /** Jobs that stay and whose workers' names are removed. */
  readonly workerOf: ReadonlySet<JobId>;
  readonly draftsOf: ReadonlySet<JobId>;
  readonly operations: ReadonlySet<OperationId>;
  readonly reviews: ReadonlySet<string>;
  readonly plannedCars: ReadonlySet<string>;
  readonly plannedJobs: ReadonlySet<string>;
  readonly instructions: ReadonlySet<string>;
  readonly publications: ReadonlySet<string>;
  readonly forms: ReadonlySet<string>;
  readonly results: ReadonlySet<string>;
  readonly assignments: ReadonlySet<string>;
  readonly series: ReadonlyMap<string, string>;
  readonly photos: ReadonlySet<AttachmentDigest>;
  readonly redactions: number;
  readonly inTheWay: RemovalFindings['inTheWay'];
}

/** Rows per turn of the event loop. */
const AT_ONCE = 200;

/**
 * Scans queue.db in steps of some milliseconds and returns the plan. Yields the number of the last log entry read, or 0
 * before the log. Read-only.
 */
export function* planRemoval(
  sqlite: Sqlite,
  sought: RemovalQuery,
  now: number,
): Generator<number, RemovalPlan> {
  const says = sought.subject === 'job' ? () => false : matcherOf(sought.words);
  const saysWithin = matcherWithin(says);
  const found = {
    wholeJobs: new Set<JobId>(),
    jobWords: new Map<JobId, string>(),
    workerOf: new Set<JobId>(),
    draftsOf: new Set<JobId>(),
    operations: new Set<OperationId>(),
    reviews: new Set<string>(),
    plannedCars: new Set<string>(),
    plannedJobs: new Set<string>(),
    instructions: new Set<string>(),
    publications: new Set<string>(),
    forms: new Set<string>(),
    results: new Set<string>(),
    assignments: new Set<string>(),
    series: new Map<string, string>(),
  };
  const asked = sought.subject === 'job' ? jobOfQuery(sqlite, sought.words) : null;
  if (asked !== null) found.wholeJobs.add(asked.id);

  const take = (table: WordTable, row: WordRow) => {
    const { job, operation, key, text } = row;
    switch (table) {
      case 'worker':
        if (job !== null) found.workerOf.add(job);
        return;
      case 'job': {
        const left = job === null || sought.subject !== 'person' ? null : dataWithout(sqlite, job, says);
        if (job !== null && left !== null) found.jobWords.set(job, left);
        else if (job !== null) found.wholeJobs.add(job);
        return;
      }
      case 'draft':
        if (job !== null) found.draftsOf.add(job);
        return;
      case 'review':
      case 'outgoing_review':
        found.reviews.add(key);
        return;
      case 'planned_car':
        found.plannedCars.add(key);
        return;
      case 'planned_job':
      case 'planned_job_outbox':
        found.plannedJobs.add(key);
        return;
      case 'instruction':
      case 'instruction_outbox':
        found.instructions.add(key);
        return;
      case 'publication':
        found.publications.add(key);
        return;
      case 'form_draft':
        found.forms.add(key);
        return;
      case 'series':
        found.series.set(key, withoutWords(text, says));
        return;
      default:
        if (job !== null) found.wholeJobs.add(job);
        else if (operation !== null) found.operations.add(operation);
        else if (table === 'result') found.results.add(key);
        else if (table === 'assignment') found.assignments.add(key);
    }
  };
  for (const table of sought.subject === 'job' ? [] : wordTables) {
    for (const rows of wordRows(sqlite, table, AT_ONCE)) {
      for (const row of rows) if (saysWithin(row.text)) take(table, row);
      yield 0;
    }
  }
  // A deleted job takes its data, drafts and planned jobs with it, so they are not redacted one by one.
  for (const job of found.wholeJobs) {
    found.jobWords.delete(job);
    found.workerOf.delete(job);
    found.draftsOf.delete(job);
    for (const id of plannedJobsFor(sqlite, job)) found.plannedJobs.add(id);
  }
  const fromLog = yield* entriesToBlank(sqlite, sought, { says, saysWithin, jobs: found.wholeJobs });
  const photos = photosToGo(sqlite, found.wholeJobs, fromLog.photos, fromLog.signed);
  return {
    ...found,
    sought,
    says,
    entries: fromLog.entries,
    shownEntries: fromLog.shown,
    photos,
    redactions: fromLog.redactions,
    inTheWay: inTheWayOf(sqlite, found, now),
  };
}

/** The part of a removal plan that concerns the log. */
interface EntriesFound {
  readonly entries: readonly EntryToBlank[];
  readonly shown: RemovalFindings['shownEntries'];
  /** Pictures in entries of removed jobs. */
  readonly photos: ReadonlySet<AttachmentDigest>;
  /** Pictures in entries that contain the searched words: signatures of that person. */
  readonly signed: ReadonlySet<AttachmentDigest>;
  readonly redactions: number;
}

/** Scans the whole log in batches; yields the number of the last entry read. */
function* entriesToBlank(
  sqlite: Sqlite,
  { subject }: RemovalQuery,
  {
    says,
    saysWithin,
    jobs,
  }: { readonly says: Matches; readonly saysWithin: Matches; readonly jobs: ReadonlySet<JobId> },
): Generator<number, EntriesFound> {
  const entries: EntryToBlank[] = [];
  const shown: RemovalFindings['shownEntries'] = [];
  const photos = new Set<AttachmentDigest>();
  const signed = new Set<AttachmentDigest>();
  /** Also contains jobs that are deleted already and remain only in the log. */
  const going = new Set(jobs);
  let redactions = 0;

  const saysValue = (value: unknown): boolean =>
    saysWithin(typeof value === 'string' ? value : JSON.stringify(value));

  const fieldsOf = (row: LogEntryRow, members: ForeignFacts): RedactedField[] => {
    const goes = subject !== 'person' && row.job_id !== null && going.has(row.job_id);
    const fields: RedactedField[] = says(row.worker) ? ['worker'] : [];
    for (const [name, value] of Object.entries(members)) {
      // Empty values and ticked items name no person.
      if (value === '' || value === null || typeof value === 'boolean') continue;
      const mark = factMark(row.type, name, value);
      // Removing a car's job does not remove its worker's name; a removal of that person does.
      const personal = mark.mark === 'personal' && mark.of !== 'worker';
      if ((goes && personal) || (mark.mark !== 'plain' && saysValue(value))) fields.push(`data.${name}`);
    }
    return fields;
  };

  const take = (row: LogEntryRow) => {
    const members = foreignFacts(row.data);
    const said = Object.entries(members).some(
      ([name, value]) => factMark(row.type, name, value).mark !== 'plain' && saysValue(value),
    );
    if (row.type === REDACTION) {
      if (said || says(row.worker)) redactions += 1;
      return;
    }
    if (said && subject === 'car' && row.job_id !== null) going.add(row.job_id);
    const fields = fieldsOf(row, members);
    const digest = attachmentDigest.safeParse(members['digest']).data;
    if (digest !== undefined && row.job_id !== null && going.has(row.job_id)) photos.add(digest);
    if (digest !== undefined && said) signed.add(digest);
    if (fields.length === 0) return;
    entries.push({ number: row.number, fields });
    const { number, at, type } = row;
    if (shown.length < MOST_SHOWN) shown.push({ number, at, type, fields });
  };

  for (let from = 1; ;) {
    const rows = logFrom(sqlite, from, AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return { entries, shown, photos, signed, redactions };
    for (const row of rows) take(row);
    from = last.number + 1;
    yield last.number;
  }
}

/** The job with this id or with this beginning of an id, of which reports print eight characters; null if not unique. */
function jobOfQuery(sqlite: Sqlite, words: string): { readonly id: JobId } | null {
  const typed = words.trim().toLowerCase();
  if (!/^[0-9a-f-]{8,36}$/.test(typed)) return null;
  const ids = sqlite
    .prepare<[string], JobId>(
      `SELECT job_id FROM log_entry WHERE job_id IS NOT NULL AND job_id LIKE ? || '%' GROUP BY job_id LIMIT 2`,
    )
    .pluck()
    .all(typed);
  const [id] = ids;
  return id === undefined || ids.length > 1 ? null : { id };
}

/** A job's data without the words; null if the rest no longer parses, so that the whole job must be deleted. */
function dataWithout(sqlite: Sqlite, id: JobId, says: Matches): string | null {
  const row: JobRow | undefined = readJob(sqlite, id);
  if (row === undefined) return null;
  const data = withoutWords(row.data, says);
  try {
    parseJobData({ kind: row.kind, data });
    return data;
  } catch {
    return null;
  }
}

/** The digests of pictures in a text. */
export const digestsIn = (text: string): readonly AttachmentDigest[] =>
  [...text.matchAll(/[0-9a-f]{64}/g)].map(([digest]) => attachmentDigest.parse(digest));

/** Photos of deleted jobs, except those that another job shows too; and the person's signatures. */
function photosToGo(
  sqlite: Sqlite,
  jobs: ReadonlySet<JobId>,
  named: ReadonlySet<AttachmentDigest>,
  signed: ReadonlySet<AttachmentDigest>,
): ReadonlySet<AttachmentDigest> {
  const candidates = new Set<AttachmentDigest>(named);
  for (const job of jobs) {
    for (const digest of digestsIn(readJob(sqlite, job)?.data ?? '')) candidates.add(digest);
  }
  const shownBy = sqlite.prepare<[string], JobId>('SELECT id FROM job WHERE instr(data, ?) > 0').pluck();
  const going = [...candidates].filter((digest) => shownBy.all(digest).every((job) => jobs.has(job)));
  return new Set([...going, ...signed].filter((digest) => readAttachment(sqlite, digest) !== undefined));
}

function inTheWayOf(
  sqlite: Sqlite,
  found: Omit<
    RemovalPlan,
    'sought' | 'says' | 'entries' | 'shownEntries' | 'photos' | 'redactions' | 'inTheWay'
  >,
  now: number,
): RemovalFindings['inTheWay'] {
  const hindrances: RemovalFindings['inTheWay'] = [];
  const isOpen = (job: JobId) => readJob(sqlite, job)?.finished_at === null;
  for (const job of new Set([
    ...found.wholeJobs,
    ...found.jobWords.keys(),
    ...found.workerOf,
    ...found.draftsOf,
  ])) {
    if (isOpen(job)) hindrances.push({ what: 'job-open', job });
    else if (
      found.wholeJobs.has(job) &&
      readJob(sqlite, job) !== undefined &&
      !isJobSettled(sqlite, job, now)
    ) {
      hindrances.push({ what: 'operation-open', job });
    }
  }
  for (const operation of found.operations) {
    if (!isOperationSettled(sqlite, operation, now)) {
      hindrances.push({ what: 'operation-open', job: readOperation(sqlite, operation)?.job_id ?? null });
    }
  }
  for (const id of found.plannedJobs) {
    if (hasWaitingPlanWords(sqlite, id)) hindrances.push({ what: 'operation-open', job: null });
  }
  for (const id of found.instructions) {
    if (hasWaitingInstruction(sqlite, id)) hindrances.push({ what: 'operation-open', job: null });
  }
  for (const result of found.results) {
    const awaiting = operationAwaiting(sqlite, result);
    if (awaiting !== undefined) hindrances.push({ what: 'operation-open', job: awaiting.job_id });
  }
  const waiting = sqlite
    .prepare<[], { id: string; job_id: JobId }>(
      "SELECT id, job_id FROM outgoing_review WHERE state = 'waiting'",
    )
    .all();
  for (const { id, job_id: job } of waiting) {
    if (found.reviews.has(id) || found.wholeJobs.has(job)) hindrances.push({ what: 'review-waiting', job });
  }
  const open = sqlite
    .prepare<[string], number>('SELECT 1 FROM series WHERE id = ? AND ended_at IS NULL')
    .pluck();
  for (const id of found.series.keys()) {
    if (open.get(id) !== undefined) hindrances.push({ what: 'series-open', job: null });
  }
  return hindrances;
}

/** Runs the scan to its end without yielding to the event loop. */
export function readThrough(reading: Generator<number, RemovalPlan>): RemovalPlan {
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** Whether the plan removes nothing. A job that exists only as blank log entries does not count. */
export function isEmpty(sqlite: Sqlite, plan: RemovalPlan): boolean {
  const jobs = [...plan.wholeJobs].filter((job) => readJob(sqlite, job) !== undefined);
  const parts = [plan.entries, jobs, ...besideWholeJobs(plan)];
  return parts.every(({ length }) => length === 0);
}

/** The digest of everything that a plan removes. */
export function digestOf(plan: RemovalPlan): string {
  const parts = [
    [plan.sought.subject, plan.sought.words],
    plan.entries.map(({ number, fields }) => `${number}:${fields.join(',')}`),
    [...plan.wholeJobs],
    ...besideWholeJobs(plan),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The keys of what a plan removes in addition to entries and whole jobs. */
function besideWholeJobs(plan: RemovalPlan): readonly (readonly string[])[] {
  return [
    plan.jobWords,
    plan.workerOf,
    plan.draftsOf,
    plan.operations,
    plan.reviews,
    plan.plannedCars,
    plan.photos,
    plan.forms,
    plan.results,
    plan.assignments,
    plan.series,
    plan.plannedJobs,
    plan.instructions,
    plan.publications,
  ].map((some) => [...some.keys()]);
}
