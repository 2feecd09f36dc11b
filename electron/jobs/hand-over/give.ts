import type { JobId, OperationId } from '../../../shared/ids.ts';
import type { LaptopCode } from '../../../shared/relay/access.ts';
import { mayOpenCar } from '../../../shared/domain/proof.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { neverReached } from '../../../shared/never.ts';
import { readAttachment } from '../../db/tables/queue/attachments.ts';
import { contentOfGiven, isGiven, lastTurn, writeGiven } from '../../db/tables/queue/hand-overs.ts';
import { draftsOf, type JobRow } from '../../db/tables/queue/jobs.ts';
import { type OperationRow, operationsOfJob } from '../../db/tables/queue/operations.ts';
import type { Sqlite } from '../../db/open.ts';
import { revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import { bindingsOf } from '../../db/tables/queue/operation-order.ts';
import { plannedJobOfJob } from '../../db/tables/queue/planned-work.ts';
import { changeJob, loadJob, type JobParts } from '../change.ts';
import {
  type JobData,
  labelsOf,
  type InstallationData,
  type DataOf,
  type RemovalData,
  type SwapData,
} from '../job-data.ts';
import { picturesIn } from '../pictures.ts';
import { plannedOfJob } from '../batch.ts';
import { bodyOf } from '../planned/claims.ts';
import { allTests, phaseOf, type Tested } from '../verification-view.ts';
import {
  handedJob,
  type WrittenFile,
  type HandedJob,
  type HandedInstallation,
  type HandedLeaving,
  type SettledOperation,
} from './file-format.ts';
import { signContent } from './parties.ts';

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
      if (isVerificationOpen(context.sqlite, data, operations)) unsettled();
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

/** True when the access of any test may open the car, or a test result is missing: both stay with this laptop. */
function isVerificationOpen(sqlite: Sqlite, data: JobData, operations: readonly OperationRow[]): boolean {
  if (data.kind === 'removal') return false;
  const isUnreported = (id: OperationId | null | undefined) =>
    operations.some((row) => row.id === id && isUnsent(row));
  return allTests(data).some(
    (test) =>
      mayOpenCar(phaseOf(sqlite, test)) ||
      isUnreported(test.opened?.event) ||
      isUnreported(test.closed?.event),
  );
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

/* The content of a job for another laptop, for hand-over files and mirrors. */

/** The common part of every kind of job. */
type Envelope = Omit<HandedJob, 'version' | 'job' | 'settled' | 'todo'>;

/** A job in transit to another laptop. A handed-over job has no operation that may have been sent and has not ended. */
interface Giving<Data extends JobData> {
  readonly envelope: Envelope;
  readonly sqlite: Sqlite;
  readonly row: Pick<JobRow, 'id' | 'worker' | 'started_at'>;
  readonly data: Data;
  readonly operations: readonly OperationRow[];
}

/**
 * The car's list row travels with the job, so that the receiver is offered its Box, key and group. The office's planned
 * job travels by its id; the receiver claims it.
 */
export function planOf(sqlite: Sqlite, job: JobId): Pick<Envelope, 'planned' | 'office'> {
  const plan = plannedJobOfJob(sqlite, job);
  const office = plan === undefined ? {} : { office: { id: plan.id, revision: bodyOf(plan).revision } };
  const planned = plannedOfJob(sqlite, job);
  if (planned === null) return office;
  const { id: _id, job: _job, importedAt: _importedAt, file, ...row } = planned;
  return { planned: { file, row }, ...office };
}

/** The content of a job: ended operations with their outcome, open ones as decisions to repeat. */
export function contentOf(giving: Giving<JobData>): HandedJob {
  const { data } = giving;
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

/** An installation: done steps stay done; failed and unsent ones are decided again. */
function installationContent({
  envelope,
  row,
  sqlite,
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
        // The requested Box travels with the label that was photographed here.
        label: data.box === null || done(data.box.operation) ? data.label : data.box.label,
        group: done(data.group?.operation) ? data.group : null,
        ...testsThrough(data, done),
      },
    },
    settled: operations
      .filter(({ state }) => state === 'done')
      .map((operation) => settledOf(sqlite, operation)),
    todo: todoOf(data, (id) => {
      const operation = by(id);
      return operation !== undefined && !hasEnded(operation);
    }),
  };
}

function todoOf(
  { car, box, group }: InstallationData,
  open: (id: string | null) => boolean,
): HandedInstallation['todo'] {
  return {
    car:
      car !== null && open(car.operation)
        ? {
            name: car.name,
            licensePlate: car.licensePlate ?? '',
            vin: car.vin ?? '',
            brand: car.brand ?? '',
            model: car.model ?? '',
          }
        : null,
    serial: box !== null && open(box.operation) ? box.serialNumber : null,
    group:
      group !== null && open(group.operation)
        ? group.id === null
          ? { name: group.name }
          : { id: group.id }
        : null,
  };
}

type LeavingData = DataOf<'removal' | 'swap'>;
type Find = (id: string | null | undefined) => OperationRow | undefined;

/**
 * The content of a removal or swap: the leaving Box, its saved accesses, the accesses that the removal found with their
 * fates, and every finished operation. The receiver requests the unsent operations in the same order.
 */
function leavingContent({ envelope, row, sqlite, data, operations }: Giving<LeavingData>): HandedLeaving {
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
      ...settledOf(sqlite, operation),
      state: operation.state,
      context: operation.context,
      problem: operation.problem,
    })),
    taken: ended.flatMap(({ id }) => revokedAssignmentsOf(sqlite, id)),
    todo: {
      takeOut: isOpen(by, data.out?.operation) ? (data.out?.reason ?? null) : null,
      fits: data.kind === 'swap' && !isOpen(by, data.out?.operation) && isOpen(by, data.box?.operation),
      restores:
        data.kind === 'swap'
          ? data.restores.filter(({ operation }) => isOpen(by, operation)).map(({ key }) => key)
          : [],
    },
  };
}

function removalAs(data: RemovalData, by: Find): RemovalData {
  return { ...data, out: isOpen(by, data.out?.operation) ? null : data.out };
}

function swapAs(data: SwapData, by: Find): SwapData {
  const { out, box } = data;
  return {
    ...data,
    out: isOpen(by, out?.operation) ? null : out,
    // Stored before the exchange: label and marks stay those of this Box.
    box: box !== null && isOpen(by, box.operation) ? { ...box, operation: null } : box,
    restores: data.restores.filter(({ operation }) => !isOpen(by, operation)),
    ...testsThrough(data, (id) => by(id)?.state === 'done'),
  };
}

/** True when the operation exists and has not ended. */
function isOpen(by: Find, id: string | null | undefined): boolean {
  const operation = by(id);
  return operation !== undefined && !hasEnded(operation);
}

/** True when the operation has ended for good. */
const hasEnded = ({ state }: OperationRow): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';

/** The finished tests of a car. The receiver decides open tests again. */
export function testsThrough(tested: Tested, isDone: (id: OperationId | null) => boolean): Tested {
  const { verification, notWorking } = tested;
  const through = allTests(tested)
    .filter(({ create, remove }) => isDone(create) && isDone(remove))
    .map((test) => ({ ...test, extension: isDone(test.extension) ? test.extension : null }));
  const newest = through.at(-1) ?? null;
  return {
    verification: newest,
    earlierTests: through.slice(0, -1),
    notWorking: newest !== null && newest.create === verification?.create ? notWorking : null,
  };
}

/** An operation as sent to the other laptop. */
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
