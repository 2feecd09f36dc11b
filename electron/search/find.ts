import type { FoundJob, Found } from '../../shared/ipc/calls/directory.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import type { Sqlite } from '../db/open.ts';
import { jobsHolding, type JobRow, newestJobs } from '../db/tables/queue/jobs.ts';
import type { Directory } from '../directory/directory.ts';
import { carOfJob } from '../jobs/steps/car.ts';
import { parseJobData, serialsOf } from '../jobs/job-data.ts';

/** Upper bound of search words; further words are ignored. */
const MOST_WORDS = 6;

/** The dependencies of the search. */
export interface FindingParts {
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
