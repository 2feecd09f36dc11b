import { type Clock, type Instant, SECOND } from '../../shared/time.ts';
import type { OperatorEvents } from '../../shared/domain/proof.ts';
import { type CarId, eventId, type JobId, type UserId } from '../../shared/ids.ts';
import type { CarEvent } from '../../shared/operator/resources.ts';
import { readLocalAssignment } from '../db/tables/queue/assignments.ts';
import { boundValue } from '../db/tables/queue/dependencies.ts';
import { operationsOfJob } from '../db/tables/queue/operations.ts';
import type { OperatorClient } from '../operator/client.ts';
import { listCarEvents } from '../operator/endpoints/cars.ts';
import { changeJobOf, loadJob } from './change.ts';
import type { AccessTest } from './job-data.ts';
import type { JobParts } from './parts.ts';
import { carOfJob } from './steps/car.ts';
import { testsOf } from './verification-view.ts';

/** Reads the operator's own events of a car as evidence for its test, in the background. */
export interface OperatorEventsReader {
  /**
   * Reads at most once per job within half a minute, while a person reported an opening that the events do not confirm.
   */
  readonly ask: (job: JobId) => void;
  readonly stop: () => Promise<void>;
}

const FRESH_FOR_MS = 30 * SECOND;
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
  const abort = new AbortController();
  const askedAt = new Map<JobId, number>();
  const running = new Set<Promise<void>>();

  const read = async (job: JobId, { car, local, window }: Wanted) => {
    const newestFirst = { orderby: 'id desc', top: MOST_EVENTS };
    const answer = await client.call(listCarEvents(car, newestFirst, client.assumptions), {
      signal: abort.signal,
    });
    if (answer.ok) noteEvents(jobs, job, local, { asOf: clock.now(), ...shownBy(answer.value, window) });
  };

  return {
    ask: (job) => {
      const now = clock.now();
      if (now - (askedAt.get(job) ?? 0) < FRESH_FOR_MS || abort.signal.aborted) return;
      const wanted = wantedOf(jobs, job, now);
      if (wanted === null) return;
      askedAt.set(job, now);
      const task = read(job, wanted)
        // A failed read or write leaves the job without operator events.
        .catch(() => undefined)
        .finally(() => running.delete(task));
      running.add(task);
    },
    stop: async () => {
      abort.abort();
      await Promise.allSettled(running);
    },
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
