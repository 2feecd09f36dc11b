import type { UserId } from '../../shared/ids.ts';
import type { Clock, Instant } from '../../shared/time.ts';
import type { Signed } from '../../shared/relay/signing.ts';
import type { Checklists } from './checklists/checklists.ts';
import type { Database } from '../db/open.ts';
import type { Directory } from '../directory/directory.ts';
import type { Ids } from '../base/ids.ts';
import type { InstallationLog } from '../log/append.ts';
import type { AttachmentFiles } from '../log/attachment-files.ts';
import type { OperatorClient } from '../operator/client.ts';
import type { QueueTarget } from '../operations/queue/parts.ts';
import type { QueueCommands } from '../operations/queue/commands.ts';
import type { LiveAnswers } from './live-answers.ts';

/** Reads of jobs in the local directory. All are local and need no connection. */
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
  | 'conditionElsewhere'
>;

/** The dependencies of the job use cases. */
export interface JobParts {
  readonly database: Database;
  readonly target: QueueTarget;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: InstallationLog;
  readonly directory: JobDirectory;
  /** The operator's latest answers about Boxes. */
  readonly liveAnswers: Pick<LiveAnswers, 'noBoxAt' | 'noServiceAt'>;
  readonly commands: Pick<QueueCommands, 'cancelIn' | 'moveToCarIn'>;
  /** Signs with this laptop's key. */
  readonly sign: (canonicalText: string) => Signed;
  /** Called after an operation was enqueued. */
  readonly wake: () => void;
  /** The person who is working. */
  readonly worker: () => string;
  /** The bytes of photos and signatures. */
  readonly attachments: AttachmentFiles;
  readonly checklists: Pick<Checklists, 'current' | 'suggest' | 'version' | 'publicationOf'>;
  /** The test users that an administrator published for the customer; empty = any user may test. */
  readonly testUsers: () => readonly { readonly id: UserId }[];
  /** The sites that an administrator published for the customer; empty = jobs may be planned for any site. */
  readonly sites: () => readonly string[];
  /** Minutes east of UTC at an instant, for the wall-clock time of events. */
  readonly utcOffsetMinutes: (at: Instant) => number;
  /** The user agent that is recorded with each event. */
  readonly userAgent: string;
}

/** The dependencies of a read at the operator while a person waits. */
export interface LiveParts {
  readonly client: OperatorClient;
  readonly directory: Directory;
}
