import type { SupervisionJob } from '../../shared/domain/supervision-job.ts';
import type { JobId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { isDamage } from '../db/open-rebuildable.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { RelayOwner } from '../relay/queries.ts';
import { jobPage } from './job-page.ts';
import type { OpenSupervision } from './supervision.ts';

/** Looks into the copies of the profile that is open. */
export type Looking = <Answer>(look: (copies: OpenSupervision) => Answer) => Answer;

/**
 * A reader may be the first to find damage: the copies are asked to rebuild, and the caller gets ProblemError `copies-damaged`.
 *
 * @param current throws ProblemError `not-connected` while no profile is open.
 */
export const createLooking =
  (current: () => OpenProfile): Looking =>
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
export const ownerOf = ({ profile }: OpenProfile): RelayOwner => ({
  environment: profile.address.environment,
  customerId: profile.customer.id,
});

/** One job of any laptop, whole. ProblemError `not-found`. */
export function readJob(current: () => OpenProfile, id: JobId): SupervisionJob {
  const open = current();
  const { checklists, clock } = open.jobs;
  const queue = open.database.sqlite;
  return createLooking(current)(({ sqlite, board }) =>
    jobPage({ sqlite, board, queue, owner: ownerOf(open), checklists, now: clock.now() }, id),
  );
}
