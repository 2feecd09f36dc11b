import { foldForSearch } from '../../shared/domain/serial.ts';
import { receivedLogFault } from '../../shared/domain/supervision-overview.ts';
import type { EntryPlace } from '../../shared/domain/supervision-job.ts';
import type { JobId } from '../../shared/ids.ts';
import type { LogChainId } from '../../shared/relay/log.ts';
import type { Sqlite, WriteContext } from '../db/open.ts';
import { separately } from '../db/shared-commit.ts';
import { reviewsOf, type ReviewRow } from '../db/tables/queue/reviews.ts';
import { writeBoxFactsOfJob } from '../db/tables/supervision/boxes.ts';
import { allChains, entriesOfJob, jobOf, ordinalOf } from '../db/tables/supervision/logs.ts';
import {
  groupOfCar,
  type JobCarRow,
  writeJobCar,
  otherJobsWithPhoto,
  markStale,
  type JobPhotoRow,
  photosOfJob,
  staleJobs,
  unmarkStale,
  wordNumber,
  writeJob,
  writePhotos,
} from '../db/tables/supervision/jobs.ts';
import { type JobIndex, keepRecords, type IndexRecord, recordOf } from './job-index/job-index.ts';
import { boxFactsOfJob, exportFactsOf } from './projection/kept-facts.ts';
import type { ReadEntry } from './projection/entry.ts';
import { type JobFacts, photosOf } from './projection/job-facts.ts';
import { assembleFacts } from './projection/assemble-facts.ts';
import { checksOf, riskOf, type RiskContext, rowOf, isRightFirstTime } from './projection/row.ts';
import { reviewsFor } from './reviewing/job-reviews.ts';
import type { SupervisionAnswer, WritesSupervision } from './writes.ts';

/* The projection of stale jobs: from the entries of their logs to the rows of the supervisor's table. */

/** A laptop's log from the view of its jobs. */
export interface ChainFacts {
  readonly laptop: string | null;
  /** The number of the first bad or missing entry; infinity if there is none. */
  readonly faultFrom: number;
}

/** The known state of the laptops' logs. */
export function chainFacts(sqlite: Sqlite): ReadonlyMap<LogChainId, ChainFacts> {
  return new Map(
    allChains(sqlite).map(({ chain, laptop, fault }) => [
      chain,
      {
        laptop,
        faultFrom:
          fault === null ? Number.POSITIVE_INFINITY : receivedLogFault.parse(JSON.parse(fault)).number,
      },
    ]),
  );
}

/** The sources of a job's row besides its own entries. */
export function rowContextOf(
  sqlite: Sqlite,
  job: number,
  facts: JobFacts,
  ordered: readonly ReadEntry[],
  chains: ReadonlyMap<LogChainId, ChainFacts>,
): RiskContext {
  const samePhotos: EntryPlace[] = [];
  for (const { digest, kind, removedAt, place } of photosOf(facts)) {
    // Signatures are not compared: equal drawings are copies, and a typed name is always drawn alike.
    if (removedAt !== null || kind === 'signature') continue;
    if (otherJobsWithPhoto(sqlite, digest, job).length > 0) samePhotos.push(place);
  }
  const logFault = ordered.some(
    ({ chain, number }) => number >= (chains.get(chain)?.faultFrom ?? Number.POSITIVE_INFINITY),
  );
  return { samePhotos, logFault };
}

/**
 * The names of the failed checks of a job, by which its row is green and it may be approved together with others; null =
 * the job is in no log.
 */
export function checksOfApproval(sqlite: Sqlite, id: JobId): readonly string[] | null {
  const job = ordinalOf(sqlite, id);
  const entries = job === null ? [] : entriesOfJob(sqlite, job);
  if (job === null || entries.length === 0) return null;
  const { facts, ordered } = assembleFacts(entries);
  return checksOf(facts, riskOf(facts, rowContextOf(sqlite, job, facts, ordered, chainFacts(sqlite))));
}

/** A job to be projected, with its reviews of queue.db, newest first. */
export interface StaleJob {
  readonly job: number;
  readonly reviews: readonly ReviewRow[];
}

/**
 * Has the thread project the next stale jobs, then updates the job index. Returns the number of jobs.
 *
 * @param report called for a job that cannot be projected.
 */
export async function projectSome(
  parts: {
    readonly copies: WritesSupervision & { readonly sqlite: Sqlite };
    readonly queue: Sqlite;
    readonly jobIndex: JobIndex;
    readonly report: (cause: unknown) => void;
  },
  limit: number,
): Promise<number> {
  const { copies, queue, jobIndex, report } = parts;
  const stale = staleJobs(copies.sqlite, limit);
  if (stale.length === 0) return 0;
  const jobs = stale.map((job): StaleJob => ({ job, reviews: reviewsOf(queue, jobOf(copies.sqlite, job)) }));
  const { failures, records, words } = await copies.ask({ write: 'project', jobs });
  for (const failure of failures) report(failure);
  for (const [number, word] of words) jobIndex.addWord(number, word);
  for (const record of records) jobIndex.put(record);
  return jobs.length;
}

/**
 * Projects jobs in the caller's transaction. The same entries give the same rows in any order of arrival. A job that
 * cannot be projected keeps its row until another entry arrives.
 */
export function projectJobs(
  context: WriteContext,
  jobs: readonly StaleJob[],
  report: (cause: unknown) => void,
): Pick<SupervisionAnswer, 'records' | 'words'> {
  const records: IndexRecord[] = [];
  const words = new Map<number, string>();
  const chains = chainFacts(context.sqlite);
  for (const stale of jobs) {
    unmarkStale(context, stale.job);
    // A word that is no longer used loses its number, and another word reuses it.
    const ofJob = new Map<number, string>();
    const record = separately(context, report, () =>
      projectOne(context, stale, chains, (text) => {
        const number = wordNumber(context, text);
        ofJob.set(number, text);
        return number;
      }),
    );
    if (record === null) continue;
    records.push(record);
    for (const [number, word] of ofJob) words.set(number, word);
  }
  keepRecords(context, records);
  return { records, words: [...words] };
}

function projectOne(
  context: WriteContext,
  { job, reviews: said }: StaleJob,
  chains: ReadonlyMap<LogChainId, ChainFacts>,
  word: (text: string) => number,
): IndexRecord | null {
  const { sqlite } = context;
  const entries = entriesOfJob(sqlite, job);
  if (entries.length === 0) return null;
  const jobId = jobOf(sqlite, job);
  const { facts, ordered } = assembleFacts(entries);
  keepPhotos(context, job, facts);
  writeBoxFactsOfJob(context, job, boxFactsOfJob(facts, ordered));
  const around = rowContextOf(sqlite, job, facts, ordered, chains);
  const carOfJob = keepCar(context, job, facts);
  const reviews = reviewsFor(said, facts.answered);
  const row = rowOf(jobId, facts, {
    laptop: chains.get(facts.chain)?.laptop ?? null,
    review: reviews.review,
    risk: riskOf(facts, around),
    logFault: around.logFault,
    groupOfCar: carOfJob === null ? null : groupOfCar(sqlite, carOfJob),
  });
  const { car, box, oldBox } = facts;
  const record = recordOf(
    job,
    row,
    {
      failures: facts.failures,
      rightFirstTime: isRightFirstTime(facts) && !reviews.sentBack,
      sentBack: reviews.sentBack,
      model: modelKey(facts),
      reworkReason: reviews.reason,
    },
    word,
  );
  const folded = [car?.plate, car?.vin, car?.name, car?.brand, car?.model, box?.serial, oldBox?.serial];
  writeJob(context, {
    job,
    row: JSON.stringify(row),
    exported: JSON.stringify(exportFactsOf(facts, ordered)),
    plate: row.plate === null ? null : foldForSearch(row.plate),
    serial: row.serial === null ? null : foldForSearch(row.serial),
    car: folded.map((part) => foldForSearch(part ?? '')).join(' '),
    text: wordsOf(jobId, ordered, reviews.comments),
  });
  return record;
}

/** The comparison key of make and model; '' if both are unknown. */
export function modelKey({ car }: JobFacts): string {
  const folded = [car?.brand ?? '', car?.model ?? ''].map(foldForSearch);
  return folded.every((part) => part === '') ? '' : folded.join('|');
}

/** A changed car or group affects the car's other jobs: a removal belongs to the group that an earlier job chose. */
function keepCar(context: WriteContext, job: number, facts: JobFacts): JobCarRow | null {
  const { car, group, startedAt, discarded } = facts;
  const row =
    car === null || car.id === null
      ? null
      : {
          job,
          car: car.id,
          started: Math.round(startedAt),
          own_group: discarded ? null : (group?.name ?? null),
        };
  for (const other of writeJobCar(context, job, row)) markStale(context, other);
  return row;
}

/** An added or removed photo affects the only other job that shows it. */
function keepPhotos(context: WriteContext, job: number, facts: JobFacts): void {
  const { sqlite } = context;
  const shown = photosOf(facts).filter(({ kind }) => kind === 'photo');
  const rows = shown.map(({ digest, item, removedAt, original }): JobPhotoRow => ({
    digest,
    job,
    // The item has no sample here: the sample is the original.
    item: original === null ? item : null,
    removed: removedAt === null ? 0 : 1,
  }));
  const before = new Map(photosOfJob(sqlite, job).map((old) => [old.digest, old]));
  const now = new Set(rows.map(({ digest }) => digest));
  const changed = [
    ...rows.filter(({ digest, removed }) => before.get(digest)?.removed !== removed),
    ...[...before.values()].filter(({ digest }) => !now.has(digest)),
  ];
  writePhotos(context, job, rows);
  for (const { digest } of changed) {
    // Several other jobs share the photo among themselves, with or without this one.
    const [other, another] = otherJobsWithPhoto(sqlite, digest, job);
    if (other !== undefined && another === undefined) markStale(context, other);
  }
}

/** Numbers of files and of other values that are not searched by name. */
const machineMade = /^(?:[0-9a-f]{64}|[0-9a-f-]{36}(?: .*)?)$/;

function wordsOf(jobId: JobId, ordered: readonly ReadEntry[], comments: readonly string[]): string {
  const said = new Set<string>([jobId, ...comments]);
  for (const { entry, facts } of ordered) {
    said.add(entry.worker);
    for (const value of Object.values(facts)) {
      if (typeof value === 'string' && !machineMade.test(value)) said.add(value);
    }
  }
  return [...said].join(' \n');
}
