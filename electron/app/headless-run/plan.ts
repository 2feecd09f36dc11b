import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import { foldSerial } from '../../../shared/domain/serial.ts';
import { typedText } from '../../../shared/domain/typed-text.ts';
import { type Clock, SECOND } from '../../../shared/time.ts';
import type { Result } from '../../../shared/result.ts';
import { isOutsideScope } from '../../directory/rows.ts';
import { loadInstallation, loadJob } from '../../jobs/change.ts';
import { boxBySerial } from '../../jobs/box-lookup.ts';
import { installBox, takeKey } from '../../jobs/steps/box.ts';
import { chooseCar, createCar, checkedNewCar, chooseGroup } from '../../jobs/steps/car.ts';
import { startVerification } from '../../jobs/steps/verify.ts';
import type { OpenProfile } from '../../session/open-profile.ts';
import { readCar } from '../../operator/endpoints/cars.ts';
import { listGroups, readUser } from '../../operator/endpoints/groups-and-users.ts';
import { listProducts, ofSerial, listKeys } from '../../operator/endpoints/products.ts';
import type { Sqlite } from '../../db/open.ts';
import { jobsForHome } from '../../db/tables/queue/jobs.ts';
import type { InstallationData } from '../../jobs/job-data.ts';
import { EndRun, type WriteLine, type Ending, unfinished } from './terminal.ts';
import { type JobFile, typedCar } from './job-file.ts';
import type { OperatorClient } from '../../operator/client.ts';
import { mayBeNotOffered, type OperatorError, problemOf } from '../../operator/operator-error.ts';
import type { Identified, Page } from '../../operator/paging.ts';
import type { OperatorRequest } from '../../operator/request.ts';

/*
 * The steps of a job.json that a job still lacks, the rules by which a corrected file continues an unfinished job, and
 * the reads at the operator that the run needs first.
 */

/** The dependencies of planning. */
interface Planning {
  readonly open: OpenProfile;
  readonly job: JobId;
  readonly steps: JobFile;
  readonly asking: Asking;
  readonly write: WriteLine;
  /** Waits while the Box installation of the job is being sent; false when the run ends first. */
  readonly boxAtRest: () => Promise<boolean>;
}

/**
 * Queues every step of a job.json that the job does not have yet, with the use cases of the window. Each step is one
 * transaction, so a run killed between two steps resumes after the last one and repeats none. Values that a corrected
 * job.json changes replace steps that are not done.
 */
export async function queueSteps(planning: Planning): Promise<void> {
  await planCar(planning);
  await planKeyfob(planning);
  await planBox(planning);
  await planGroup(planning);
  await planVerification(planning);
}

const decided = ({ open, job }: Planning) => loadInstallation(open.database.sqlite, job).data;

async function planCar(planning: Planning): Promise<void> {
  const { open, job, steps, asking, write } = planning;
  if (steps.car === undefined || decided(planning).car !== null) return;
  if ('id' in steps.car) {
    open.directory.recordCar(await asking.ask(readCar(steps.car.id)));
    await open.directory.written();
    chooseCar(open.jobs, job, steps.car.id);
  } else {
    createCar(open.jobs, job, typedCar(steps.car));
  }
  write({ event: 'step', step: 'car', state: 'saved' });
}

/** Looks up the brand and takes the key that names the Box of this job, when the catalogue has one. */
async function planKeyfob(planning: Planning): Promise<void> {
  const { open, job, steps, asking, write } = planning;
  if (steps.keyfob === undefined || sameBrand(decided(planning), steps.keyfob)) return;
  const { brand } = steps.keyfob;
  const keys = await asking.askAll((page) => listKeys(brand, page));
  const sap = steps.box === undefined ? null : await sapNumberOf(planning, steps.box.serialNumber);
  const inScope = keys.filter((key) => !isOutsideScope(key));
  const fitting = inScope.find(({ boxSapNumber }) => boxSapNumber !== null && boxSapNumber === sap);
  refuseOtherVariant(steps.box?.serialNumber ?? null, sap, fitting === undefined ? inScope : []);
  // An earlier run ordered the Box without a key. Taking a key replaces the order, which is impossible while the first
  // order is being sent.
  if (fitting !== undefined && (await planning.boxAtRest())) {
    takeKey(open.jobs, job, {
      id: fitting.id,
      brand: fitting.brand,
      keyFormName: fitting.keyForm.name,
      pictureUrl: fitting.keyForm.imageUrl,
      boxName: fitting.boxName,
      boxSapNumber: fitting.boxSapNumber,
      outsideScope: false,
    });
  }
  write({
    event: 'step',
    step: 'keyfob',
    state: 'looked-up',
    brand,
    keys: keys.length,
    boxes: [...new Set(inScope.map(({ boxName }) => boxName))].filter((name) => name !== null),
    ...(fitting === undefined ? {} : { taken: fitting.keyForm.name }),
  });
}

/**
 * Refuses a Box that no key of the brand accepts: a person must choose another one. `keys`: the keys that do not accept
 * it.
 */
function refuseOtherVariant(
  serial: string | null,
  found: string | null,
  keys: readonly { readonly boxName: string | null; readonly boxSapNumber: string | null }[],
): void {
  const taken = keys.filter(({ boxSapNumber }) => boxSapNumber !== null);
  if (serial === null || found === null || taken.length === 0) return;
  const listed = (texts: readonly (string | null)[]) =>
    [...new Set(texts)].filter((text) => text !== null).join(', ');
  const needed = listed(taken.map(({ boxName }) => boxName));
  const sap = listed(taken.map(({ boxSapNumber }) => boxSapNumber));
  throw new EndRun({
    code: 3,
    because: 'person-needed',
    problem: makeProblem('box-wrong-variant', { serial, found, needed, sap }),
  });
}

/** Reads the Box once for the operator's spelling of its serial and its variant. */
async function sapNumberOf({ open, asking }: Planning, serial: string): Promise<string | null> {
  const known = boxBySerial(open.directory, serial);
  if (known !== undefined) return known.sapNumber;
  const filter = ofSerial(serial);
  const found = await asking.askForMaybe(listProducts({ filter, top: 5 }, open.client.assumptions));
  if (found === null || found.length === 0) return null;
  for (const product of found) open.directory.recordProduct(product);
  await open.directory.written();
  return boxBySerial(open.directory, serial)?.sapNumber ?? null;
}

async function planBox(planning: Planning): Promise<void> {
  const { open, job, steps, write } = planning;
  if (steps.box === undefined || sameBox(decided(planning), steps.box)) return;
  await sapNumberOf(planning, steps.box.serialNumber);
  installBox(open.jobs, job, steps.box.serialNumber);
  write({ event: 'step', step: 'box', state: 'saved' });
}

async function planGroup(planning: Planning): Promise<void> {
  const { open, job, steps, asking, write } = planning;
  if (steps.group === undefined || sameGroup(decided(planning), steps.group)) return;
  if ('id' in steps.group) {
    const { id } = steps.group;
    const groups = await asking.askForAllMaybe((page) => listGroups(page, open.client.assumptions));
    open.directory.recordGroup(groups?.find((group) => group.id === id) ?? { id, name: `Group ${id}` });
    await open.directory.written();
  }
  chooseGroup(open.jobs, job, steps.group);
  write({ event: 'step', step: 'group', state: 'saved' });
}

async function planVerification(planning: Planning): Promise<void> {
  const { open, job, steps, asking, write } = planning;
  if (steps.verify === undefined || decided(planning).verification !== null) return;
  const user = await asking.askForMaybe(readUser(steps.verify.userId));
  if (user === null) {
    throw new EndRun({
      code: 3,
      because: 'person-needed',
      problem: makeProblem('operator-not-found', {}, `No user ${steps.verify.userId} for this customer`),
    });
  }
  open.directory.recordUser(user);
  await open.directory.written();
  startVerification(open.jobs, job, steps.verify.userId, steps.verify.minutes);
  write({ event: 'step', step: 'verify', state: 'saved' });
}

/**
 * The unfinished job that a corrected job.json belongs to: the one that creates exactly the same new car. Correcting a
 * mistyped serial must not create the car twice.
 */
export function jobOfSameNewCar(sqlite: Sqlite, { car }: JobFile): JobId | null {
  if (car === undefined || 'id' in car) return null;
  const wanted = checkedNewCar(typedCar(car));
  const unfinished = jobsForHome(sqlite, Number.MAX_SAFE_INTEGER).filter(
    (row) => row.finished_at === null && row.intent_digest !== null,
  );
  const same = unfinished.find(({ id }) => {
    const made = loadJob(sqlite, id).data.car;
    if (made?.origin !== 'created') return false;
    return (
      made.name === wanted.name &&
      made.licensePlate === wanted.licensePlate &&
      made.vin === wanted.vin &&
      made.brand === wanted.brand &&
      made.model === wanted.model
    );
  });
  return same?.id ?? null;
}

/** True when the job already has the wanted Box. */
export function sameBox({ box }: InstallationData, wanted: NonNullable<JobFile['box']>): boolean {
  return box !== null && foldSerial(box.serialNumber) === foldSerial(wanted.serialNumber);
}

/** True when the job already has the wanted group. */
export function sameGroup({ group }: InstallationData, wanted: NonNullable<JobFile['group']>): boolean {
  if (group === null) return false;
  return 'id' in wanted ? group.id === wanted.id : group.name === typedText(wanted.name);
}

/** True when the job's key is of the wanted brand. */
function sameBrand({ key }: InstallationData, wanted: NonNullable<JobFile['keyfob']>): boolean {
  return key !== null && key.brand.toLowerCase() === wanted.brand.trim().toLowerCase();
}

const RETRY_AFTER_MS = 2 * SECOND;
const THE_ANSWER = "the operator's answer";

type ListRequest<Row> = (page: Page) => OperatorRequest<readonly Row[]>;

/**
 * Reads that the run needs before it can queue anything. They retry until an answer arrives, and throw EndRun when the
 * operator refuses or when the run is over.
 */
export interface Asking {
  readonly ask: <Value>(request: OperatorRequest<Value>) => Promise<Value>;
  /** Every page of a list. */
  readonly askAll: <Row extends Identified>(build: ListRequest<Row>) => Promise<readonly Row[]>;
  /** Null where the operator does not know or does not offer the resource. */
  readonly askForMaybe: <Value>(request: OperatorRequest<Value>) => Promise<Value | null>;
  readonly askForAllMaybe: <Row extends Identified>(
    build: ListRequest<Row>,
  ) => Promise<readonly Row[] | null>;
}

/** Sends reads over one client until `over` is aborted. `onWaiting` is called once per read that has to be retried. */
export function createAsking(
  {
    client,
    clock,
    over,
  }: { readonly client: OperatorClient; readonly clock: Clock; readonly over: AbortSignal },
  onWaiting: (what: string, problem: Problem) => void,
): Asking {
  const untilAnswered = async <Value>(
    assumed: boolean,
    call: () => Promise<Result<Value, OperatorError>>,
  ): Promise<Result<Value, OperatorError>> => {
    let problem: Problem | null = null;
    for (;;) {
      if (over.aborted) throw new EndRun(unfinished(over, THE_ANSWER, problem));
      const answer = await call();
      if (answer.ok || isFinal(answer.error) || (assumed && mayBeNotOffered(answer.error))) return answer;
      if (answer.error.code !== 'aborted') {
        if (problem === null) onWaiting(THE_ANSWER, problemOf(answer.error));
        problem = problemOf(answer.error);
      }
      await pause(clock, Math.max(RETRY_AFTER_MS, answer.error.retryAfterMs ?? 0), over);
    }
  };
  const one = <Value>(request: OperatorRequest<Value>) =>
    untilAnswered(request.assumed, () => client.call(request, { signal: over }));
  const all = <Row extends Identified>(build: ListRequest<Row>) =>
    untilAnswered(isAssumed(build), () => client.pages(build, { signal: over }));
  return {
    ask: async (request) => needed(await one(request)),
    askAll: async (build) => needed(await all(build)),
    askForMaybe: async (request) => orNull(await one(request), request.assumed),
    askForAllMaybe: async (build) => orNull(await all(build), isAssumed(build)),
  };
}

function needed<Value>(answer: Result<Value, OperatorError>): Value {
  if (answer.ok) return answer.value;
  throw new EndRun(endingFor(answer.error));
}

const isAssumed = <Row extends Identified>(build: ListRequest<Row>) => build({ top: 1, skip: 0 }).assumed;

function orNull<Value>(answer: Result<Value, OperatorError>, assumed: boolean): Value | null {
  if (answer.ok) return answer.value;
  const { code } = answer.error;
  if (code === 'not-found' || code === 'unreadable' || (assumed && mayBeNotOffered(answer.error)))
    return null;
  return needed(answer);
}

/** True when a retry cannot help. */
function isFinal({ code }: OperatorError): boolean {
  return [
    'login-refused',
    'untrusted',
    'proxy-login',
    'proxy-refused',
    'unauthorised',
    'customer-gone',
    'not-found',
    'invalid',
    'conflict',
    'content-type',
    'unreadable',
  ].includes(code);
}

/** Refused credentials are a configuration error; every other refusal by the operator needs a person. */
function endingFor(error: OperatorError): Ending {
  const problem = problemOf(error);
  const ofConfiguration = [
    'login-refused',
    'unauthorised',
    'customer-gone',
    'untrusted',
    'proxy-login',
    'proxy-refused',
  ];
  return ofConfiguration.includes(error.code)
    ? { code: 2, because: 'configuration', problem }
    : { code: 3, because: 'person-needed', problem };
}

/** Waits `delayMs`; resolves early when the run is over. */
function pause(clock: Clock, delayMs: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      over.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.setTimer(end, delayMs);
    over.addEventListener('abort', end);
    if (over.aborted) end();
  });
}
