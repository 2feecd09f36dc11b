import { z } from 'zod';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { type CarId, carId } from '../../shared/ids.ts';
import type { FoundJob, Found } from '../../shared/ipc/calls/directory.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import { newestJobs, jobsHolding, type JobRow } from '../db/tables/queue/jobs.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { Readings } from '../directory/live.ts';
import type { Sqlite } from '../db/open.ts';
import type { Directory } from '../directory/directory.ts';
import { carOfJob } from '../jobs/steps/car.ts';
import { parseJobData, serialsOf } from '../jobs/job-data.ts';
import type { Handlers } from './router.ts';

/* Reads of the local copies and of the operator, and the search over the copies and the jobs (Ctrl+K). */

type DirectoryHandlers = Pick<Handlers, Extract<keyof Handlers, `directory.${string}`>>;

const jobWithCar = z.object({ car: z.object({ id: carId.nullable() }).nullable() });
/** Upper bound of jobs read for the recent cars: enough for a busy day, cheap to read. */
const MOST_JOBS_READ = 60;

/** The `directory.*` calls. */
export function directoryCalls(current: () => OpenProfile): DirectoryHandlers {
  const read: Readings['run'] = (reading, options) => current().readings.run(reading, options);
  return {
    'directory.searchCars': ({ text, limit }) => {
      const { directory, sync } = current();
      const found = directory.searchCars(text, limit);
      if (found.rows.length === 0 && text.trim() !== '') sync.syncSoon();
      return found;
    },
    'directory.recentCars': ({ limit }) => {
      const { database, directory } = current();
      const ids = newestJobs(database.sqlite, MOST_JOBS_READ)
        .map(({ data }) => jobWithCar.parse(JSON.parse(data)).car?.id)
        .filter((id): id is CarId => id !== null && id !== undefined);
      const rows = [...new Set(ids)]
        .slice(0, limit)
        .map((id) => directory.car(id))
        .filter((car) => car !== undefined);
      return { rows, asOf: directory.asOf('cars') };
    },
    'directory.carHints': (typed) => ({ hints: [...current().directory.carHints(typed)] }),
    'directory.searchGroups': ({ text, limit }) => current().directory.searchGroups(text, limit),
    'directory.searchUsers': ({ text, limit }) => current().directory.searchUsers(text, limit),
    'directory.brands': () => current().directory.brands(),
    'directory.keys': ({ brand }) => current().directory.keys(brand),
    'directory.picture': async ({ url }) => ({ dataUrl: await current().pictures.get(url) }),
    'directory.listCars': (page) => current().directory.listCars(page),
    'directory.listUsers': (page) => current().directory.listUsers(page),
    'directory.listGroups': (page) => current().directory.listGroups(page),
    'directory.listProducts': (page) => current().directory.listProducts(page),
    'directory.listServices': (page) => current().directory.listServices(page),
    'directory.car': ({ carId }) => known(current().directory.carDetails(carId)),
    'directory.group': ({ groupId }) => known(current().directory.group(groupId)),
    'directory.user': ({ userId }) => known(current().directory.user(userId)),
    'directory.product': ({ productId }) => {
      const { directory } = current();
      return directory.viewProduct(known(directory.product(productId)));
    },
    'directory.productsInCar': ({ carId }) => {
      const { directory } = current();
      const { rows, asOf } = directory.productsInCar(carId);
      return { rows: rows.map(directory.viewProduct), asOf };
    },
    'directory.service': ({ serviceId }) => known(current().directory.service(serviceId)),
    'directory.customers': ({ reading }) => read(reading, (options) => current().live.customers(options)),
    'directory.carAssignments': ({ carId, reading }) =>
      read(reading, (options) => current().live.carAssignments(carId, options)),
    'directory.userAssignments': ({ userId, reading }) =>
      read(reading, (options) => current().live.userAssignments(userId, options)),
    'directory.carEvents': ({ carId, reading }) =>
      read(reading, (options) => current().live.carEvents(carId, options)),
    'directory.groupCars': ({ groupId, reading }) =>
      read(reading, (options) => current().live.groupCars(groupId, options)),
    'directory.groupUsers': ({ groupId, reading }) =>
      read(reading, (options) => current().live.groupUsers(groupId, options)),
    'directory.groupProducts': ({ groupId, reading }) =>
      read(reading, (options) => current().live.groupProducts(groupId, options)),
    'directory.groupServices': ({ groupId, reading }) =>
      read(reading, (options) => current().live.groupServices(groupId, options)),
    'directory.brandKeys': ({ brand, reading }) =>
      read(reading, (options) => current().live.brandKeys(brand, options)),
    'directory.eventNow': ({ carId, eventId, reading }) =>
      read(reading, (options) => current().live.eventNow(carId, eventId, options)),
    'directory.serviceNow': ({ serviceId, reading }) =>
      read(reading, (options) => current().live.serviceNow(serviceId, options)),
    'directory.readingProgress': ({ reading }) => ({ rows: current().readings.progress(reading) }),
    'directory.stopReading': ({ reading }) => {
      current().readings.stop(reading);
      return {};
    },
    'directory.sync': () => {
      void current().sync.start();
      return {};
    },
    'directory.stopSync': async () => {
      await current().sync.stop();
      return {};
    },
  };
}

/** Returns the row; ProblemError `not-found` if it was deleted since the screen showed it. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ProblemError(makeProblem('not-found'));
  return value;
}

/** The `finding.*` calls. */
export function findingCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `finding.${string}`>> {
  return {
    'finding.find': ({ text, limit }) => {
      const { database, directory } = current();
      return find({ sqlite: database.sqlite, directory }, text, limit);
    },
  };
}

/** Upper bound of search words; further words are ignored. */
const MOST_WORDS = 6;

/** The dependencies of the search. */
interface FindingParts {
  readonly sqlite: Sqlite;
  readonly directory: Pick<Directory, 'searchCars' | 'car' | 'listProducts' | 'searchGroups' | 'searchUsers'>;
}

/**
 * Cars, Boxes, jobs, groups and users that match the typed or scanned text, at most `limit` of each. An empty text
 * returns the newest jobs and their cars.
 */
export function find(parts: FindingParts, text: string, limit: number): Found {
  const words = text
    .split(/\s+/)
    .map(foldForSearch)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  if (words.length === 0) return newest(parts, limit);
  const { directory, sqlite } = parts;
  return {
    cars: directory.searchCars(text, limit).rows,
    boxes: directory.listProducts({ text, limit, offset: 0 }).rows,
    jobs: jobsHolding(sqlite, words, limit).map((row) => foundJob(sqlite, row)),
    groups: directory.searchGroups(text, limit).rows,
    users: directory.searchUsers(text, limit).rows,
  };
}

function newest({ sqlite, directory }: FindingParts, limit: number): Found {
  const jobs = newestJobs(sqlite, limit).map((row) => foundJob(sqlite, row));
  const ids = jobs.map(({ car }) => car?.id ?? null).filter((id) => id !== null);
  const cars = [...new Set(ids)].map((id) => directory.car(id)).filter((car) => car !== undefined);
  return { cars, boxes: [], jobs, groups: [], users: [] };
}

function foundJob(sqlite: Sqlite, row: JobRow): FoundJob {
  const data = parseJobData(row);
  const { car } = data;
  return {
    id: row.id,
    kind: row.kind,
    car: car === null ? null : carOfJob(sqlite, car),
    serialNumber: serialsOf(data)[0] ?? null,
    worker: row.worker,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
