import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { readAttachment } from '../../db/tables/queue/attachments.ts';
import { bindingsOf } from '../../db/tables/queue/bindings.ts';
import { contentOfGiven, isGiven, lastTurn, writeGiven } from '../../db/tables/queue/hand-overs.ts';
import { draftsOf } from '../../db/tables/queue/jobs.ts';
import { type OperationRow, operationsOfJob } from '../../db/tables/queue/operations.ts';
import { changeJob, loadJob } from '../change.ts';
import type { InstallationData } from '../job-data.ts';
import type { JobParts } from '../parts.ts';
import { picturesIn } from '../steps/pictures.ts';
import { type HandedFile, type HandedJob, handedJob } from './content.ts';

/**
 * Gives a job away: what has not left is given up here, the job is closed as handed over, and what the other laptop needs is
 * kept until it is written; all in ONE transaction. From then on nothing of it can leave this laptop.
 * ProblemError `not-found`, `job-finished`, `hand-over-kind`, `hand-over-unsettled`.
 */
export function giveJob(parts: JobParts, job: JobId): void {
  changeJob(
    parts,
    job,
    (change) => {
      const { data, row, context, now } = change;
      if (data.kind !== 'installation') throw new ProblemError(makeProblem('hand-over-kind'));
      const operations = operationsOfJob(context.sqlite, job);
      const unsent = operations.filter(isUnsent);
      if (operations.some((operation) => !isUnsent(operation) && !isThrough(operation))) unsettled();
      const by = (id: string | null | undefined) => operations.find((operation) => operation.id === id);
      const done = (id: string | null | undefined) => by(id)?.state === 'done';
      const { verification } = data;
      if (verification !== null && done(verification.create) && !done(verification.remove)) unsettled();
      const turn = lastTurn(context.sqlite, job) + 1;
      const content: HandedJob = {
        version: 1,
        environment: parts.target.environment,
        baseUrl: parts.target.baseUrl,
        customerId: parts.target.customerId,
        turn,
        by: parts.worker(),
        at: now,
        job: {
          id: job,
          worker: row.worker,
          startedAt: row.started_at,
          data: {
            ...data,
            car:
              data.car === null || data.car.operation === null || done(data.car.operation) ? data.car : null,
            box: done(data.box?.operation) ? data.box : null,
            // With the Box that is asked for there goes the label that was photographed here.
            label: data.box === null || done(data.box.operation) ? data.label : data.box.label,
            group: done(data.group?.operation) ? data.group : null,
            verification: done(verification?.remove) ? verification : null,
          },
        },
        drafts: Object.fromEntries(draftsOf(context.sqlite, job)),
        settled: operations
          .filter(({ state }) => state === 'done')
          .map((operation) => ({
            id: operation.id,
            kind: operation.kind,
            payload: operation.payload,
            payload_version: operation.payload_version,
            payload_digest: operation.payload_digest,
            lane: operation.lane,
            confirmed_by: operation.confirmed_by,
            attempt: operation.attempt,
            created_at: operation.created_at,
            updated_at: operation.updated_at,
            finished_at: operation.finished_at,
            bindings: { ...bindingsOf(context.sqlite, operation.id) },
          })),
        todo: todoOf(data, (id) => unsent.some((operation) => operation.id === id)),
      };
      // What hangs on another goes first.
      for (const operation of unsent.toReversed()) change.replace(operation.id);
      writeGiven(context, { job_id: job, turn, content: JSON.stringify(content), at: now });
      change.record('job-handed-over', { turn });
      return data;
    },
    { finishes: true },
  );
}

function unsettled(): never {
  throw new ProblemError(makeProblem('hand-over-unsettled'));
}

/** Certainly nothing of it has reached the operator. */
const isUnsent = ({ state, maybe_sent_at: maybeSent }: OperationRow): boolean =>
  (state === 'ready' || state === 'waiting') && maybeSent === null;
const isThrough = ({ state }: OperationRow): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';

function todoOf(
  { car, box, group }: InstallationData,
  unsent: (id: string | null) => boolean,
): HandedJob['todo'] {
  return {
    car:
      car !== null && unsent(car.operation)
        ? {
            name: car.name,
            licensePlate: car.licensePlate ?? '',
            vin: car.vin ?? '',
            brand: car.brand ?? '',
            model: car.model ?? '',
          }
        : null,
    serial: box !== null && unsent(box.operation) ? box.serialNumber : null,
    group:
      group !== null && unsent(group.operation)
        ? group.id === null
          ? { name: group.name }
          : { id: group.id }
        : null,
  };
}

/** What goes into the file of a job that was given away, as often as it is asked for. ProblemError `not-found`. */
export function fileOfGiven({ database, attachments }: JobParts, job: JobId): HandedFile {
  const { sqlite } = database;
  loadJob(sqlite, job);
  const kept = isGiven(sqlite, job) ? contentOfGiven(sqlite, job) : undefined;
  if (kept === undefined) throw new ProblemError(makeProblem('not-found'));
  const content = handedJob.parse(JSON.parse(kept));
  const { checklist, label, box } = content.job.data;
  const digests = new Set([
    ...[checklist.begun, ...checklist.aside].flatMap((list) =>
      list === null ? [] : picturesIn(list.answers),
    ),
    ...[label, box?.label ?? null].flatMap((one) => (one === null ? [] : [one.digest])),
  ]);
  const pictures = [...digests].flatMap((digest) => {
    const row = readAttachment(sqlite, digest);
    const bytes = row === undefined ? null : attachments.piece(digest, 0, row.total);
    return row === undefined || bytes === null
      ? []
      : [{ digest, mediaType: row.media_type, bytes: Buffer.from(bytes).toString('base64') }];
  });
  return { ...content, pictures };
}
