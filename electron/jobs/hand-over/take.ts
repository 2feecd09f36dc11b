import { stepName } from '../../../shared/domain/job-steps.ts';
import type { JobId, OperationId } from '../../../shared/ids.ts';
import { typedText } from '../../../shared/domain/typed-text.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { canonicalHandOver, canonicalMirror } from '../../../shared/relay/signing.ts';
import type { Instant } from '../../../shared/time.ts';
import { foundByRemoval } from '../../operations/assignments/effects.ts';
import { takeOverPlan } from '../batch.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';
import { bind } from '../../db/tables/queue/operation-order.ts';
import { isGiven, lastTakeOver, writeTakeOver } from '../../db/tables/queue/hand-overs.ts';
import {
  writeJobSearch,
  insertJob,
  readJob,
  reopenJob,
  updateJob,
  writeDraft,
} from '../../db/tables/queue/jobs.ts';
import { plannedJobOfJob } from '../../db/tables/queue/planned-work.ts';
import { insertSettledOperation, listOperations, readOperation } from '../../db/tables/queue/operations.ts';
import { takeOverRevokedAssignment } from '../../db/tables/queue/assignments.ts';
import { noteAttachment } from '../../log/upload-source.ts';
import { doubtUnfinished } from '../../operations/queue/settle.ts';
import { loadOperation } from '../../operations/queue/kinds/registry.ts';
import { currentOperations } from '../kinds.ts';
import { isUsable } from '../box-lookup.ts';
import { restoreAccesses } from '../leaving/accesses.ts';
import { fitNewBox, takeOut } from '../leaving/take-out.ts';
import { type JobData, parseJobData, searchTextOf } from '../job-data.ts';
import { bodyOf, claimTakenOver } from '../planned/claims.ts';
import { installBox } from '../steps/box.ts';
import { createCar, chooseGroup } from '../steps/car.ts';
import { together, type JobParts } from '../change.ts';
import { allTests } from '../verification-view.ts';
import { viewJob } from '../view.ts';
import { type HandedFile, type HandedInstallation, type HandedLeaving, unreadable } from './file-format.ts';
import { isFromHere, type Origin, originOf } from './parties.ts';
import { agreesWithOwn, withOwnEvidence } from './returned-job.ts';

/** SQLite's LIMIT value for no limit. */
const ALL = -1;

/** How a job is taken over. */
export interface Taking {
  /** The reason for taking back a job that was handed over from here; null = it was not. */
  readonly reason?: string | null;
  /**
   * Whether to also request the accesses that, according to the file, were deleted with a Box. Otherwise a person with
   * the right chooses them in the job. Asked inside the transaction, because a role may end while pictures are stored or
   * the relay is asked.
   */
  readonly mayRestore: () => boolean;
  /**
   * True for a mirror: its laptop may have sent open operations before it failed. Each open operation is read at the
   * operator before it is sent.
   */
  readonly rescues?: boolean;
}

/**
 * Takes a job over in ONE transaction: ended operations keep their outcome, unsent ones are enqueued here. Throws
 * ProblemErrors and those of the enqueued steps. `hand-over-elsewhere`: another environment or customer.
 * `hand-over-taken`: the file was taken, or the job is open here. `hand-over-forged`: the content is not the signed
 * one. `hand-over-own`: this laptop's own job, without a reason. `hand-over-unreadable`: no app wrote such a file.
 */
export async function takeJob(parts: JobParts, file: HandedFile, taking: Taking): Promise<JobId> {
  await keepPictures(parts, file, taking);
  return together(parts, (inside) => takeInside(inside, file, taking));
}

/** The bytes are stored first, so that every answer refers to an existing picture. None is stored of a refused file. */
async function keepPictures(parts: JobParts, file: HandedFile, taking: Taking): Promise<void> {
  checkTaking(parts, file, taking);
  for (const { bytes } of file.pictures) await parts.attachments.keep(Buffer.from(bytes, 'base64'));
}

/** Takes the job over inside a transaction. Its checks count: the job may have changed while pictures were stored. */
function takeInside(inside: JobParts, file: HandedFile, taking: Taking): JobId {
  const { mayRestore, rescues = false } = taking;
  const { id } = file.job;
  const checked = checkTaking(inside, file, taking);
  inside.database.write((context) => writeJob(inside, context, file, { ...checked, rescues }));
  resumeJob(inside, id, file, mayRestore);
  if (rescues) inside.database.write((context) => doubtOpenOperations(context, id, inside.clock.now()));
  refuseUnshowable(inside, id);
  return id;
}

/** Whether the job may be taken over at present. Returns its origin; `reason` null = it was not handed over from here. */
function checkTaking(
  parts: JobParts,
  file: HandedFile,
  { reason = null, rescues = false }: Taking,
): Origin & { readonly reason: string | null } {
  const { target } = parts;
  const here =
    file.environment === target.environment &&
    file.baseUrl === target.baseUrl &&
    file.customerId === target.customerId;
  if (!here) throw new ProblemError(makeProblem('hand-over-elsewhere'));
  const origin = originOf(parts.database.sqlite, file, rescues ? canonicalMirror : canonicalHandOver);
  const { id, data } = file.job;
  // A car needs an id, or an operation that creates it.
  if (data.car !== null && data.car.id === null && data.car.operation === null) throw unreadable(null);
  const { sqlite } = parts.database;
  const known = readJob(sqlite, id);
  // An active job on this laptop is never overwritten.
  if (known !== undefined && (!isGiven(sqlite, id) || lastTakeOver(sqlite, id) >= file.turn)) {
    throw new ProblemError(makeProblem('hand-over-taken'));
  }
  if (known !== undefined && known.kind !== data.kind) throw unreadable(null);
  const own = isFromHere(sqlite, file);
  if (own && typedText(reason ?? '') === null) throw new ProblemError(makeProblem('hand-over-own'));
  return { ...origin, reason: own ? reason : null };
}

/** Open operations of a rescued job are read before they are sent (docs/decisions/0050-rescue.md). */
function doubtOpenOperations(context: WriteContext, job: JobId, at: Instant): void {
  const others = listOperations(context.sqlite, 'unfinished', ALL).filter(({ job_id }) => job_id !== job);
  doubtUnfinished(context, new Set(others.map(({ id }) => id)), at);
}

/** Thrown to roll back the transaction of a rehearsal. */
class Rehearsed extends Error {}

/** Runs the checks of `takeJob` and rolls back. A turn claimed for a file that cannot be taken would be lost. */
export async function dryRunTake(parts: JobParts, file: HandedFile, taking: Taking): Promise<void> {
  await keepPictures(parts, file, taking);
  try {
    together(parts, (inside) => {
      takeInside(inside, file, taking);
      throw new Rehearsed();
    });
  } catch (cause) {
    if (!(cause instanceof Rehearsed)) throw cause;
  }
}

/** Refuses a job that cannot be displayed, because it could never be finished. ProblemError `hand-over-unreadable`. */
function refuseUnshowable(parts: JobParts, id: JobId): void {
  try {
    viewJob({ ...parts, connection: () => ({ state: 'untried' }) }, id);
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** Enqueues the giver's unsent work. A file whose work cannot be enqueued was not written by any app. */
function resumeJob(inside: JobParts, id: JobId, file: HandedFile, mayRestore: Taking['mayRestore']): void {
  try {
    if (file.version === 1) resumeInstallation(inside, id, file.todo);
    else resumeLeaving(inside, id, file, mayRestore);
  } catch (cause) {
    throw cause instanceof ProblemError && cause.problem.code === 'step-not-ready'
      ? unreadable(cause)
      : cause;
  }
}

function resumeInstallation(
  inside: JobParts,
  id: JobId,
  { car, serial, group }: HandedInstallation['todo'],
): void {
  if (car !== null) createCar(inside, id, car);
  // If the Box is out of use here, a person decides at the Box step; the job is taken over anyway.
  if (serial !== null && isUsable(inside, serial)) installBox(inside, id, serial);
  if (group !== null) {
    const known = 'name' in group || inside.directory.group(group.id) !== undefined;
    if (known) chooseGroup(inside, id, group);
  }
}

function resumeLeaving(
  inside: JobParts,
  id: JobId,
  { job, todo }: HandedLeaving,
  mayRestore: Taking['mayRestore'],
): void {
  const { data } = job;
  const { losses } = data;
  const fits = data.kind === 'removal' || data.box === null || isUsable(inside, data.box.lookupSerial);
  // If the new Box is out of use here, a person chooses another one first, before or after the old Box is removed, and
  // then the accesses again, which wait for both Boxes.
  if (todo.takeOut !== null && losses !== null && fits) takeOut(inside, id, todo.takeOut, losses.readAt);
  if (todo.fits && fits) fitNewBox(inside, id);
  if (fits && todo.restores.length > 0 && mayRestore()) restoreAccesses(inside, id, todo.restores);
}

function writeJob(
  parts: JobParts,
  context: WriteContext,
  file: HandedFile,
  {
    signature,
    laptop,
    reason,
    rescues,
  }: Origin & { readonly reason: string | null; readonly rescues: boolean },
): void {
  const { clock, ids, target, log, attachments } = parts;
  const { id, worker, startedAt, data } = file.job;
  const now = clock.now();
  const known = readJob(context.sqlite, id);
  const taken = withoutOperatorEvents(data);
  const stored = JSON.stringify(
    known === undefined ? taken : withOwnEvidence(context.sqlite, parseJobData(known), taken),
  );
  if (known === undefined) {
    insertJob(context, {
      id,
      kind: data.kind,
      worker,
      data: stored,
      intent_digest: null,
      started_at: startedAt,
      updated_at: now,
      finished_at: null,
    });
  } else {
    reopenJob(context, id);
    updateJob(context, { id, data: stored, updated_at: now, finished_at: null });
  }
  const reported = writeSettled(target, context, file, laptop);
  for (const { digest, mediaType, bytes } of file.pictures) {
    const total = Buffer.from(bytes, 'base64').byteLength;
    if (attachments.piece(digest, 0, total) === null) {
      // The bytes do not match the digest in the name: the file was modified after it was written.
      throw unreadable(null);
    }
    noteAttachment(context, id, { digest, mediaType, total }, clock);
  }
  for (const step of stepName.options) {
    const draft = file.drafts[step];
    if (draft !== undefined) writeDraft(context, id, step, draft, now);
  }
  if (file.planned !== undefined)
    takeOverPlan(context, file.planned, { id: ids.plannedCar(), at: now, job: id });
  const office = plannedOf(context.sqlite, file, signature);
  if (office !== null) claimTakenOver(parts, context, office, id);
  writeTakeOver(context, {
    job_id: id,
    turn: file.turn,
    content: null,
    signature,
    laptop: laptop === '' ? null : laptop,
    at: now,
  });
  writeJobSearch(context, id, searchTextOf(data));
  log.append(context, {
    job: id,
    type: 'job-taken-over',
    data: {
      turn: file.turn,
      by: file.by,
      reason,
      signature,
      laptop,
      ...(rescues && { rescued: true }),
      reported,
    },
  });
  context.changed('jobs', 'status', 'queue', `job:${id}`);
}

/**
 * The planned job that moves with the job; null = none. A laptop that began the job itself knows its planned job, also
 * when the giving laptop had not yet read the relay's answer to its own claim. A file of an unproven origin could name
 * the planned job of another car.
 */
function plannedOf(
  sqlite: Sqlite,
  { job, office }: HandedFile,
  signature: Origin['signature'],
): NonNullable<HandedFile['office']> | null {
  const own = plannedJobOfJob(sqlite, job.id);
  if (own !== undefined) return bodyOf(own);
  return signature === 'verified' ? (office ?? null) : null;
}

/** The operator's events of the car are read again here, because a file proves none. */
function withoutOperatorEvents(data: JobData): JobData {
  if (data.kind === 'removal') return data;
  const { verification, earlierTests } = data;
  return {
    ...data,
    verification: verification === null ? null : { ...verification, operatorEvents: null },
    earlierTests: earlierTests.map((test) => ({ ...test, operatorEvents: null })),
  };
}

/**
 * Adds operations that ended elsewhere as ended here, on the word of the giving laptop. Its claims about the operator's
 * answers confirm nothing. Returns the number of added operations.
 */
function writeSettled(
  { environment, baseUrl, customerId }: JobParts['target'],
  context: WriteContext,
  file: HandedFile,
  laptop: string,
): number {
  const belongs = { environment, base_url: baseUrl, customer_id: customerId, job_id: file.job.id };
  const rows =
    file.version === 1
      ? file.settled.map((row) => ({ ...row, state: 'done' as const, context: null, problem: null }))
      : file.settled;
  let reported = 0;
  for (const { bindings, confirmed_by: _claimed, ...operation } of rows) {
    if (!isReadable(operation)) throw unreadable(null);
    if (insertSettledOperation(context, { ...operation, ...belongs, reported_by: laptop })) {
      bind(context, operation.id, bindings);
      reported += 1;
    }
    // A number that another job of this laptop already has cannot have been assigned to this one.
    else if (readOperation(context.sqlite, operation.id)?.job_id !== file.job.id) throw unreadable(null);
  }
  for (const id of [file.job.data.car?.operation, ...currentOperations(file.job.data)]) {
    if (typeof id === 'string' && readOperation(context.sqlite, id)?.job_id !== file.job.id)
      throw unreadable(null);
  }
  if (hasOpenTest(context.sqlite, file.job) || !agreesWithOwn(context.sqlite, file.job))
    throw unreadable(null);
  for (const row of file.version === 1 ? [] : file.taken) {
    if (!rows.some(({ id }) => id === row.operation_id)) throw unreadable(null);
    takeOverRevokedAssignment(context, row);
  }
  return reported;
}

/**
 * True for a test whose access may still exist. No app hands such a job over: the file could name a colleague's access
 * to be removed or extended.
 */
function hasOpenTest(sqlite: Sqlite, { id: job, data }: HandedFile['job']): boolean {
  if (data.kind === 'removal') return false;
  const isDone = (id: OperationId | null) => {
    const operation = id === null ? undefined : readOperation(sqlite, id);
    return operation?.job_id === job && operation.state === 'done';
  };
  return allTests(data).some(
    ({ create, extension, remove }) =>
      !isDone(create) || !isDone(remove) || (extension !== null && !isDone(extension)),
  );
}

function isReadable(row: Parameters<typeof foundByRemoval>[0]): boolean {
  try {
    foundByRemoval(row);
    return loadOperation(row).ok;
  } catch {
    return false;
  }
}
