import { foldSerial } from '../../shared/domain/serial.ts';
import { type ProductId, type CarId, type JobId, eventId, type UserId } from '../../shared/ids.ts';
import { type Instant, SECOND, type Clock } from '../../shared/time.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import type { OperatorEvents } from '../../shared/domain/proof.ts';
import type { CarEvent } from '../../shared/operator/resources.ts';
import type { Directory } from '../directory/directory.ts';
import type { OperatorClient } from '../operator/client.ts';
import { listCarProducts, listCarEvents } from '../operator/endpoints/cars.ts';
import { listProducts, ofSerial } from '../operator/endpoints/products.ts';
import { readServiceOf } from '../operations/queue/kinds/install.ts';
import { readLocalAssignment } from '../db/tables/queue/assignments.ts';
import { boundValue } from '../db/tables/queue/operation-order.ts';
import { operationsOfJob } from '../db/tables/queue/operations.ts';
import { boxBySerial } from './box-lookup.ts';
import { changeJobOf, loadJob, type JobParts } from './change.ts';
import type { AccessTest } from './job-data.ts';
import { carOfJob } from './steps/car.ts';
import { testsOf } from './verification-view.ts';

/*
 * Reads at the operator in the background while a person works at a job: facts of a Box for the pre-flight, and the
 * operator's own events of a car as evidence for its test.
 */

const FRESH_FOR_MS = 30 * SECOND;

/** Reads that run until they are stopped. */
function createReads(clock: Clock) {
  const abort = new AbortController();
  const askedAt = new Map<string, Instant>();
  const running = new Set<Promise<void>>();
  return {
    signal: abort.signal,
    /**
     * Begins a read, at most once per key within half a minute; `read` returns null where there is nothing to read. A
     * failed read or write leaves the facts as they are.
     */
    begin: (key: string, read: () => Promise<void> | null): void => {
      const now = clock.now();
      if (now - (askedAt.get(key) ?? 0) < FRESH_FOR_MS || abort.signal.aborted) return;
      const reading = read();
      if (reading === null) return;
      askedAt.set(key, now);
      const task = reading.catch(() => undefined).finally(() => running.delete(task));
      running.add(task);
    },
    stop: async (): Promise<void> => {
      abort.abort();
      await Promise.allSettled(running);
    },
  };
}

/** Upper bound of serials with cached answers: enough for a long working day. */
const MOST_KEPT = 500;

/** Cache of the operator's latest answers about facts that its lists cannot contain. */
export interface LiveAnswers {
  /** When the operator reported no product with this serial; null = it did not. */
  readonly noBoxAt: (serial: string) => Instant | null;
  /** When the operator reported no service for this product; null = it did not. */
  readonly noServiceAt: (product: ProductId) => Instant | null;
  /** Stores an answer and replaces the previous one. `at` null = the operator knows the Box, or has not answered. */
  readonly noteBox: (serial: string, noneAt: Instant | null) => void;
  readonly noteService: (product: ProductId, noneAt: Instant | null) => void;
}

/** The answers of one open profile, in memory only: they are read again after a restart. */
export function createLiveAnswers(): LiveAnswers {
  const boxes = new Map<string, Instant>();
  const services = new Map<ProductId, Instant>();
  return {
    noBoxAt: (serial) => boxes.get(foldSerial(serial)) ?? null,
    noServiceAt: (product) => services.get(product) ?? null,
    noteBox: (serial, noneAt) => keep(boxes, foldSerial(serial), noneAt),
    noteService: (product, noneAt) => keep(services, product, noneAt),
  };
}

/** LRU eviction. */
function keep<Key>(kept: Map<Key, Instant>, key: Key, at: Instant | null): void {
  kept.delete(key);
  if (at !== null) kept.set(key, at);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** Refreshes the facts about a serial in the background; the pre-flight never waits for it. */
export interface PreflightRefresh {
  /** Requests at most once per serial and car within half a minute. Publishes the job when the answer has new facts. */
  readonly ask: (job: JobId, serial: string, car: CarId | null) => void;
  readonly stop: () => Promise<void>;
}

/** A refresher over one profile's client and directory. */
export function createPreflightRefresh(parts: {
  readonly client: OperatorClient;
  readonly directory: Pick<
    Directory,
    'recordProduct' | 'recordService' | 'written' | 'productsBySerial' | 'serviceOfProduct'
  >;
  readonly answers: LiveAnswers;
  readonly clock: Clock;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}): PreflightRefresh {
  const { client, directory, answers, clock } = parts;
  const reads = createReads(clock);
  const { signal } = reads;

  const refresh = async (job: JobId, serial: string, car: CarId | null) => {
    const filter = ofSerial(serial);
    const found = await client.call(listProducts({ filter, top: 10 }, client.assumptions), { signal });
    const inCar =
      car === null ? null : await client.call(listCarProducts(car, client.assumptions), { signal });
    const products = [
      ...(found.ok ? found.value : []),
      ...(inCar?.ok === true ? inCar.value.map((product) => ({ ...product, carId: car })) : []),
    ];
    if (products.length > 0) {
      for (const product of products) directory.recordProduct(product);
      await directory.written();
    }
    const known = boxBySerial(directory, serial);
    // A missing list does not prove absence.
    if (found.ok)
      answers.noteBox(serial, known === undefined && found.value.length === 0 ? clock.now() : null);
    const reportedOfService = known !== undefined && (await readService(known.id));
    if (found.ok || products.length > 0 || reportedOfService) parts.publish(new Set<Topic>([`job:${job}`]));
  };

  /** Whether the operator reported it; a reported absence is stored too. */
  const readService = async (product: ProductId): Promise<boolean> => {
    const answer = await readServiceOf(client, product, signal);
    if (answer.reported === 'not-reported') return false;
    if (answer.service !== null) {
      directory.recordService({ ...answer.service, productId: product });
      await directory.written();
    }
    answers.noteService(product, answer.reported === 'none' ? clock.now() : null);
    return true;
  };

  return {
    ask: (job, serial, car) => reads.begin(`${serial}/${String(car)}`, () => refresh(job, serial, car)),
    stop: reads.stop,
  };
}

/** Reads the operator's own events of a car as evidence for its test, in the background. */
export interface OperatorEventsReader {
  /**
   * Reads at most once per job within half a minute, while a person reported an opening that the events do not confirm.
   */
  readonly ask: (job: JobId) => void;
  readonly stop: () => Promise<void>;
}

/** Upper bound of events, newest first: fewer occur at a car during a test. */
const MOST_EVENTS = 100;

/** The conditions for an event to belong to the test. */
export interface TestWindow {
  readonly from: Instant;
  readonly until: Instant;
  readonly userId: UserId;
  /** Our own records, which are no evidence. */
  readonly own: { readonly userAgent: string; readonly ids: ReadonlySet<number> };
}

/**
 * The first opening and closing in the test's time window, by the test user if the event names a user. Our own records
 * of a person's observation do not count.
 */
export function shownBy(
  events: readonly CarEvent[],
  { from, until, userId, own }: TestWindow,
): Pick<OperatorEvents, 'opened' | 'closed'> {
  const first = (type: 'CarOpened' | 'CarClosed'): Instant | null => {
    const times = events.flatMap((event) => {
      const { utcDateTime: at } = event;
      const fits =
        event.type === type &&
        at !== null &&
        at >= from &&
        at <= until &&
        (event.userId === null || event.userId === undefined || event.userId === userId) &&
        event.userAgent !== own.userAgent &&
        !own.ids.has(event.id);
      return fits ? [at] : [];
    });
    return times.length === 0 ? null : Math.min(...times);
  };
  return { opened: first('CarOpened'), closed: first('CarClosed') };
}

/** A reader over one profile's client and jobs. */
export function createOperatorEventsReader({
  client,
  jobs,
  clock,
}: {
  readonly client: OperatorClient;
  readonly jobs: JobParts;
  readonly clock: Clock;
}): OperatorEventsReader {
  const reads = createReads(clock);

  const read = async (job: JobId, { car, local, window }: Wanted) => {
    const newestFirst = { orderby: 'id desc', top: MOST_EVENTS };
    const answer = await client.call(listCarEvents(car, newestFirst, client.assumptions), {
      signal: reads.signal,
    });
    if (answer.ok) noteEvents(jobs, job, local, { asOf: clock.now(), ...shownBy(answer.value, window) });
  };

  return {
    ask: (job) =>
      reads.begin(job, () => {
        const wanted = wantedOf(jobs, job, clock.now());
        return wanted === null ? null : read(job, wanted);
      }),
    stop: reads.stop,
  };
}

/** One read: the car, its test, and the events that count for it. */
interface Wanted {
  readonly car: CarId;
  readonly local: AccessTest['local'];
  readonly window: TestWindow;
}

/** Null: no opening was reported at the car yet, or an event already confirms it. */
function wantedOf({ database: { sqlite }, userAgent }: JobParts, job: JobId, now: Instant): Wanted | null {
  const { data } = loadJob(sqlite, job);
  if (data.kind === 'removal' || data.car === null) return null;
  const test = testsOf(sqlite, data).at(-1);
  if (test === undefined || test.opened?.worked !== true) return null;
  if (test.operatorEvents !== null && test.operatorEvents.opened !== null) return null;
  const access = readLocalAssignment(sqlite, test.local);
  const car = carOfJob(sqlite, data.car).id;
  if (access === undefined || car === null) return null;
  const ids = operationsOfJob(sqlite, job).flatMap((row) => {
    const bound = row.kind === 'create-event' ? eventId.safeParse(boundValue(sqlite, row.id, 'id')) : null;
    return bound?.success === true ? [bound.data] : [];
  });
  return {
    car,
    local: test.local,
    window: {
      from: access.start_at,
      until: Math.min(access.end_at ?? now, now),
      userId: test.userId,
      own: { userAgent, ids: new Set(ids) },
    },
  };
}

/** Stores the events with their test, also for a finished job. The log records new ones. */
function noteEvents(parts: JobParts, job: JobId, local: AccessTest['local'], read: OperatorEvents): void {
  changeJobOf(
    parts,
    job,
    ['installation', 'swap'],
    (change) => {
      const { verification } = change.data;
      // Another test began during the request, so these events prove nothing about it.
      if (verification === null || verification.local !== local) return change.data;
      const { operatorEvents: before } = verification;
      if (before?.opened !== read.opened || before.closed !== read.closed) {
        change.record('operator-events-read', { opened: read.opened, closed: read.closed });
      }
      return { ...change.data, verification: { ...verification, operatorEvents: read } };
    },
    { evenFinished: true },
  );
}
