import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SupervisionFilter, SupervisionSort, SupervisionRow } from '../../shared/domain/supervision.ts';
import type { StockFilter, StockEntry, StockLine } from '../../shared/domain/boxes.ts';
import { type SupervisionJob, type ExportedRow, logStatus } from '../../shared/domain/supervision-job.ts';
import type { JobId, CustomerId, Environment } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { LogChainId } from '../../shared/relay/log.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { siteOf } from '../../shared/relay/access.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import { isDamage } from '../db/rebuildable.ts';
import type { Database, Sqlite } from '../db/open.ts';
import type { JobParts } from '../jobs/change.ts';
import { pictureOf } from '../jobs/pictures.ts';
import type { Profile } from '../profiles/profile.ts';
import type { RelayOwner } from '../relay/queries-and-answers.ts';
import { jobsWithPhoto, namesPicture, readExportFacts } from '../db/tables/supervision/jobs.ts';
import type { RelayClient } from '../relay/client.ts';
import type { RelayError } from '../relay/relay-error.ts';
import { allChains, entriesFrom, entriesOfJob, ordinalOf } from '../db/tables/supervision/logs.ts';
import {
  countsOfStock,
  countStockedBoxes,
  type StockedBox,
  stockedBoxesIn,
  type StockedFilter,
} from '../db/tables/supervision/boxes.ts';
import { reviewsOf } from '../db/tables/queue/reviews.ts';
import type { Checklists } from '../jobs/checklists.ts';
import { type HandedLog, logsToHand, signedEntries, type ChainSources } from './laptop-logs.ts';
import type { Supervising } from './open-supervising.ts';
import { jobPage, answeredItems, templateOf } from './job-page.ts';
import type { OpenSupervision } from './supervision.ts';
import type { AllJobs } from './job-queries.ts';
import { exportFacts, type ExportFacts, exportFactsOf } from './projection/kept-facts.ts';
import { assembleFacts } from './projection/assemble-facts.ts';
import { speakerOf } from './reviewing/job-reviews.ts';

/* The reads of the supervisor's copies by other parts: jobs to export, stock, photos and logs. */

/** The open profile, for the supervisor's pages. */
interface Supervised {
  readonly profile: Profile;
  readonly database: Database;
  readonly jobs: JobParts;
  readonly supervision: Pick<Supervising, 'copies' | 'photos'>;
}

/** Reads from the copies of the open profile. */
type CopiesReader = <Answer>(read: (copies: OpenSupervision) => Answer) => Answer;

/**
 * A read may be the first to detect damage: the copies are then rebuilt, and the caller gets ProblemError
 * `copies-damaged`. @param current throws ProblemError `not-connected` while no profile is open.
 */
export const createReader =
  (current: () => { readonly supervision: Pick<Supervising, 'copies'> }): CopiesReader =>
  (read) => {
    const { copies } = current().supervision;
    try {
      return read(copies.start());
    } catch (cause) {
      copies.noteFailure(cause);
      throw isDamage(cause) ? new ProblemError(makeProblem('copies-damaged', {}, String(cause))) : cause;
    }
  };

/** The owner of the logs that a profile reads. */
export const ownerOf = ({ profile }: Pick<Supervised, 'profile'>): RelayOwner => ({
  environment: profile.address.environment,
  customerId: profile.customer.id,
});

/** The jobs that match a filter, as exported. */
export function jobsToExport(
  current: () => Supervised,
  filter: SupervisionFilter,
  sort: SupervisionSort,
): JobsToExport {
  const open = current();
  const { sqlite, lookUp } = open.supervision.copies.start();
  const { checklists } = open.jobs;
  const sources = { sqlite, queue: open.database.sqlite, owner: ownerOf(open), checklists };
  return exportedJobs(sources, lookUp.all(filter, sort));
}

/** The Boxes of the stock that match a filter. */
export const stockIn = (current: () => Supervised, filter: StockFilter): readonly BoxOfStock[] =>
  createReader(current)(({ sqlite }) => [...stockedBoxes(sqlite, filter)]);

/** Photos of any laptop's jobs, from this laptop or else from the relay. */
export const photosIn = (current: () => Supervised): PhotoSources => ({
  get: (digest) => createReader(current)(({ sqlite }) => current().supervision.photos.get(sqlite, digest)),
  here: (digest) => pictureOf(current().jobs, digest),
});

/** Logs of any laptop, for an external reader. */
export function logsIn(current: () => Supervised, chains: ReadonlySet<LogChainId>): readonly HandedLog[] {
  const open = current();
  const queue = open.database.sqlite;
  return createReader(current)(({ sqlite }) =>
    logsToHand({ sqlite, queue, owner: ownerOf(open) }, chains, open.jobs.clock.now()),
  );
}

/** One complete job of any laptop. ProblemError `not-found`. */
export function readJob(current: () => Supervised, id: JobId): SupervisionJob {
  const open = current();
  const { checklists, clock } = open.jobs;
  const queue = open.database.sqlite;
  return createReader(current)(({ sqlite, jobIndex }) =>
    jobPage({ sqlite, jobIndex, queue, owner: ownerOf(open), checklists, now: clock.now() }, id),
  );
}

/** A complete job for its document. */
export interface JobToExport extends SupervisionJob {
  /** The photos of every other job that shows one of its pictures. */
  readonly photosOfOthers: readonly ExportedRow['photos'][];
}

/** The photos of every other job that shows one of the pictures of a job, one job after the other. */
export function photosOfOtherJobs(
  sqlite: Sqlite,
  { row, photos }: SupervisionJob,
): Iterable<ExportedRow['photos']> {
  const own = ordinalOf(sqlite, row.jobId);
  return photosOfOthers(
    sqlite,
    own === null ? [] : [own],
    photos.map(({ digest }) => digest),
  );
}

/** Reads the photos of other jobs from the copies of the open profile. */
export const othersIn =
  (current: () => Supervised) =>
  (job: SupervisionJob): Iterable<ExportedRow['photos']> =>
    createReader(current)(({ sqlite }) => photosOfOtherJobs(sqlite, job));

/**
 * Adds to a job what other jobs say about its pictures. Each other job is read in a turn of its own, because any number
 * of jobs may show a picture. Null = stopped.
 */
export async function jobToExport(
  job: SupervisionJob,
  others: Iterable<ExportedRow['photos']>,
  stop: AbortSignal,
): Promise<JobToExport | null> {
  const photosOfOthers: ExportedRow['photos'][] = [];
  for (const photos of others) {
    // Only annotations say that a part is blurred.
    photosOfOthers.push(photos.filter(({ original }) => original !== null));
    await nextTurn();
    if (stop.aborted) return null;
  }
  return { ...job, photosOfOthers };
}

/* The exported jobs. */

/** The answers of a job; the complete job only where it is needed. */
export interface AnsweredJob extends Pick<ExportedRow, 'checklist' | 'answers'> {
  /** Null = the job has no row yet. */
  readonly whole: () => ExportedRow | null;
}

/** The jobs that match a filter at one moment. Each job is read lazily, in each iteration. */
export interface JobsToExport {
  readonly total: number;
  readonly rows: Iterable<ExportedRow>;
  /** The same jobs with their answers only, at a fraction of the cost. */
  readonly answered: Iterable<AnsweredJob>;
  /** The photos of every other job that shows one of these pictures. */
  readonly photosOfOthers: (pictures: Iterable<AttachmentDigest>) => Iterable<ExportedRow['photos']>;
}

/** The sources of the exported facts of a job. */
interface ExportSources extends ChainSources {
  readonly checklists: Pick<Checklists, 'version'>;
}

/** Jobs with the trust in their logs, their answers and their proofs, derived as on the job's page. */
export function exportedJobs(sources: ExportSources, { jobs, row }: AllJobs): JobsToExport {
  const isSigned = signedEntries(sources);
  const whole = (job: number, facts: () => ExportFacts): ExportedRow | null => {
    const found = row(job);
    return found === null ? null : exportedRow(sources, isSigned, found, facts());
  };
  return {
    total: jobs.length,
    rows: {
      *[Symbol.iterator]() {
        for (const job of jobs) {
          const exported = whole(job, () => factsOf(sources.sqlite, job));
          if (exported !== null) yield exported;
        }
      },
    },
    answered: {
      *[Symbol.iterator]() {
        for (const job of jobs) {
          const facts = factsOf(sources.sqlite, job);
          yield { ...answersOf(sources, facts), whole: () => whole(job, () => facts) };
        }
      },
    },
    photosOfOthers: (pictures) => photosOfOthers(sources.sqlite, jobs, pictures),
  };
}

/** The photos of every other job that shows one of these pictures. */
function* photosOfOthers(
  sqlite: Sqlite,
  jobs: Iterable<number>,
  pictures: Iterable<AttachmentDigest>,
): Generator<ExportedRow['photos']> {
  const known = new Set(jobs);
  for (const digest of pictures) {
    for (const job of jobsWithPhoto(sqlite, digest)) {
      if (known.has(job)) continue;
      known.add(job);
      yield factsOf(sqlite, job).photos;
    }
  }
}

/** The stored facts of a job; without them, facts assembled from its entries. */
function factsOf(sqlite: Sqlite, job: number): ExportFacts {
  const kept = readExportFacts(sqlite, job);
  if (kept !== null) return exportFacts.parse(JSON.parse(kept));
  const { facts, ordered } = assembleFacts(entriesOfJob(sqlite, job));
  return exportFactsOf(facts, ordered);
}

function answersOf(
  { checklists }: ExportSources,
  { checklist, answers, photos }: ExportFacts,
): Pick<ExportedRow, 'checklist' | 'answers'> {
  if (checklist === null) return { checklist, answers: [] };
  const template = templateOf(checklists, checklist);
  return {
    checklist: { ...checklist, title: template?.title ?? null },
    answers: answeredItems({ answers, photos }, template),
  };
}

function exportedRow(
  sources: ExportSources,
  isSigned: ReturnType<typeof signedEntries>,
  row: SupervisionRow,
  facts: ExportFacts,
): ExportedRow {
  const { photos, proofs, named, logs } = facts;
  // A signature vouches for all earlier entries of its log, so the first and last entry of each log suffice.
  const ends = logs.flatMap(({ chain, first, last }) =>
    [first, last].map((number) => ({ signed: isSigned({ chain, number }) })),
  );
  return {
    ...row,
    log: logStatus(row.logFault, ends),
    ...answersOf(sources, facts),
    photos,
    proofs,
    named,
    chains: logs.map(({ chain }) => chain),
    reviewers: reviewsOf(sources.queue, row.jobId).map(speakerOf),
  };
}

/* The photos. */

/** A picture as a data URL, or the reason why there is none. */
export interface Photo {
  readonly picture: string | null;
  readonly missing: 'not-brought' | 'damaged' | 'lost' | 'no-connection' | 'not-named' | null;
}

/** The sources of photos. */
export interface PhotoSources {
  /** Reads from this laptop, else from the relay. */
  readonly get: (digest: AttachmentDigest) => Promise<Photo>;
  /** Reads from this laptop only. */
  readonly here: (digest: AttachmentDigest) => string | null;
}

/** Upper bound of fetched photos in memory, so that navigation within a job fetches each photo once. */
const KEPT = 60;

/** Pictures of any laptop. */
export interface PicturesOfAll {
  /** Reads from this disk, else from the relay. */
  readonly get: (sqlite: Sqlite, digest: AttachmentDigest) => Promise<Photo>;
  /** Drops the fetched photos from memory, also those on their way: personal data was removed. */
  readonly forget: () => void;
}

/** Creates the reader of the pictures of any laptop. */
export function createPhotos(parts: {
  readonly client: Pick<RelayClient, 'attachment'> | null;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  /** Reads this laptop's own files; null when the picture is not there. */
  readonly own: (digest: AttachmentDigest) => string | null;
}): PicturesOfAll {
  const { client, environment, customerId } = parts;
  let kept = new Map<AttachmentDigest, string>();
  const get = async (sqlite: Sqlite, digest: AttachmentDigest): Promise<Photo> => {
    const keptHere = kept;
    // Only pictures that a log names are fetched, so that the window cannot make the main process fetch anything else.
    if (!namesPicture(sqlite, digest)) return { picture: null, missing: 'not-named' };
    const here = parts.own(digest) ?? kept.get(digest) ?? null;
    if (here !== null) return { picture: here, missing: null };
    if (client === null) return { picture: null, missing: 'not-brought' };
    const answer = await client.attachment({ environment, customerId, sha256: digest });
    if (!answer.ok) return { picture: null, missing: whyMissing(answer.error) };
    const { bytes, mediaType } = answer.value;
    const picture = `data:${mediaType};base64,${bytes.toString('base64')}`;
    keptHere.set(digest, picture);
    const [oldest] = keptHere.keys();
    if (keptHere.size > KEPT && oldest !== undefined) keptHere.delete(oldest);
    return { picture, missing: null };
  };
  return {
    get,
    forget: () => {
      kept = new Map();
    },
  };
}

function whyMissing({ code, status }: RelayError): NonNullable<Photo['missing']> {
  // Also the answer for a picture that was removed on request at the relay.
  if (code === 'rejected' && (status === 404 || status === 410)) return 'not-brought';
  if (code === 'rejected' && status === 422) return 'lost';
  // The bytes differ from the file that the log names.
  return status === 200 ? 'damaged' : 'no-connection';
}

/** Photos as data URLs, or the reason why there is none. */
export type FetchedPhotos = ReadonlyMap<AttachmentDigest, Photo>;

/**
 * Photos, fetched one after the other. After the first failed connection the relay is not asked for the rest, so that
 * offline there is only one timeout. Stopping ends it at once.
 */
export async function* streamPhotos<Wanted extends { readonly digest: AttachmentDigest }>(
  wanted: Iterable<Wanted>,
  { get, here }: PhotoSources,
  stop: AbortSignal,
): AsyncGenerator<readonly [Wanted, Photo]> {
  const stopped = whenStopped(stop);
  let reached = true;
  for (const one of wanted) {
    if (stop.aborted) return;
    const own = here(one.digest);
    const photo = own === null && reached ? await Promise.race([get(one.digest), stopped]) : ownOrNot(own);
    if (photo === null) return;
    if (photo.missing === 'no-connection') reached = false;
    yield [one, photo];
  }
}

/** The job's photos, in turn. Null = stopped. */
export async function fetchPhotos(
  wanted: readonly SupervisionJob['photos'][number][],
  sources: PhotoSources,
  {
    stop,
    progress,
  }: { readonly stop: AbortSignal; readonly progress: (done: number, total: number) => void },
): Promise<FetchedPhotos | null> {
  const fetched = new Map<AttachmentDigest, Photo>();
  for await (const [{ digest }, photo] of streamPhotos(wanted, sources, stop)) {
    fetched.set(digest, photo);
    progress(fetched.size, wanted.length);
  }
  return fetched.size === wanted.length ? fetched : null;
}

const ownOrNot = (picture: string | null): Photo =>
  picture === null ? { picture, missing: 'no-connection' } : { picture, missing: null };

function whenStopped(stop: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    stop.addEventListener('abort', () => resolve(null), { once: true });
  });
}

/* The stock of Boxes. */

/** A Box of the stock, with its site. */
export interface BoxOfStock extends StockedBox {
  readonly site: string | null;
}

/** SQLite's LIMIT value for no limit. */
const ALL = { offset: 0, limit: -1 } as const;

function asked(sqlite: Sqlite, { site, sapNumber, state, serial }: StockFilter): StockedFilter {
  // The site is derived from the laptop's name, so it cannot be a condition of the query. There are few logs.
  const ofSite = allChains(sqlite).filter(({ laptop }) => siteOf(laptop) === site);
  const chains = site === null ? null : JSON.stringify(ofSite.map(({ ordinal }) => ordinal));
  return { chains, sap: sapNumber, state, searchText: foldForSearch(serial) };
}

/** The Boxes that match a filter, by serial. */
export function* stockedBoxes(
  sqlite: Sqlite,
  filter: StockFilter,
  page: { readonly offset: number; readonly limit: number } = ALL,
): Generator<BoxOfStock> {
  for (const box of stockedBoxesIn(sqlite, asked(sqlite, filter), page)) {
    yield { ...box, site: siteOf(box.laptop) };
  }
}

/** One page of the Boxes that match a filter, each with the person of its latest entry, and the total count. */
export function listStock(
  sqlite: Sqlite,
  filter: StockFilter,
  page: { readonly offset: number; readonly limit: number },
): { readonly rows: StockEntry[]; readonly total: number } {
  const ordinals = new Map(allChains(sqlite).map((one) => [one.chain, one.ordinal]));
  const rows = [...stockedBoxes(sqlite, filter, page)].map(
    ({ serial, sap, site, state, condition, laptop, at, chain, number }) => {
      const [entry] = entriesFrom(sqlite, ordinals.get(chain) ?? 0, number, 1);
      const worker = entry?.number === number ? entry.worker : '';
      return { serial, sapNumber: sap, site, state, condition, laptop, worker, at };
    },
  );
  return { rows, total: countStockedBoxes(sqlite, asked(sqlite, filter)) };
}

const none = (): StockLine['counts'] => ({
  site: 0, installer: 0, returned: 0, car: 0, removed: 0, defective: 0, lost: 0,
}); // prettier-ignore

/** The number of Boxes by site and variant, sorted by name, with unknown ones last. */
export function countStock(sqlite: Sqlite): StockLine[] {
  const lines = new Map<string, StockLine>();
  for (const { laptop, sap, state, boxes } of countsOfStock(sqlite)) {
    const site = siteOf(laptop);
    const key = JSON.stringify([site, sap]);
    const line = lines.get(key) ?? { site, sapNumber: sap, counts: none() };
    lines.set(key, { ...line, counts: { ...line.counts, [state]: line.counts[state] + boxes } });
  }
  const last = '\uFFFF';
  const order = ({ site, sapNumber }: StockLine) => `${site ?? last}\0${sapNumber ?? last}`;
  return [...lines.values()].toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
}
