import type { Clock } from '../../shared/clock.ts';
import type { Instant } from '../../shared/time.ts';
import type { Checklists } from '../checklists/checklists.ts';
import type { Database } from '../db/open.ts';
import type { Directory } from '../directory/directory.ts';
import type { Ids } from '../ids.ts';
import type { InstallationLog } from '../log/append.ts';
import type { AttachmentFiles } from '../log/attachment-files.ts';
import type { OperatorClient } from '../operator/client.ts';
import type { QueueTarget } from '../queue/parts.ts';
import type { Steering } from '../queue/steer.ts';
import type { LiveAnswers } from './live-answers.ts';

/** What jobs ask of the local directory. Answers at once, from disk. */
export type JobDirectory = Pick<
  Directory,
  | 'offers'
  | 'car'
  | 'group'
  | 'groupByName'
  | 'user'
  | 'product'
  | 'key'
  | 'productsBySerial'
  | 'productsNearSerial'
  | 'productsInCar'
  | 'serviceOfProduct'
  | 'carAccesses'
  | 'defectElsewhere'
>;

/** What the job use cases are made of. */
export interface JobParts {
  readonly database: Database;
  readonly target: QueueTarget;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: InstallationLog;
  readonly directory: JobDirectory;
  /** What the operator has just answered about Boxes. */
  readonly liveAnswers: Pick<LiveAnswers, 'noBoxAt' | 'noServiceAt'>;
  readonly steering: Pick<Steering, 'cancelIn' | 'moveToCarIn'>;
  /** Something was enqueued. */
  readonly wake: () => void;
  /** Who is working now. */
  readonly worker: () => string;
  /** The bytes of photos and signatures. */
  readonly attachments: AttachmentFiles;
  readonly checklists: Pick<Checklists, 'current' | 'suggest'>;
  /** Minutes east of UTC at an instant, for the wall-clock time of events. */
  readonly utcOffsetMinutes: (at: Instant) => number;
  /** Recorded with events as given. */
  readonly userAgent: string;
}

/** What a look at the operator on behalf of a waiting person needs. */
export interface LiveParts {
  readonly client: OperatorClient;
  readonly directory: Directory;
}
