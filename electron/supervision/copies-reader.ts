import type { SupervisionFilter, SupervisionSort } from '../../shared/domain/supervision.ts';
import type { StockFilter, StockEntry, StockLine } from '../../shared/domain/boxes.ts';
import type { SupervisionJob } from '../../shared/domain/supervision-job.ts';
import type { JobId, CustomerId, Environment } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { LogChainId } from '../../shared/relay/log.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { siteOf } from '../../shared/relay/access.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import { isDamage } from '../db/rebuildable.ts';
import type { Database, Sqlite } from '../db/open.ts';
import type { JobParts } from '../jobs/parts.ts';
import { pictureOf } from '../jobs/pictures.ts';
import type { Profile } from '../profiles/profile.ts';
import type { RelayOwner } from '../relay/queries.ts';
import { namesPicture } from '../db/tables/supervision/jobs.ts';
import type { RelayClient } from '../relay/client.ts';
import type { RelayError } from '../relay/relay-error.ts';
import { allChains } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import {
  countsOfStock,
  countStockedBoxes,
  type StockedBox,
  stockedBoxesIn,
  type StockedFilter,
} from '../db/tables/supervision/boxes.ts';
import { type HandedLog, logsToHand } from './laptop-logs.ts';
import type { Supervising } from './open-supervising.ts';
import { jobPage } from './job-page.ts';
import { exportedJobs, type JobsToExport } from './exported-jobs.ts';
import type { OpenSupervision } from './supervision.ts';

/* The reads of the supervisor's copies by other parts: jobs to export, stock, photos and logs. */

/** The open profile, for the supervisor's pages. */
interface Supervised {
  readonly profile: Profile;
  readonly database: Database;
  readonly jobs: JobParts;
  readonly supervision: Pick<Supervising, 'copies' | 'photo'>;
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
  get: (digest) => createReader(current)(({ sqlite }) => current().supervision.photo(sqlite, digest)),
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

/** A picture as a data URL, or the reason why there is none. */
export interface Photo {
  readonly picture: string | null;
  readonly missing: 'not-brought' | 'damaged' | 'no-connection' | 'not-named' | null;
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

/** Pictures of any laptop: from this disk, else from the relay. */
export function createPhotos(parts: {
  readonly client: Pick<RelayClient, 'attachment'> | null;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  /** Reads this laptop's own files; null when the picture is not there. */
  readonly own: (digest: AttachmentDigest) => string | null;
}): (sqlite: Sqlite, digest: AttachmentDigest) => Promise<Photo> {
  const { client, environment, customerId } = parts;
  const kept = new Map<AttachmentDigest, string>();
  return async (sqlite, digest) => {
    // Only pictures that a log names are fetched, so that the window cannot make the main process fetch anything else.
    if (!namesPicture(sqlite, digest)) return { picture: null, missing: 'not-named' };
    const here = parts.own(digest) ?? kept.get(digest) ?? null;
    if (here !== null) return { picture: here, missing: null };
    if (client === null) return { picture: null, missing: 'not-brought' };
    const answer = await client.attachment({ environment, customerId, sha256: digest });
    if (!answer.ok) return { picture: null, missing: whyMissing(answer.error) };
    const { bytes, mediaType } = answer.value;
    const picture = `data:${mediaType};base64,${bytes.toString('base64')}`;
    kept.set(digest, picture);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return { picture, missing: null };
  };
}

function whyMissing({ code, status }: RelayError): NonNullable<Photo['missing']> {
  // Also the answer for a picture that was removed on request at the relay.
  if (code === 'rejected' && (status === 404 || status === 410)) return 'not-brought';
  // The bytes differ from the file that the log names; detected here (200) or by the relay (422).
  return status === 200 || (code === 'rejected' && status === 422) ? 'damaged' : 'no-connection';
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
