import { type Clock, type Instant, SECOND } from '../../shared/time.ts';
import type {
  NowAtOperator,
  NowDifference,
  NowKind,
  NowSubject,
} from '../../shared/domain/supervision-job.ts';
import { mayOpenCar } from '../../shared/domain/proof.ts';
import { foldForSearch, foldSerial } from '../../shared/domain/serial.ts';
import { type CarId, carId, userId } from '../../shared/ids.ts';
import type { Assignment, Car, Product } from '../../shared/operator/resources.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type OperatorClient, withDeadline } from '../operator/client.ts';
import { listCarAssignments, listCarProducts, readCar } from '../operator/endpoints/cars.ts';
import { listGroupCars, listGroups } from '../operator/endpoints/groups-and-users.ts';
import { mayBeNotOffered, type OperatorError, problemOf } from '../operator/operator-error.ts';
import { locateBox } from '../operations/queue/kinds/box-location.ts';
import { accessesOf } from './projection/row.ts';
import type { AccessFacts, JobFacts } from './projection/job-facts.ts';

/** Deadline while a person waits; groups with thousands of cars are slow. */
const DEADLINE_MS = 20 * SECOND;

/**
 * The result of a comparison: an empty list = no difference from the log; null = the log contains too little for a
 * read.
 */
type Found = Result<readonly NowDifference[], OperatorError> | null;

/** Reads the current state of a job at the operator and returns the differences from its log. */
export async function nowAtOperator(
  { client, clock }: { readonly client: OperatorClient; readonly clock: Clock },
  facts: JobFacts,
): Promise<NowAtOperator> {
  const car = carId.safeParse(facts.car?.id).data ?? null;
  const found = await withDeadline(clock, DEADLINE_MS, async (signal) => {
    const asking: Asking = { client, signal, car, facts };
    return Promise.all([
      about('car', askCar(asking)),
      about('box', askBox(asking)),
      about('group', askGroup(asking)),
      about('accesses', askAccesses(asking)),
    ]);
  });
  return {
    askedAt: clock.now(),
    differences: found.flatMap(({ answer }) => (answer?.ok === true ? answer.value : [])),
    same: found.flatMap(({ what, answer }) =>
      answer?.ok === true && answer.value.length === 0 ? [what] : [],
    ),
    unanswered: found.flatMap(({ what, answer }) => {
      if (answer?.ok === true) return [];
      return [{ what, problem: answer === null ? null : problemOf(answer.error) }];
    }),
  };
}

interface Asking {
  readonly client: OperatorClient;
  readonly signal: AbortSignal;
  readonly car: CarId | null;
  readonly facts: JobFacts;
}

const about = async (what: NowSubject, asked: Promise<Found>) => ({ what, answer: await asked });

async function askCar({ client, signal, car, facts }: Asking): Promise<Found> {
  if (car === null || facts.car === null) return null;
  const read = await client.call(readCar(car), { signal });
  const label = facts.car.plate ?? facts.car.name ?? String(car);
  if (!read.ok) {
    const gone = read.error.code === 'not-found';
    return gone ? ok([difference('car-gone', { car: label }, facts.car.at)]) : err(read.error);
  }
  return ok(carDifferences(facts.car, read.value));
}

function carDifferences(logged: NonNullable<JobFacts['car']>, found: Car): readonly NowDifference[] {
  const differs = (kind: NowKind, before: string | null, now: string | null): readonly NowDifference[] => {
    const same = before === null || foldForSearch(before) === foldForSearch(now ?? '');
    return same ? [] : [difference(kind, { logged: before, found: now ?? '–' }, logged.at)];
  };
  const modelOf = (one: { brand: string | null; model: string | null }) =>
    [one.brand, one.model].filter((part) => part !== null).join(' ');
  const before = modelOf(logged);
  // Entries of older versions contain the make without the model, or neither.
  const whole = logged.brand !== null && logged.model !== null;
  return [
    ...differs('car-plate', logged.plate, found.licensePlate),
    ...differs('car-vin', logged.vin, found.vin),
    ...differs('car-model', whole ? before : null, modelOf(found)),
  ];
}

async function askBox({ client, signal, car, facts }: Asking): Promise<Found> {
  const { box, oldBox } = facts;
  if (car === null || (box === null && oldBox === null)) return null;
  const differences: NowDifference[] = [];
  if (box !== null) {
    const serial = box.serial;
    const serialNumber = box.sentAs ?? serial;
    const looking = { client, signal, notOffered: mayBeNotOffered };
    const found = await locateBox({ serialNumber, productId: null }, car, looking);
    switch (found.where) {
      case 'failed':
        return err(found.error);
      case 'not-reported':
        return null;
      case 'in-this-car':
        differences.push(...otherVariant(facts, box, found.product));
        break;
      case 'ambiguous':
        return null;
      case 'in-another-car':
        differences.push(
          difference('box-in-another-car', { serial, car: found.carName ?? found.carId }, box.at),
        );
        break;
      case 'car-occupied':
        differences.push(difference('another-box-in-car', { serial, found: found.serialNumber }, box.at));
        break;
      case 'free':
        differences.push(difference('box-not-fitted', { serial }, box.at));
        break;
      case 'not-found':
        differences.push(difference('box-unknown', { serial }, box.at));
        break;
    }
  }
  if (oldBox?.confirmed === true) {
    const held = await productsOf(client, car, signal);
    if (!held.ok) return held;
    const still = held.value.some(
      ({ serialNumber }) => foldSerial(serialNumber) === foldSerial(oldBox.serial),
    );
    if (still) differences.push(difference('box-still-in-car', { serial: oldBox.serial }, null));
  }
  return ok(differences);
}

/** The variant of the car's Box differs from the one that its key needs, or from the log. */
function otherVariant(
  { key }: JobFacts,
  { serial, sap, at }: NonNullable<JobFacts['box']>,
  { sapNumber }: Product,
): readonly NowDifference[] {
  const wanted = key?.sap ?? sap;
  if (wanted === null || sapNumber === null || wanted === sapNumber) return [];
  return [difference('box-of-other-variant', { serial, needed: wanted, found: sapNumber }, at)];
}

const productsOf = (
  client: OperatorClient,
  car: CarId,
  signal: AbortSignal,
): Promise<Result<readonly Product[], OperatorError>> =>
  client.call(listCarProducts(car, client.assumptions), { signal });

async function askGroup({ client, signal, car, facts }: Asking): Promise<Found> {
  if (car === null || facts.group?.confirmed !== true) return null;
  const { name } = facts.group;
  const groups = await client.pages((page) => listGroups(page, client.assumptions), { signal });
  if (!groups.ok) return err(groups.error);
  const group = groups.value.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const missing = [difference('not-in-group', { group: name }, null)];
  if (group === undefined) return ok(missing);
  const cars = await client.pages((page) => listGroupCars(group.id, page), { signal });
  if (!cars.ok) return err(cars.error);
  return ok(cars.value.some(({ id }) => id === car) ? [] : missing);
}

async function askAccesses({ client, signal, car, facts }: Asking): Promise<Found> {
  const tests = accessesOf(facts);
  const users = new Set(
    tests.flatMap(({ phase, user }) => (phase === 'removed' ? (userId.safeParse(user).data ?? []) : [])),
  );
  if (car === null || users.size === 0) return null;
  const listed = await client.pages((page) => listCarAssignments(car, page), { signal });
  if (!listed.ok) return err(listed.error);
  const begun = facts.startedAt;
  const found = listed.value.filter(
    ({ userId: of, start }) => of !== null && of !== undefined && users.has(of) && start >= begun - SECOND,
  );
  return ok(
    withoutPresent(found, tests)
      .slice(0, 1)
      .map(({ id }) => difference('test-access-open', { number: id }, facts.lastFinishedAt)),
  );
}

/** The accesses at the operator without those of tests that are not removed: each has the first access since its start. */
function withoutPresent(found: readonly Assignment[], tests: readonly AccessFacts[]): readonly Assignment[] {
  const left = found.toSorted((one, other) => one.start - other.start);
  for (const { phase, user, startedAt } of tests) {
    if (phase !== 'requested' && !mayOpenCar(phase)) continue;
    const own = left.findIndex(
      (one) => one.userId === user && one.start >= (startedAt ?? one.start) - SECOND,
    );
    if (own !== -1) left.splice(own, 1);
  }
  return left;
}

function difference(
  kind: NowKind,
  params: Readonly<Record<string, string | number | null>>,
  loggedAt: Instant | null,
): NowDifference {
  const filled = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? '–']));
  return {
    kind,
    log: { key: `supervision.now.${kind}.log`, params: filled },
    loggedAt: loggedAt === null ? null : Math.round(loggedAt),
    operator: { key: `supervision.now.${kind}.operator`, params: filled },
  };
}
