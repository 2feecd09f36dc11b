import { stepName } from '../../../shared/domain/job.ts';
import type { JobId } from '../../../shared/ids.ts';
import { typedText } from '../../../shared/domain/typed-text.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { WriteContext } from '../../db/open.ts';
import { bind } from '../../db/tables/queue/bindings.ts';
import { isGiven, lastTaken, lastTurn, writeTaken } from '../../db/tables/queue/hand-overs.ts';
import { writeJobSearch } from '../../db/tables/queue/job-search.ts';
import { insertJob, readJob, reopenJob, updateJob, writeDraft } from '../../db/tables/queue/jobs.ts';
import { insertSettledOperation } from '../../db/tables/queue/operations.ts';
import { noteAttachment } from '../../log/upload-source.ts';
import type { JobParts } from '../parts.ts';
import { searchTextOf } from '../search-text.ts';
import { installBox } from '../steps/box.ts';
import { createCar } from '../steps/car.ts';
import { chooseGroup } from '../steps/group.ts';
import { together } from '../together.ts';
import type { HandedFile } from './content.ts';

/**
 * Takes a job over: the job as it was given, what the operator holds of it as done, and what had not left is asked for here;
 * all in ONE transaction. The same file again answers the same job. ProblemError `hand-over-elsewhere` for another
 * environment or customer, `hand-over-own` for a job that was given away from here and no reason, and those of the steps that are asked for.
 */
export function takeJob(parts: JobParts, file: HandedFile, reason: string | null = null): JobId {
  const { target } = parts;
  const here =
    file.environment === target.environment &&
    file.baseUrl === target.baseUrl &&
    file.customerId === target.customerId;
  if (!here) throw new ProblemError(makeProblem('hand-over-elsewhere'));
  const { id } = file.job;
  if (readJob(parts.database.sqlite, id) !== undefined && lastTaken(parts.database.sqlite, id) >= file.turn) {
    return id;
  }
  const own = isGiven(parts.database.sqlite, id) && lastTurn(parts.database.sqlite, id) >= file.turn;
  if (own && typedText(reason ?? '') === null) throw new ProblemError(makeProblem('hand-over-own'));
  // Bytes first: an answer never tells of a picture that is not there.
  for (const { bytes } of file.pictures) parts.attachments.keep(Buffer.from(bytes, 'base64'));
  return together(parts, (inside) => {
    inside.database.write((context) => writeJob(inside, context, file, own ? reason : null));
    const { car, serial, group } = file.todo;
    if (car !== null) createCar(inside, id, car);
    if (serial !== null) installBox(inside, id, serial);
    if (group !== null) {
      const known = 'name' in group || inside.directory.group(group.id) !== undefined;
      if (known) chooseGroup(inside, id, group);
    }
    return id;
  });
}

function writeJob(
  { clock, target, log, attachments }: JobParts,
  context: WriteContext,
  file: HandedFile,
  reason: string | null,
): void {
  const { id, worker, startedAt, data } = file.job;
  const now = clock.now();
  const stored = JSON.stringify(data);
  if (readJob(context.sqlite, id) === undefined) {
    insertJob(context, {
      id,
      kind: 'installation',
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
  for (const { bindings, ...operation } of file.settled) {
    const isNew = insertSettledOperation(context, {
      ...operation,
      environment: target.environment,
      base_url: target.baseUrl,
      customer_id: target.customerId,
      job_id: id,
    });
    if (isNew) bind(context, operation.id, bindings);
  }
  for (const { digest, mediaType, bytes } of file.pictures) {
    const total = Buffer.from(bytes, 'base64').byteLength;
    if (attachments.piece(digest, 0, total) === null) {
      // Its bytes are not what its name says: the file is not what it was when it was written.
      throw new ProblemError(makeProblem('hand-over-unreadable'));
    }
    noteAttachment(context, { digest, mediaType, total }, clock);
  }
  for (const step of stepName.options) {
    const draft = file.drafts[step];
    if (draft !== undefined) writeDraft(context, id, step, draft, now);
  }
  writeTaken(context, { job_id: id, turn: file.turn, content: null, at: now });
  writeJobSearch(context, id, searchTextOf(data));
  log.append(context, { job: id, type: 'job-taken-over', data: { turn: file.turn, by: file.by, reason } });
  context.changed('jobs', 'status', 'queue', `job:${id}`);
}
