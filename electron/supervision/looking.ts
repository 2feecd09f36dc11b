import type { SupervisionFilter, SupervisionSort } from '../../shared/domain/supervision.ts';
import type { SupervisionJob } from '../../shared/domain/supervision-job.ts';
import type { JobId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { isDamage } from '../db/open-rebuildable.ts';
import type { Database } from '../db/open.ts';
import type { JobParts } from '../jobs/parts.ts';
import { pictureOf } from '../jobs/pictures.ts';
import type { LogChainId } from '../../shared/relay/log.ts';
import { type HandedLog, logsToHand } from './laptop-logs.ts';
import type { PhotoSources } from './photos.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Supervising } from './open-supervising.ts';
import type { RelayOwner } from '../relay/queries.ts';
import { jobPage } from './job-page.ts';
import { exportedJobs, type JobsToExport } from './exported-jobs.ts';
import type { OpenSupervision } from './supervision.ts';

/** The profile that is open, for the supervisor's pages. */
interface Supervised {
  readonly profile: Profile;
  readonly database: Database;
  readonly jobs: JobParts;
  readonly supervision: Pick<Supervising, 'copies' | 'photo'>;
}

/** Looks into the copies of the profile that is open. */
export type Looking = <Answer>(look: (copies: OpenSupervision) => Answer) => Answer;

/**
 * A reader may be the first to find damage: the copies are asked to rebuild, and the caller gets ProblemError `copies-damaged`.
 *
 * @param current throws ProblemError `not-connected` while no profile is open.
 */
export const createLooking =
  (current: () => { readonly supervision: Pick<Supervising, 'copies'> }): Looking =>
  (look) => {
    const { copies } = current().supervision;
    try {
      return look(copies.start());
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

/** The jobs under a filter, as they are exported. */
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

/** Photos of the jobs of any laptop: from this laptop, else from the relay. */
export const photosIn = (current: () => Supervised): PhotoSources => ({
  get: (digest) => createLooking(current)(({ sqlite }) => current().supervision.photo(sqlite, digest)),
  here: (digest) => pictureOf(current().jobs, digest),
});

/** Logs of any laptop, for a reader outside. */
export function logsIn(current: () => Supervised, chains: ReadonlySet<LogChainId>): readonly HandedLog[] {
  const open = current();
  const queue = open.database.sqlite;
  return createLooking(current)(({ sqlite }) =>
    logsToHand({ sqlite, queue, owner: ownerOf(open) }, chains, open.jobs.clock.now()),
  );
}

/** One job of any laptop, whole. ProblemError `not-found`. */
export function readJob(current: () => Supervised, id: JobId): SupervisionJob {
  const open = current();
  const { checklists, clock } = open.jobs;
  const queue = open.database.sqlite;
  return createLooking(current)(({ sqlite, jobIndex }) =>
    jobPage({ sqlite, jobIndex, queue, owner: ownerOf(open), checklists, now: clock.now() }, id),
  );
}
