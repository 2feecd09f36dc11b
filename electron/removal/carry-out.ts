import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { neverReached } from '../../shared/never.ts';
import { plannedJobId, type JobId } from '../../shared/ids.ts';
import { reviewId } from '../../shared/relay/reviews.ts';
import { type RemovalRequest, removalRequest } from '../../shared/domain/removal.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { pseudonymOf } from '../../shared/relay/log.ts';
import { DAY, type Instant } from '../../shared/time.ts';
import { deleteAttachment, readAttachment } from '../db/tables/queue/attachments.ts';
import { readJob, writeJobSearch } from '../db/tables/queue/jobs.ts';
import {
  noteRemoval,
  insertRemovalEffect,
  type RemovalEffectRow,
  type RemovalOrderRow,
  removalEffect,
  removedByThemselves,
  setRemovalOrder,
  isRemovalNoted,
} from '../db/tables/queue/removal-orders.ts';
import { removeJob, removeOperation } from '../db/tables/queue/retention.ts';
import {
  blankReview,
  blankWorker,
  removeOfJob,
  removeWords,
  writeJobWords,
  writeSeriesWords,
  keepRemoved,
  removeInstruction,
  removePlannedJob,
  removePublication,
  reviewsOfJob,
  saysReview,
} from '../db/tables/queue/word-rows.ts';
import type { WriteContext, Database, Sqlite } from '../db/open.ts';
import type { SharedMountings } from '../jobs/shared-mountings.ts';
import { parseJobData, searchTextOf } from '../jobs/job-data.ts';
import type { InstallationLog } from '../log/append.ts';
import { redactEntries, type Ordering, logRemoval } from '../log/redact.ts';
import { type FileWorker, overwriteAll, overwriteAttached, removeDatabase } from '../db/file-worker.ts';
import { archiveFileOf, removeArchiveCopy } from '../db/log-archive.ts';
import { listBackups } from '../db/recovery/backups.ts';
import { damagedFolderOf } from '../db/recovery/damage.ts';
import { allMountings } from '../db/tables/directory/mountings.ts';
import { ARCHIVE, hasArchive, removeRedactedFromArchive } from '../db/tables/queue/log-entries.ts';
import type { AttachmentFiles } from '../log/attachment-files.ts';
import type { WritesDirectory } from '../directory/writes.ts';
import { digestsIn, isEmpty, planRemoval, readThrough, type RemovalPlan } from './plan.ts';
import { tableContaining, matcherWithin } from './matcher.ts';
import { orderedThings } from './orders.ts';

/* The acts of a removal: the rows in one transaction, then what is left of them in the files. */

/**
 * Removes the planned data in one transaction. The remains in the files are overwritten afterwards; that task is
 * recorded in the same transaction. Removals on other laptops are ordered by the log.
 */
export function carryOut(
  context: WriteContext,
  log: InstallationLog,
  plan: RemovalPlan,
  why: {
    readonly reason: string;
    readonly request: RemovalRequest;
    readonly at: number;
    /** Sends the order to the other laptops; null for an order received from one of them. */
    readonly ordering: Ordering | null;
  },
): void {
  const { reason, request, at, ordering } = why;
  redactEntries(context, log, plan.entries, { reason, request });
  if (ordering !== null) logRemoval(context, log, thingsOf(plan), { reason, request, at }, ordering);
  for (const job of plan.wholeJobs) {
    keepJobRemoved(context, job);
    removeOfJob(context, 'outgoing_review', job);
    if (readJob(context.sqlite, job) !== undefined) removeJob(context, job);
  }
  for (const [job, data] of plan.jobWords) {
    writeJobWords(context, job, data);
    const row = readJob(context.sqlite, job);
    if (row !== undefined) writeJobSearch(context, job, searchTextOf(parseJobData(row)));
  }
  for (const job of plan.workerOf) blankWorker(context, job);
  for (const job of plan.draftsOf) removeOfJob(context, 'draft', job);
  for (const operation of plan.operations) removeOperation(context, operation);
  for (const review of plan.reviews) {
    keepRemoved(context, 'review', review);
    blankReview(context, review);
  }
  for (const [id, shares] of plan.series) writeSeriesWords(context, id, shares);
  for (const part of ['plannedCars', 'forms', 'results', 'assignments'] as const) {
    for (const key of plan[part]) removeWords(context, tableOf(part), key);
  }
  for (const id of plan.plannedJobs) removePlannedJob(context, id);
  for (const id of plan.instructions) removeInstruction(context, id);
  if (plan.publications.size > 0) removePublication(context);
  for (const digest of plan.photos) deleteAttachment(context, digest);
  noteRemoval(context, why.at);
  const left = readThrough(planRemoval(context.sqlite, plan.sought, why.at));
  // All or nothing: a partial removal is rolled back. The search of the tables is independent of the plan, so it
  // detects data that the plan lacks.
  const table = tableContaining(context.sqlite, plan.says);
  if (table !== null) throw new ProblemError(makeProblem('removal-words-left', { table }));
  if (!isEmpty(context.sqlite, left)) throw new Error('words would be left');
  context.changed('jobs', 'queue', 'reviews', 'status', 'log');
}

/** Records that a job was removed, and with it the mounting note that the relay hands out under a pseudonym. */
function keepJobRemoved(context: WriteContext, job: JobId): void {
  keepRemoved(context, 'job', job);
  keepRemoved(context, 'note', pseudonymOf(job, sha256));
}

function thingsOf({ wholeJobs, reviews, photos, plannedJobs }: RemovalPlan) {
  return {
    jobs: [...wholeJobs],
    reviews: [...reviews].map((id) => reviewId.parse(id)),
    photos: [...photos],
    plans: [...plannedJobs].map((id) => plannedJobId.parse(id)),
  };
}

function tableOf(part: 'plannedCars' | 'forms' | 'results' | 'assignments') {
  switch (part) {
    case 'plannedCars':
      return 'planned_car';
    case 'forms':
      return 'form_draft';
    case 'results':
      return 'result';
    case 'assignments':
      return 'assignment';
    default:
      return neverReached(part);
  }
}

/**
 * Daily limits of removals without a person on this laptop, so that an order for everything is noticed before all data
 * is removed.
 */
const MOST_A_DAY: Readonly<Record<RemovalEffectRow['what'], number>> = { job: 20, review: 100, photo: 100 };

/**
 * Carries out an order of another laptop: removes jobs with entries in this laptop's log, the words of single reviews,
 * and photos. Unfinished work stays. Items beyond the daily limit stay too, and the order then remains waiting. Returns
 * whether anything was removed.
 */
export function carryOutOrder(
  database: Database,
  log: InstallationLog,
  row: RemovalOrderRow,
  { at, byPerson }: { readonly at: Instant; readonly byPerson: boolean },
): boolean {
  const { sqlite } = database;
  const { jobs, reviews, photos: named } = orderedThings(row);
  const request = removalRequest.safeParse(row.request).data ?? 'ourselves';
  let removed = false;
  let left = false;

  const effect = (
    context: WriteContext,
    what: RemovalEffectRow['what'],
    name: string,
    counts: { readonly entries: number; readonly photos: number },
  ) => {
    insertRemovalEffect(context, { removal: row.id, what, name, at, by_person: byPerson ? 1 : 0, ...counts });
    removed = true;
  };
  const mayGoOn = (what: RemovalEffectRow['what']): boolean => {
    const may = byPerson || removedByThemselves(sqlite, what, at - DAY) < MOST_A_DAY[what];
    if (!may) left = true;
    return may;
  };

  for (const job of jobs) {
    const plan = readThrough(planRemoval(sqlite, { subject: 'job', words: job }, at));
    if (isEmpty(sqlite, plan)) continue;
    if (plan.inTheWay.length > 0) left = true;
    else if (mayGoOn('job')) {
      database.write((context) => {
        carryOut(context, log, plan, { reason: row.reason, request, at, ordering: null });
        effect(context, 'job', job, { entries: plan.entries.length, photos: plan.photos.size });
      });
    }
  }
  // Every laptop stores all reviews, even if it does not have the job.
  for (const id of [...reviews, ...jobs.flatMap((job) => reviewsOfJob(sqlite, job))]) {
    if (!saysReview(sqlite, id) || !mayGoOn('review')) continue;
    database.write((context) => {
      blankReview(context, id);
      effect(context, 'review', id, { entries: 0, photos: 0 });
      noteRemoval(context, at);
      context.changed('jobs', 'reviews', 'status');
    });
  }
  for (const digest of named) {
    if (readAttachment(sqlite, digest) === undefined) continue;
    if (isShownByOpenJob(sqlite, digest)) left = true;
    else if (mayGoOn('photo')) {
      database.write((context) => {
        deleteAttachment(context, digest);
        effect(context, 'photo', digest, { entries: 0, photos: 1 });
        noteRemoval(context, at);
        context.changed('jobs', 'status');
      });
    }
  }
  if (!left) {
    database.write((context) => {
      setRemovalOrder(context, row.id, 'done', at);
      // Includes reviews that have not arrived: a relay that was restored from a backup may still send them.
      for (const job of jobs) keepJobRemoved(context, job);
      for (const id of reviews) keepRemoved(context, 'review', id);
      log.append(context, {
        job: null,
        type: 'removal-carried-out',
        data: { removal: row.id, by: byPerson ? 'person' : 'time', ...removalEffect(sqlite, row.id) },
      });
      context.changed('log', 'status');
    });
  }
  return removed;
}

function isShownByOpenJob(sqlite: Sqlite, digest: AttachmentDigest): boolean {
  const shown = sqlite.prepare<[string]>(
    'SELECT 1 FROM job WHERE finished_at IS NULL AND instr(data, ?) > 0 LIMIT 1',
  );
  return shown.get(digest) !== undefined;
}

/**
 * Overwrites removed words in queue.db's free pages, and deletes the files of removed photos. The main part runs on a
 * worker thread. Without one it runs here and blocks for some seconds.
 */
export async function cleanFiles({
  database,
  files,
  worker,
  onBackupsRemoved,
}: {
  readonly database: Database;
  readonly files: Pick<AttachmentFiles, 'keepOnly' | 'settled'>;
  readonly worker: () => Pick<FileWorker, 'rewrite' | 'end'>;
  readonly onBackupsRemoved: () => void;
}): Promise<void> {
  // A power cut must not take the removal back after the files are gone.
  await database.synced();
  // Includes photos that no job refers to, because the job ended while they were stored. A file that is still being
  // written counts as wanted.
  await files.settled();
  await files.keepOnly((digest) => readAttachment(database.sqlite, digest) !== undefined);
  const rewriting = worker();
  try {
    await rewriting.rewrite(database);
  } catch {
    overwriteAll(database);
  }
  try {
    await cleanArchive(database, rewriting);
  } finally {
    await rewriting.end();
  }
  // Includes backups made in the meantime.
  removeSetAside(dirname(database.file));
  onBackupsRemoved();
}

/**
 * Overwrites removed words in the log's archive. Entries that lost words were moved back to queue.db before. The
 * archive's copy is deleted; the next run of the archive keeper makes a new one.
 */
async function cleanArchive(database: Database, rewriting: Pick<FileWorker, 'rewrite'>): Promise<void> {
  removeArchiveCopy(database.file);
  if (!hasArchive(database.sqlite)) return;
  database.write(removeRedactedFromArchive);
  try {
    await rewriting.rewrite({ ...database, file: archiveFileOf(database.file) });
  } catch {
    overwriteAttached(database, ARCHIVE);
  }
}

/**
 * Continues a removal that the end of the app interrupted: deletes the supervisor's copies, which are rebuilt. Returns
 * whether `cleanFiles` still has to run. Call it before any copy is opened.
 */
export function resumeCleaning({
  database,
  supervisionFile,
}: {
  readonly database: Database;
  readonly supervisionFile: string;
}): boolean {
  if (!isRemovalNoted(database.sqlite)) return false;
  removeDatabase(supervisionFile);
  return true;
}

/** The copies of other laptops' notes, and their reader. */
export interface NotesOfOthers {
  /** queue.db. */
  readonly database: Pick<Database, 'write'>;
  /** directory.db. */
  readonly directory: WritesDirectory & { readonly sqlite: Sqlite };
  readonly others: Pick<SharedMountings, 'dropAnswers' | 'onTheWay'>;
}

/** Which data of other laptops a removal concerns. */
type NamedThings = Pick<RemovalPlan, 'says' | 'wholeJobs' | 'photos'>;

/**
 * The mounting notes of other laptops that name the words, the jobs or the photos, by the pseudonyms of their jobs. Also
 * those that wait for the thread of directory.db: the relay hands them out again after an interruption.
 */
export function namedNotes(
  { directory, others }: Pick<NotesOfOthers, 'directory' | 'others'>,
  { says, wholeJobs, photos }: NamedThings,
): JobId[] {
  const saysWithin = matcherWithin(says);
  const namesPhoto = (data: string) => digestsIn(data).some((digest) => photos.has(digest));
  const jobs = new Set([...wholeJobs].map((job) => pseudonymOf(job, sha256)));
  return [...allMountings(directory.sqlite), ...others.onTheWay()]
    .filter(
      ({ job_id: job, worker, data }) =>
        jobs.has(job) || says(worker) || saysWithin(data) || namesPhoto(data),
    )
    .map(({ job_id: job }) => job);
}

/**
 * Removes other laptops' mountings that name the words, the jobs or the photos, and their photos, from directory.db. They
 * were read from the relay, which may still have them and hand them out again: they are recorded, and not taken again.
 */
export async function cleanDirectory(notes: NotesOfOthers, things: NamedThings): Promise<void> {
  const { database, directory, others } = notes;
  others.dropAnswers();
  let named = namedNotes(notes, things);
  do {
    const jobsNamed = named;
    database.write((context) => {
      for (const job of jobsNamed) keepRemoved(context, 'note', job);
    });
    await directory.ask({ write: 'remove-mountings', jobs: named, photos: [...things.photos] });
    // Notes that were queued for the thread have been written by now.
    named = namedNotes(notes, things);
  } while (named.length > 0);
}

/**
 * Removes all mountings of other laptops and their photos, and reads them again from the beginning: after an interruption
 * the words of the removal are no longer known.
 */
export async function dropMountings({ directory, others }: NotesOfOthers): Promise<void> {
  others.dropAnswers();
  await directory.ask({ write: 'drop-mountings' });
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Deletes earlier backups, and damaged files that were set aside. */
function removeSetAside(folder: string): void {
  for (const { file } of listBackups(join(folder, 'backups'))) rmSync(file, { force: true });
  rmSync(damagedFolderOf(join(folder, 'queue.db')), { recursive: true, force: true });
  const marked = /^(?:directory|supervision)\.db\.(?:damaged|newer)-/;
  for (const name of readdirSync(folder)) {
    if (marked.test(basename(name))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
