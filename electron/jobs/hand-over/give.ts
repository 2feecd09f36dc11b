import type { JobId } from '../../../shared/ids.ts';
import type { LaptopCode } from '../../../shared/domain/laptop-code.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { readAttachment } from '../../db/tables/queue/attachments.ts';
import { contentOfGiven, isGiven, lastTurn, writeGiven } from '../../db/tables/queue/hand-overs.ts';
import { draftsOf } from '../../db/tables/queue/jobs.ts';
import { type OperationRow, operationsOfJob } from '../../db/tables/queue/operations.ts';
import { changeJob, loadJob } from '../change.ts';
import { type JobData, labelsOf } from '../job-data.ts';
import type { JobParts } from '../parts.ts';
import { picturesIn } from '../pictures.ts';
import { handedJob, type WrittenFile } from './content.ts';
import { contentOf, type Envelope, hasEnded, planOf } from './job-content.ts';
import { signContent } from './signature.ts';

/**
 * Hands a job over in ONE transaction: cancels unsent operations, closes the job as handed over, and stores the content
 * for the file. Afterwards this laptop sends nothing of the job. `receiver`: the only laptop that may take it; null =
 * the first that claims it at the relay. ProblemErrors `not-found`, `job-finished`, `hand-over-unsettled`.
 */
export function giveJob(parts: JobParts, job: JobId, receiver: LaptopCode | null): void {
  changeJob(
    parts,
    job,
    (change) => {
      const { row, data, context, now } = change;
      const operations = operationsOfJob(context.sqlite, job);
      const unsent = operations.filter(isUnsent);
      if (operations.some((operation) => !isUnsent(operation) && !hasEnded(operation))) unsettled();
      if (isVerificationOpen(data, operations)) unsettled();
      const turn = lastTurn(context.sqlite, job) + 1;
      const envelope: Envelope = {
        environment: parts.target.environment,
        baseUrl: parts.target.baseUrl,
        customerId: parts.target.customerId,
        turn,
        ...(receiver === null ? {} : { receiver }),
        by: parts.worker(),
        at: now,
        drafts: Object.fromEntries(draftsOf(context.sqlite, job)),
        ...planOf(context.sqlite, job),
      };
      const content = contentOf({ envelope, sqlite: context.sqlite, row, data, operations });
      // Dependants are cancelled first.
      for (const operation of unsent.toReversed()) change.replace(operation.id);
      writeGiven(context, { job_id: job, turn, content: JSON.stringify(content), at: now });
      change.record('job-handed-over', { turn });
      return data;
    },
    { finishes: true },
  );
}

/** True when a test access is usable, or a test result is missing. */
function isVerificationOpen(data: JobData, operations: readonly OperationRow[]): boolean {
  if (data.kind === 'removal' || data.verification === null) return false;
  const { create, remove, opened, closed } = data.verification;
  const find = (id: string | null | undefined) => operations.find((row) => row.id === id);
  if (find(create)?.state !== 'done') return false;
  const unreported = [opened?.event, closed?.event]
    .map(find)
    .some((row) => row !== undefined && isUnsent(row));
  return unreported || find(remove)?.state !== 'done';
}

function unsettled(): never {
  throw new ProblemError(makeProblem('hand-over-unsettled'));
}

/** The file content of a handed-over job; may be read repeatedly. ProblemError `not-found`. */
export function fileOfGiven(parts: JobParts, job: JobId): WrittenFile {
  const { database, attachments } = parts;
  const { sqlite } = database;
  loadJob(sqlite, job);
  const kept = isGiven(sqlite, job) ? contentOfGiven(sqlite, job) : undefined;
  if (kept === undefined) throw new ProblemError(makeProblem('not-found'));
  const content = handedJob.parse(JSON.parse(kept));
  const pictures = [...picturesOf(content.job.data)].flatMap((digest) => {
    const row = readAttachment(sqlite, digest);
    const bytes = row === undefined ? null : attachments.piece(digest, 0, row.total);
    return row === undefined || bytes === null
      ? []
      : [{ digest, mediaType: row.media_type, bytes: Buffer.from(bytes).toString('base64') }];
  });
  return { ...content, pictures, signed: signContent(parts, content) };
}

function picturesOf(data: JobData): ReadonlySet<AttachmentDigest> {
  const lists = [data.checklist.begun, ...data.checklist.aside];
  return new Set([
    ...lists.flatMap((list) => (list === null ? [] : picturesIn(list.answers))),
    ...[...labelsOf(data), ...data.annotations].map(({ digest }) => digest),
  ]);
}

/** True when the operation cannot have reached the operator. */
const isUnsent = ({ state, maybe_sent_at: maybeSent }: OperationRow): boolean =>
  (state === 'ready' || state === 'waiting') && maybeSent === null;
