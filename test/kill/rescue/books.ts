import type { JobId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import { heldAbout } from '../../e2e/fixture/operator-record.ts';
import { executions, type OperatorBooks } from '../check/fitted-once.ts';
import { brokenChain, type QueueBooks, unannounced } from '../check/queue-books.ts';
import type { AskedInstallation } from './crew-laptop.ts';

/** A job whose laptop was killed, and what became of it. */
export interface DeadJob extends AskedInstallation {
  readonly job: JobId;
  /** Another laptop has continued it. */
  readonly isContinued: boolean;
  /** The killed laptop was started again at this time, after the job was continued; null = never. */
  readonly returnedAt: Instant | null;
}

/** Violations at the operator: each of these installations is there as asked for, and each write took effect once. */
export function notInstalledOnce(
  operator: OperatorBooks,
  jobs: readonly AskedInstallation[],
): readonly string[] {
  const found = executions(operator);
  const writes = ['PUT /cars', 'PUT /installations', 'PUT /groups', 'PUT /groups/*/cars'] as const;
  return [
    ...jobs.flatMap(({ plate, box, group }) => {
      const { cars, boxes, groups } = heldAbout(operator, plate);
      const is = `${cars} cars, Boxes ${boxes.join()}, groups ${groups.join()}`;
      const asked = `1 cars, Boxes ${box}, groups ${group}`;
      return is === asked ? [] : [`${plate} has ${is} instead of ${asked}`];
    }),
    ...writes.flatMap((write) =>
      found[write] === jobs.length
        ? []
        : [`${write} took effect ${found[write]} times instead of ${jobs.length}`],
    ),
    ...operator.violations.all.map(
      ({ rule, method, path }) => `the operator forbids it: ${rule}, ${method} ${path}`,
    ),
  ];
}

/** Violations in the killed laptop's queue: whole, and once its job was continued elsewhere, silent about it. */
export function notGivenUp(books: QueueBooks, dead: DeadJob): readonly string[] {
  const continued = books.log.filter(
    ({ type, job_id }) => type === 'job-continued-elsewhere' && job_id === dead.job,
  ).length;
  const { returnedAt, isContinued } = dead;
  const expected = isContinued && returnedAt !== null ? 1 : 0;
  const sentSince = books.attempts.filter(
    ({ started_at: at, sent }) => isContinued && returnedAt !== null && at >= returnedAt && sent !== 'no',
  );
  const allowed = isContinued ? ['done', 'cancelled'] : ['done'];
  return [
    ...notWhole(books),
    ...(books.jobs.some(({ id }) => id === dead.job) ? [] : [`the job ${dead.job} is lost`]),
    ...(continued === expected
      ? []
      : [
          `the log says ${continued} times that ${dead.plate} is continued elsewhere, instead of ${expected}`,
        ]),
    ...sentSince.map(
      ({ operation_id: id }) => `${id} of ${dead.plate} was sent after the job had been continued elsewhere`,
    ),
    ...(isContinued && returnedAt === null ? [] : books.operations)
      .filter(({ state }) => !allowed.includes(state))
      .map(({ kind, state }) => `${kind} of ${dead.plate} ended as ${state} on the killed laptop`),
  ];
}

/** Violations in the queue of the laptop that continues jobs. */
export function notContinued(books: QueueBooks, dead: readonly DeadJob[]): readonly string[] {
  const known = new Set(books.jobs.map(({ id }) => id));
  return [
    ...notWhole(books),
    ...dead
      .filter(({ isContinued, job }) => isContinued !== known.has(job))
      .map(({ plate, isContinued }) => `${plate} is ${isContinued ? 'not' : 'also'} on the other laptop`),
    ...books.operations
      .filter(({ state }) => state !== 'done')
      .map(({ kind, state, problem }) => `${kind} ended as ${state} on the other laptop: ${problem ?? ''}`),
  ];
}

/** No write left any laptop of the crew without an attempt on its disk. */
export function notAnnounced(crew: readonly QueueBooks[], { journal }: OperatorBooks): readonly string[] {
  return unannounced({ attempts: crew.flatMap(({ attempts }) => attempts) }, journal.entries);
}

function notWhole({ integrity, log }: QueueBooks): readonly string[] {
  return [...(integrity === 'ok' ? [] : [`queue.db is damaged: ${integrity}`]), ...brokenChain(log)];
}
