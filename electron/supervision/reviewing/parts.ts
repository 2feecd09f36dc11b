import type { Clock } from '../../../shared/clock.ts';
import type { ReworkAnswer } from '../../../shared/domain/reviewing.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { ReviewId } from '../../../shared/relay/reviews.ts';
import type { Database } from '../../db/open.ts';
import type { Ids } from '../../base/ids.ts';
import type { InstallationLog } from '../../log/append.ts';

/** The dependencies of reviewing. */
export interface ReviewingParts {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'review'>;
  readonly log: InstallationLog;
  /** The person who is working. */
  readonly worker: () => string;
  /** Where there is none, what is said here counts at once. */
  readonly hasRelay: boolean;
  /** Is the job known here, of whichever laptop it is? */
  readonly isKnown: (job: JobId) => boolean;
  /** The checks of a job that are not green, by name; null where nothing is known of the job. */
  readonly checksNotGreen: (job: JobId) => readonly string[] | null;
  /** The installer's answer to a rework request, from any laptop. */
  readonly answerTo: (job: JobId, review: ReviewId) => ReworkAnswer;
}
