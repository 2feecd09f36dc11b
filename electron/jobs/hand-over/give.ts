import type { JobId, OperationId } from '../../../shared/ids.ts';
import type { LaptopCode } from '../../../shared/domain/laptop-code.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { Sqlite } from '../../db/open.ts';
import { readAttachment } from '../../db/tables/queue/attachments.ts';
import { contentOfGiven, isGiven, lastTurn, writeGiven } from '../../db/tables/queue/hand-overs.ts';
import { draftsOf } from '../../db/tables/queue/jobs.ts';
import { type OperationRow, operationsOfJob } from '../../db/tables/queue/operations.ts';
import { revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import { bindingsOf } from '../../db/tables/queue/dependencies.ts';
import { plannedOfJob } from '../batch/check.ts';
import { changeJob, loadJob, type JobChange } from '../change.ts';
import type { JobData, InstallationData, DataOf, RemovalData, SwapData } from '../job-data.ts';
import type { JobParts } from '../parts.ts';
import { picturesIn } from '../pictures.ts';
import type { Tested } from '../verification-view.ts';
import {
  type HandedJob,
  handedJob,
  type WrittenFile,
  type HandedInstallation,
  type HandedLeaving,
  type SettledOperation,
} from './content.ts';
import { signContent } from './signature.ts';

/**
 * Gives a job away: what has not left is given up here, the job is closed as handed over, and what the other laptop needs is
 * kept until it is written; all in ONE transaction. From then on nothing of it can leave this laptop. `receiver`: the one laptop that may
 * take it; null = the first that claims it at the relay. ProblemError `not-found`, `job-finished`, `hand-over-unsettled`.
 */
export function giveJob(parts: JobParts, job: JobId, receiver: LaptopCode | null): void {
  changeJob(
    parts,
    job,
    (change) => {
      const { data, context, now } = change;
      const operations = operationsOfJob(context.sqlite, job);
      const unsent = operations.filter(isUnsent);
      if (operations.some((operation) => !isUnsent(operation) && !isThrough(operation))) unsettled();
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
      const content = contentOf({ envelope, change, operations });
      // Dependants go first.
      for (const operation of unsent.toReversed()) change.replace(operation.id);
      writeGiven(context, { job_id: job, turn, content: JSON.stringify(content), at: now });
      change.record('job-handed-over', { turn });
      return data;
    },
    { finishes: true },
  );
}

/** The car's row of its list travels with the job: the receiver is offered its Box, key and group. */
function planOf(sqlite: Sqlite, job: JobId): Pick<Envelope, 'planned'> {
  const planned = plannedOfJob(sqlite, job);
  if (planned === null) return {};
  const { id: _id, job: _job, importedAt: _importedAt, file, ...row } = planned;
  return { planned: { file, row } };
}

function contentOf(giving: Omit<Giving<JobData>, 'data'>): HandedJob {
  const { data } = giving.change;
  switch (data.kind) {
    case 'installation':
      return installationContent({ ...giving, data });
    case 'removal':
    case 'swap':
      return leavingContent({ ...giving, data });
    default:
      return neverReached(data);
  }
}

/** True when a test access is usable, or a test result is still to be entered. */
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

/** The content of the file of a transferred job, as often as it is asked for. ProblemError `not-found`. */
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
  if (data.kind === 'removal') return new Set();
  const lists = data.kind === 'installation' ? [data.checklist.begun, ...data.checklist.aside] : [];
  return new Set([
    ...lists.flatMap((list) => (list === null ? [] : picturesIn(list.answers))),
    ...[data.label, data.box?.label ?? null].flatMap((one) => (one === null ? [] : [one.digest])),
  ]);
}

/** An installation: done steps travel as done; failed and unsent ones are decided again. */
function installationContent({
  envelope,
  change: { row, context },
  data,
  operations,
}: Giving<InstallationData>): HandedInstallation {
  const by = (id: string | null | undefined) => operations.find((operation) => operation.id === id);
  const done = (id: string | null | undefined) => by(id)?.state === 'done';
  const isReported = data.car === null || data.car.operation === null || done(data.car.operation);
  return {
    version: 1,
    ...envelope,
    job: {
      id: row.id,
      worker: row.worker,
      startedAt: row.started_at,
      data: {
        ...data,
        car: isReported ? data.car : null,
        box: done(data.box?.operation) ? data.box : null,
        // With the Box that is asked for there goes the label that was photographed here.
        label: data.box === null || done(data.box.operation) ? data.label : data.box.label,
        group: done(data.group?.operation) ? data.group : null,
        ...testsThrough(data, done),
      },
    },
    settled: operations
      .filter(({ state }) => state === 'done')
      .map((operation) => settledOf(context.sqlite, operation)),
    todo: todoOf(data, (id) => {
      const operation = by(id);
      return operation !== undefined && isUnsent(operation);
    }),
  };
}

function todoOf(
  { car, box, group }: InstallationData,
  unsent: (id: string | null) => boolean,
): HandedInstallation['todo'] {
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

type LeavingData = DataOf<'removal' | 'swap'>;
type Find = (id: string | null | undefined) => OperationRow | undefined;

/**
 * The content of a removal or swap: the Box that leaves, its saved accesses, the accesses that the removal found and
 * the fate of each, and every finished operation. The receiver requests what was not sent, in the same order.
 */
function leavingContent({
  envelope,
  change: { row, context },
  data,
  operations,
}: Giving<LeavingData>): HandedLeaving {
  const by: Find = (id) => operations.find((operation) => operation.id === id);
  const ended = operations.flatMap((operation) => {
    const { state } = operation;
    return state === 'done' || state === 'failed' || state === 'cancelled' ? [{ ...operation, state }] : [];
  });
  return {
    version: 2,
    ...envelope,
    job: {
      id: row.id,
      worker: row.worker,
      startedAt: row.started_at,
      data: data.kind === 'removal' ? removalAs(data, by) : swapAs(data, by),
    },
    settled: ended.map((operation) => ({
      ...settledOf(context.sqlite, operation),
      state: operation.state,
      context: operation.context,
      problem: operation.problem,
    })),
    taken: ended.flatMap(({ id }) => revokedAssignmentsOf(context.sqlite, id)),
    todo: {
      takeOut: isStillHere(by, data.out?.operation) ? (data.out?.reason ?? null) : null,
      fits:
        data.kind === 'swap' && !isStillHere(by, data.out?.operation) && isStillHere(by, data.box?.operation),
      restores:
        data.kind === 'swap'
          ? data.restores.filter(({ operation }) => isStillHere(by, operation)).map(({ key }) => key)
          : [],
    },
  };
}

function removalAs(data: RemovalData, by: Find): RemovalData {
  return { ...data, out: isStillHere(by, data.out?.operation) ? null : data.out };
}

function swapAs(data: SwapData, by: Find): SwapData {
  const { out, box } = data;
  return {
    ...data,
    out: isStillHere(by, out?.operation) ? null : out,
    // Kept as before the exchange: label and marks stay those of this Box.
    box: box !== null && isStillHere(by, box.operation) ? { ...box, operation: null } : box,
    restores: data.restores.filter(({ operation }) => !isStillHere(by, operation)),
    ...testsThrough(data, (id) => by(id)?.state === 'done'),
  };
}

/** True when the operation exists and was not sent. */
function isStillHere(by: Find, id: string | null | undefined): boolean {
  const operation = by(id);
  return operation !== undefined && isUnsent(operation);
}

/** The common part of every kind of job. */
type Envelope = Omit<HandedJob, 'version' | 'job' | 'settled' | 'todo'>;

/** A job inside the transaction that gives it away. Each of its operations is unsent or through. */
interface Giving<Data extends JobData> {
  readonly envelope: Envelope;
  readonly change: JobChange;
  readonly data: Data;
  readonly operations: readonly OperationRow[];
}

/** True when nothing of it can have reached the operator. */
const isUnsent = ({ state, maybe_sent_at: maybeSent }: OperationRow): boolean =>
  (state === 'ready' || state === 'waiting') && maybeSent === null;

/** True when the operation has ended for good. */
const isThrough = ({ state }: OperationRow): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';

/** The finished tests of a car: the receiver decides open ones again. */
function testsThrough(
  { verification, earlierTests, notWorking }: Tested,
  isDone: (id: OperationId | null) => boolean,
): Tested {
  const through = [...earlierTests, ...(verification === null ? [] : [verification])]
    .filter(({ create, remove }) => isDone(create) && isDone(remove))
    .map((test) => ({ ...test, extension: isDone(test.extension) ? test.extension : null }));
  const newest = through.at(-1) ?? null;
  return {
    verification: newest,
    earlierTests: through.slice(0, -1),
    notWorking: newest !== null && newest.create === verification?.create ? notWorking : null,
  };
}

/** An operation as the other laptop receives it. */
function settledOf(sqlite: Sqlite, row: OperationRow): SettledOperation {
  return {
    id: row.id,
    kind: row.kind,
    payload: row.payload,
    payload_version: row.payload_version,
    payload_digest: row.payload_digest,
    lane: row.lane,
    confirmed_by: row.confirmed_by,
    attempt: row.attempt,
    created_at: row.created_at,
    updated_at: row.updated_at,
    finished_at: row.finished_at,
    bindings: { ...bindingsOf(sqlite, row.id) },
  };
}
