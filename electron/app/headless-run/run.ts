import type { Clock } from '../../../shared/time.ts';
import type { JobId } from '../../../shared/ids.ts';
import {
  makeProblem,
  type Problem,
  type ProblemCode,
  ProblemError,
  problem as problemSchema,
} from '../../../shared/problem.ts';
import { jobByIntent, setIntent } from '../../db/tables/queue/jobs.ts';
import { type OperationRow, operationsOfJob, readOperation } from '../../db/tables/queue/operations.ts';
import { loadInstallation } from '../../jobs/change.ts';
import { startJob } from '../../jobs/start.ts';
import { finishJob } from '../../jobs/finish.ts';
import { removeTestAccess, startVerification } from '../../jobs/steps/verify.ts';
import type { OpenProfile } from '../../session/open-profile.ts';
import type { Translate } from '../../base/translator.ts';
import { listCustomers } from '../../operator/endpoints/groups-and-users.ts';
import { describeOperation } from '../../operations/queue/views.ts';
import { type Asking, createAsking, jobOfSameNewCar, sameBox, sameGroup, queueSteps } from './plan.ts';
import { type Ending, EndRun, unfinished, createOperationPrinter, type WriteLine } from './terminal.ts';
import type { JobIntent } from './job-file.ts';
import { watchChanges } from './open-here.ts';

/** The dependencies of a run besides the open profile. */
export interface RunParts {
  readonly open: OpenProfile;
  readonly intent: JobIntent;
  readonly again: boolean;
  readonly clock: Clock;
  readonly translate: Translate;
  readonly write: WriteLine;
  /** Aborted with an OverReason when the time is up or a person stops the run. */
  readonly over: AbortSignal;
  /** Calls back after every commit and every change of connectivity; the returned function unsubscribes. */
  readonly onChange: (listener: () => void) => () => void;
}

/**
 * Runs one job to its end and returns how it ended. Never throws for an answer of the operator or a network failure.
 */
export async function runJob(parts: RunParts): Promise<Ending> {
  const { open, intent, again, clock, over, translate, write } = parts;
  const { sqlite } = open.database;
  const known = jobByIntent(sqlite, intent.digest);
  const corrected = known === undefined ? jobOfSameNewCar(sqlite, intent.steps) : null;
  const existing = known === undefined || (known.finished_at !== null && again) ? corrected : known.id;
  if (corrected !== null) open.database.write((context) => setIntent(context, corrected, intent.digest));
  if (existing !== null && isJobComplete(parts, existing)) {
    write({ event: 'job', state: 'already-finished', job: existing });
    return { code: 0, because: 'done' };
  }
  // Runs before the first await: operations that the operator refuses during this run are not retried by the same run.
  if (existing !== null) retryFailed(parts, existing);
  const asking = createAsking({ client: open.client, clock, over }, (what, { code, params }) => {
    const says = translate({ key: `problems.${code}.says`, params });
    write({ event: 'waiting', for: what, problem: code, says });
  });
  try {
    await checkCustomer(parts, asking);
    const job = existing ?? startJob(open.jobs, 'installation', intent.digest);
    const state = existing === null ? 'started' : 'resumed';
    write({ event: 'job', state, job, ...(corrected === null ? {} : { corrected: true }) });
    return await work(parts, job, asking);
  } catch (cause) {
    if (cause instanceof EndRun) return cause.ending;
    // A corrected job.json asks to replace an operation that is being sent or done.
    if (cause instanceof ProblemError && cause.problem.code === 'step-not-ready') {
      return { code: 3, because: 'person-needed', problem: cause.problem };
    }
    throw cause;
  }
}

/** The customer must be one of those the login reaches (spec part 5, step 6). */
async function checkCustomer({ open }: RunParts, asking: Asking): Promise<void> {
  const customers = await asking.askAll((page) => listCustomers(page));
  const wanted = open.profile.customer.id;
  if (!customers.some(({ id }) => id === wanted)) {
    const name = 'BOXWRIGHT_CUSTOMER_ID';
    const problem = makeProblem(
      'configuration-missing',
      { name },
      `This login does not reach customer ${wanted}.`,
    );
    throw new EndRun({ code: 2, because: 'configuration', problem });
  }
}

async function work(parts: RunParts, job: JobId, asking: Asking): Promise<Ending> {
  const { open, write } = parts;
  const printer = createOperationPrinter(open.database.sqlite, job, parts.translate, write);
  const unsubscribe = parts.onChange(printer.printChanges);
  try {
    printer.printChanges();
    if (loadInstallation(open.database.sqlite, job).row.finished_at === null) {
      const boxAtRest = () => waitForBox(parts, job);
      await queueSteps({ open, job, steps: parts.intent.steps, asking, write, boxAtRest });
    }
    return await untilEnded(parts, job);
  } finally {
    unsubscribe();
  }
}

async function waitForBox(parts: RunParts, job: JobId): Promise<boolean> {
  const { sqlite } = parts.open.database;
  const changes = watchChanges(parts);
  try {
    for (;;) {
      changes.noted();
      const { box } = loadInstallation(sqlite, job).data;
      const state = box === null ? undefined : readOperation(sqlite, box.operation)?.state;
      if (state !== 'sending' && state !== 'unknown') return true;
      if (parts.over.aborted) return false;
      await changes.next();
    }
  } finally {
    changes.stop();
  }
}

async function untilEnded(parts: RunParts, job: JobId): Promise<Ending> {
  const changes = watchChanges(parts);
  try {
    for (;;) {
      changes.noted();
      const ending = advance(parts, job);
      if (ending !== null) return ending;
      await changes.next();
    }
  } finally {
    changes.stop();
  }
}

/**
 * A rerun counts as a person's request to retry: operations that were blocked or failed before get one more attempt.
 */
function retryFailed({ open, intent: { steps } }: RunParts, job: JobId): void {
  const { sqlite } = open.database;
  const { row, data } = loadInstallation(sqlite, job);
  const otherGroup = steps.group !== undefined && !sameGroup(data, steps.group);
  const replaced = [
    ...(steps.box === undefined || sameBox(data, steps.box) ? [] : [data.box?.operation]),
    ...(otherGroup ? [data.group?.createOperation, data.group?.operation] : []),
  ];
  for (const { id, state } of operationsOfJob(sqlite, job)) {
    if (state === 'blocked' && !replaced.includes(id)) open.commands.retry(id);
  }
  const { verification } = data;
  if (row.finished_at !== null || verification === null) return;
  if (readOperation(sqlite, verification.create)?.state === 'failed') {
    const { userId, minutes } = steps.verify ?? verification;
    startVerification(open.jobs, job, userId, minutes);
  }
  if (verification.remove !== null && readOperation(sqlite, verification.remove)?.state === 'failed') {
    removeTestAccess(open.jobs, job);
  }
}

/**
 * Reads the job's current state, performs the next act of the verification, and returns the ending once there is one.
 */
function advance(parts: RunParts, job: JobId): Ending | null {
  const { open, over, intent } = parts;
  const refused = configurationProblem(parts);
  if (refused !== null) return { code: 2, because: 'configuration', problem: refused };
  const { data, row, operations } = currentOperations(parts, job);
  const troubled = operations.find(({ state }) => state === 'blocked' || state === 'failed');
  if (troubled !== undefined) return { code: 3, because: 'person-needed', problem: problemOf(troubled) };
  const givenUp = stepGivenUp(parts, job);
  if (givenUp !== undefined) {
    const what = parts.translate(describeOperation(givenUp));
    return { code: 3, because: 'person-needed', problem: makeProblem('step-given-up', { what }) };
  }
  if (isJobComplete(parts, job)) return { code: 0, because: 'done' };
  const { verification } = data;
  if (row.finished_at === null) {
    const create = operations.find(({ id }) => id === verification?.create);
    if (create?.state === 'done' && verification?.remove === null) {
      removeTestAccess(open.jobs, job);
      return null;
    }
    const verified =
      intent.steps.verify === undefined || (verification !== null && verification.remove !== null);
    if (verified && operations.every(({ state }) => state === 'done')) {
      finishJob(open.jobs, job);
      return null;
    }
  }
  return over.aborted ? unfinished(over, ...waitingFor(parts, operations)) : null;
}

/** The job with its current operations; a test access or removal that was requested again is no longer counted. */
function currentOperations({ open }: RunParts, job: JobId) {
  const { sqlite } = open.database;
  const { data, row } = loadInstallation(sqlite, job);
  const operations = operationsOfJob(sqlite, job).filter(({ id, kind, state }) => {
    if (state === 'cancelled') return false;
    if (kind === 'create-assignment') return id === data.verification?.create;
    return kind !== 'delete-assignment' || id === data.verification?.remove;
  });
  return { data, row, operations };
}

/** The operation of a step of the job file that a person gave up in the window, on the same data folder. */
function stepGivenUp({ open, intent: { steps } }: RunParts, job: JobId): OperationRow | undefined {
  const { sqlite } = open.database;
  const { car, box, group, verification } = loadInstallation(sqlite, job).data;
  return [
    steps.car && car?.operation,
    steps.box && box?.operation,
    steps.group && group?.createOperation,
    steps.group && group?.operation,
    steps.verify && verification?.create,
  ]
    .flatMap((id) => (id === undefined || id === null ? [] : (readOperation(sqlite, id) ?? [])))
    .find(({ state }) => state === 'cancelled');
}

/**
 * True when the job is finished, no step of it was given up, all operations are done, and every operation that ends with
 * a result is confirmed by that result (architecture.md §9).
 */
function isJobComplete(parts: RunParts, job: JobId): boolean {
  const { row, operations } = currentOperations(parts, job);
  return row.finished_at !== null && operations.every(isConfirmed) && stepGivenUp(parts, job) === undefined;
}

/** Only the operator's own result counts here; an access found by reading still waits for its result. */
function isConfirmed({ kind, state, confirmed_by }: OperationRow): boolean {
  const byResult = kind === 'create-assignment' || kind === 'delete-assignment';
  return state === 'done' && confirmed_by !== null && (!byResult || confirmed_by === 'result');
}

/** The awaited operations in words, and the obstacle, if known. */
function waitingFor(
  { open, translate }: RunParts,
  operations: readonly OperationRow[],
): [what: string, problem: Problem | null] {
  const row = operations.find((operation) => !isConfirmed(operation));
  if (row === undefined) return ['the end of the job', null];
  const connection = open.engine.connection();
  const relay = open.relayState();
  const needsResult = row.state === 'awaiting-result' || row.state === 'done';
  const problem =
    needsResult && relay.state === 'unreachable'
      ? relay.problem
      : connection.state === 'offline'
        ? connection.problem
        : row.problem === null
          ? null
          : problemOf(row);
  const what = needsResult ? "the operator's result of" : 'this step:';
  return [`${what} ${translate(describeOperation(row))}`, problem];
}

function problemOf(row: OperationRow): Problem {
  return row.problem === null ? makeProblem('unexpected') : problemSchema.parse(JSON.parse(row.problem));
}

/** Network faults that only its administrator can fix; a run would wait for them in vain. */
const connectionRepaired: ReadonlySet<ProblemCode> = new Set(['certificate-untrusted', 'proxy-refused']);

/** A refused login or relay token needs new configuration; waiting does not help. */
function configurationProblem({ open, intent }: RunParts): Problem | null {
  const connection = open.engine.connection();
  if (connection.state === 'paused') return connection.problem;
  if (connection.state === 'offline' && connectionRepaired.has(connection.problem.code))
    return connection.problem;
  const relay = open.relayState();
  const needsRelay = intent.steps.verify !== undefined;
  return needsRelay && relay.state === 'refused' ? relay.problem : null;
}
